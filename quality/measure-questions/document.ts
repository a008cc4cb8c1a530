import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const DOCUMENT = new URL('../../docs/benchmarks-assistant.md', import.meta.url)
const HEAD = [
  '# Reading of questions',
  '',
  'Made by the scripts of `quality/measure-questions` with `--write`; do not edit. What is read, and how: `src/features/assistant/read`.',
  '',
].join('\n')

const begin = (part: string) => `<!-- part: ${part} -->`
const end = (part: string) => `<!-- end: ${part} -->`

/** Writes one part of docs/benchmarks-assistant.md, a heading and the lines below it, and leaves the others as they are. */
export const writePart = (part: string, title: string, lines: readonly string[]) => {
  const before = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : HEAD
  const section = [begin(part), '', `## ${title}`, '', ...lines, '', end(part)].join('\n')
  const from = before.indexOf(begin(part))
  const to = before.indexOf(end(part))
  const after = from === -1 ? `${before.trimEnd()}\n\n${section}\n` : before.slice(0, from) + section + before.slice(to + end(part).length)
  writeFileSync(DOCUMENT, after)
}
