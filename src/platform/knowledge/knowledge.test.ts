import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { list, number, optional, text } from '#platform/knowledge/columns.ts'
import { parseTable, tablesRead } from '#platform/knowledge/read-table.ts'

const root = join(import.meta.dirname, '../../..')
const files = globSync('src/**/knowledge/*.tsv', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
const readers = globSync('src/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts') && /\bread(?:Table|WordLists)\(/.test(readFileSync(join(root, file), 'utf8')),
)

test('every file of knowledge is read by the program, with version, licence and source', async () => {
  for (const file of readers) await import(join(root, file))
  const read = tablesRead()
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((file) => !read.has(file))).toEqual([])
  expect([...read.keys()].filter((file) => !files.includes(file))).toEqual([])
  for (const { title, licence, source, rows } of read.values()) {
    // What belongs to others is named there.
    if (/\b(LOINC|ATC|ICD-10|digital-pews|WHO child growth)\b/.test(source)) expect(licence, title).toContain('see NOTICE')
    expect(title).toMatch(/^[A-Z]/)
    expect(licence).toMatch(/^Apache-2\.0( \(.+, see NOTICE\))?$/)
    expect(source.length).toBeGreaterThan(8)
    expect(rows.length).toBeGreaterThan(0)
  }
}, 60_000)

test('each file is read in one place', () => {
  const places = files.map((file) => {
    const [folder, name] = [dirname(dirname(file)), basename(file)]
    const own = readers.filter((reader) => reader.startsWith(`${folder}/`)).map((reader) => readFileSync(join(root, reader), 'utf8'))
    return [file, own.join('\n').split(new RegExp(`['/]${name}'`)).length - 1] as const
  })
  expect(places.filter(([, count]) => count !== 1)).toEqual([])
})

test('no table holds a character that editors hide', () => {
  const hidden = /(?!\t)[\p{Cc}\p{Cf}\u00A0]/u
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (hidden.test(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(found).toEqual([])
})

const columns = { name: text, parts: list(text), most: optional(number) }
const head = '# title: A table\n# version: 2026.11.1\n# licence: Apache-2.0\n# source: The project\n'
const read = (content: string) => parseTable('a.tsv', content, columns, ['name'])
const table = (...rows: string[]) => `${head}name\tparts\tmost\n${rows.map((row) => `${row}\n`).join('')}`

test('rows are read by their columns, and cannot be changed', () => {
  const { rows, version } = read(table('one\ta; b\t2.5', 'two\ta\t'))
  expect(version).toBe('2026.11.1')
  expect(rows).toEqual([
    { name: 'one', parts: ['a', 'b'], most: 2.5 },
    { name: 'two', parts: ['a'] },
  ])
  expect(() => Object.assign(rows[0]!, { most: 3 })).toThrow(TypeError)
  expect(() => (rows[0]!.parts as string[]).push('c')).toThrow(TypeError)
})

const broken: readonly (readonly [what: string, content: string, error: string])[] = [
  ['a missing source', table('one\ta\t1').replace('# source: The project\n', ''), 'a.tsv:1: no source'],
  ['a head that is not known', `# author: x\n${table('one\ta\t1')}`, 'a.tsv:1: expected'],
  ['another version', table('one\ta\t1').replace('2026.11.1', '1'), 'a.tsv:2: the version'],
  ['other columns', table('one\ta\t1').replace('parts', 'part'), 'a.tsv:5: the columns must be name, parts, most'],
  ['a cell too few', table('one\ta\t1', 'two\ta'), 'a.tsv:7: 2 cells instead of 3'],
  ['an empty cell', table('\ta\t1'), 'a.tsv:6: name: the cell is empty'],
  ['an empty part', table('one\ta; ; b\t1'), 'a.tsv:6: parts: '],
  ['a word for a number', table('one\ta\tmany'), 'a.tsv:6: most: "many" is not a number'],
  ['a blank at the end', table('one \ta\t1'), 'a.tsv:6: name: '],
  ['a key again', table('one\ta\t1', 'two\ta\t1', 'one\tb\t'), 'a.tsv:8: name: the same as in line 6'],
  ['a last line without end', table('one\ta\t1').slice(0, -1), 'a.tsv:6: the last line does not end'],
  ['letters in two parts', table('cafe\u0301\ta\t1'), 'a.tsv:6: '],
  ['no rows', table(), 'a.tsv:5: no rows'],
]
test.each(broken)('refuses %s, and names file and line', (_, content, error) => {
  expect(() => read(content)).toThrow(error)
})
