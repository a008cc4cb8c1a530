import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

// How well clinical text is read: node quality/measure-text/all.ts [--write] [part…]. Every other file here measures one part against one
// set of data and exports `measure`; a part whose data is not beside this project keeps what was written of it before.
// Exits 1 when a part misses its aim.

/** What a measuring script says: a heading and the lines below it (Markdown). Undefined where its data is absent. */
export type Measured = { title: string; lines: string[]; isMet?: boolean } | undefined

const DOCUMENT = new URL('../../docs/benchmarks-clinical-text.md', import.meta.url)
const HEAD = [
  '# Reading of clinical text',
  '',
  'Made by `node quality/measure-text/all.ts --write`; do not edit. What is read, and how: `src/features/clinical-text`.',
  '',
].join('\n')

const begin = (part: string) => `<!-- part: ${part} -->`
const end = (part: string) => `<!-- end: ${part} -->`

const writtenBefore = (document: string, part: string) => {
  const from = document.indexOf(begin(part))
  const to = document.indexOf(end(part))
  return from === -1 || to < from ? undefined : document.slice(from, to + end(part).length)
}

const isPart = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'all.ts'
const parts = readdirSync(import.meta.dirname)
  .filter(isPart)
  .map((file) => file.slice(0, -3))
  .toSorted()
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const before = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : ''
const keptOf = (part: string) => writtenBefore(before, part)?.concat('\n') ?? ''
const sections: string[] = []
for (const part of parts) {
  if (wanted.length > 0 && !wanted.includes(part)) {
    sections.push(keptOf(part))
    continue
  }
  const module = (await import(`./${part}.ts`)) as { measure?: () => Measured | Promise<Measured> }
  if (!module.measure) continue
  const measured = await module.measure()
  if (!measured) process.stdout.write(`SKIPPED: the data of ${part} is not beside this project\n`)
  else process.stdout.write(`## ${measured.title}\n\n${measured.lines.join('\n')}\n\n`)
  if (measured?.isMet === false) process.exitCode = 1
  const section = measured && [begin(part), '', `## ${measured.title}`, '', ...measured.lines, '', end(part), ''].join('\n')
  sections.push(section ?? keptOf(part))
}
if (process.argv.includes('--write')) writeFileSync(DOCUMENT, [HEAD, ...sections.filter(Boolean)].join('\n').trimEnd() + '\n')
