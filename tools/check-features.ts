import { globSync, readFileSync } from 'node:fs'
import { graph } from '../src/features/graph.ts'

// Who may import whom: features only what graph.ts lists below them, through the front door; the shell only features' pickers, contracts and rules.
const allowed: Record<string, readonly string[]> = graph
const names = Object.keys(allowed)
const problems: string[] = []

for (const [index, name] of names.entries())
  for (const used of allowed[name] ?? [])
    if (names.indexOf(used) >= index) problems.push(`graph.ts: ${name} lists ${used}, which is not below it`)

/** Pages that make calls of a feature above theirs, of which they show something to those who may see it. No code of it comes with them. */
const callsUp: Record<string, readonly string[]> = { billing: ['laboratory', 'reports'], stock: ['purchasing'] }

const isPublic = (owner: string, rest: string, fromWeb: boolean) =>
  /^(public|contract(-[a-z]+)?|record|rules|starter|names)\.ts$/.test(rest) ||
  (fromWeb && /^web\/(use-[\w-]+\.ts|[\w-]+-(picker|banner|name|tabs|dialog|status|fields?|panel)\.tsx)$/.test(rest)) ||
  owner === ''

let seen = 0
for (const file of globSync('src/features/*/**/*.{ts,tsx}')) {
  const owner = file.split('/')[2] ?? ''
  if (owner.endsWith('.ts')) continue
  seen += 1
  if (!names.includes(owner)) problems.push(`${file}: the feature ${owner} is missing from graph.ts`)
  for (const [, from, used = '', rest = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from|import\()\s*'#(features|calls)\/([\w-]+)\/([^']+)'/g,
  )) {
    if (from === 'calls') {
      if (used !== owner && ![...(allowed[owner] ?? []), ...(callsUp[owner] ?? [])].includes(used))
        problems.push(`${file}: ${owner} may not use ${used} (see graph.ts)`)
      if (!/^contract[\w-]*\.ts$/.test(rest)) problems.push(`${file}: ${rest} is no contract`)
      continue
    }
    // From a folder within server/ the way up would be a long one: the files at the top of the feature may be named there.
    if (used === owner && !(file.split('/').length > 5 && /^[\w-]+\.ts$/.test(rest)))
      problems.push(`${file}: use a relative path inside your own feature`)
    else if (used === owner) continue
    else if (!allowed[owner]?.includes(used)) problems.push(`${file}: ${owner} may not use ${used} (see graph.ts)`)
    else if (!isPublic(owner, rest, file.includes('/web/'))) problems.push(`${file}: ${rest} is private to ${used}`)
  }
}
for (const file of globSync('src/web/**/*.{ts,tsx}'))
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '(#(?:features|calls)\/[^']+)'/g))
    if (
      !/^#features\/[\w-]+\/(web\/[\w-]+-(picker|name)\.tsx|contract[\w-]*\.ts|rules\.ts)$|^#calls\/[\w-]+\/contract[\w-]*\.ts$/.test(path)
    )
      problems.push(`${file}: ${path} is private to its feature`)

if (seen < 20) problems.push(`only ${seen} files of features were seen`)
process.stdout.write(`${problems.join('\n') || `${names.length} features, ${seen} files, no forbidden imports`}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
