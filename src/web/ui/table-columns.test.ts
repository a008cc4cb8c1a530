import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { namingColumn, type Column } from './table-columns.ts'

const column = (key: string, rest: Partial<Column<unknown>> = {}): Column<unknown> => ({ key, title: key, render: () => null, ...rest })

test('a row is named by its name or patient, else by what is never cut, else by its first column with a title', () => {
  expect(namingColumn([column('number'), column('name')])).toBe('name')
  expect(namingColumn([column('when'), column('test', { wraps: true }), column('patient')])).toBe('patient')
  expect(namingColumn([column('when'), column('test', { wraps: true })])).toBe('test')
  expect(namingColumn([column('chosen', { isTitleHidden: true }), column('number'), column('due')])).toBe('number')
})

const src = join(import.meta.dirname, '../..')
const screens = globSync('**/*.tsx', { cwd: src }).filter((path) => !path.endsWith('.test.tsx'))
const read = (path: string) => readFileSync(join(src, path), 'utf8')
const withTables = screens.filter((path) => /<table\b/.test(read(path)))
/** The file and the parts beside it, which may draw its rows. */
const drawnBy = (path: string) => [
  read(path),
  ...[...read(path).matchAll(/from '(\.\.?\/[^']+\.tsx)'/g)].map(([, from = '']) => read(join(dirname(path), from))),
]

test('each table has row headers, drawn by its file or by the parts that it imports', () => {
  expect(withTables.length).toBeGreaterThan(40)
  expect(withTables.filter((path) => !drawnBy(path).some((text) => /<th\b[^>]*scope="row"/.test(text)))).toEqual([])
})

test('each column of a table has a name, of buttons one that is only heard', () => {
  const heads = withTables.flatMap((path) => [...read(path).matchAll(/<thead[\s\S]*?<\/thead>/g)].map(([head]) => ({ path, head })))
  expect(heads.length).toBeGreaterThan(40)
  const isNameless = (head: string) => /<td\b[^>]*\/>|<th\b(?![^>]*aria-hidden)[^>]*\/>|<th\b[^>]*>\s*<\/th>/.test(head)
  expect(heads.filter(({ head }) => isNameless(head)).map(({ path }) => path)).toEqual([])
})
