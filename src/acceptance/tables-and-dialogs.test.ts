import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')
const screens = globSync('**/*.tsx', { cwd: src })
const read = (path: string) => readFileSync(join(src, path), 'utf8')
const withTables = screens.filter((path) => /<table\b/.test(read(path)))
/** The file and the parts beside it, which may draw its rows. */
const drawnBy = (path: string) => [
  read(path),
  ...[...read(path).matchAll(/from '(\.\.?\/[^']+\.tsx)'/g)].map(([, from = '']) => read(join(dirname(path), from))),
]
const isNameless = (head: string) => /<td\b[^>]*\/>|<th\b(?![^>]*aria-hidden)[^>]*\/>|<th\b[^>]*>\s*<\/th>/.test(head)

test('each table has row headers, drawn by its file or by the parts that it imports', () => {
  expect(withTables.length).toBeGreaterThan(40)
  expect(withTables.filter((path) => !drawnBy(path).some((text) => /<th\b[^>]*scope="row"/.test(text)))).toEqual([])
})

test('each column of a table has a name, of buttons one that is only heard', () => {
  const heads = withTables.flatMap((path) => [...read(path).matchAll(/<thead[\s\S]*?<\/thead>/g)].map(([head]) => ({ path, head })))
  expect(heads.length).toBeGreaterThan(40)
  expect(heads.filter(({ head }) => isNameless(head)).map(({ path }) => path)).toEqual([])
})

/** The opening tags of buttons whose colour says that they destroy something. */
const graveButtons = screens.flatMap((path) =>
  [...read(path).matchAll(/<(?:Button|ActionIcon)\b(?:[^>]|=>)*>/g)]
    .map(([tag]) => ({ path, tag }))
    .filter(({ tag }) => tag.includes('--k-critical')),
)

test('no dialog begins on the button that destroys: only the question does, where its action can be undone', () => {
  expect(graveButtons.length).toBeGreaterThan(1)
  const first = graveButtons
    .filter(({ tag }) => tag.includes('data-autofocus'))
    .map(({ path, tag }) => ({ path, tag: tag.replaceAll(/\s+/g, ' ') }))
  expect(first).toEqual([
    { path: 'web/ui/dialogs.tsx', tag: expect.stringContaining('data-autofocus={startsOnAction || undefined}') as string },
  ])
})
