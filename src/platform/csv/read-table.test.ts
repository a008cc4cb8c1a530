import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Problems } from './problems.ts'
import { readTable, type TableForm } from './read-table.ts'

const dir = mkdtempSync(join(tmpdir(), 'kliniki-tables-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const form: TableForm<'name' | 'price'> = {
  columns: ['name', 'price'],
  needs: ['name'],
  missing: 'The column name is missing.',
  maxRows: 1_000,
  tooMany: 'The file has more than 1,000 rows.',
}
let count = 0
const read = (text: string) => {
  const path = join(dir, String(++count))
  writeFileSync(path, text)
  return readTable(path, form, new Problems())
}
const refusal = (text: string) =>
  read(text).then(
    () => 'was read',
    (error: { fields?: object }) => error.fields,
  )

test('a file of more columns than 200 is refused by its heading, one of endless rows where it is too long', async () => {
  expect(await read('name,price\nGauze,10\n')).toEqual([{ row: 2, cells: { name: 'Gauze', price: '10' } }])
  expect(await refusal(`name${',x'.repeat(50_000)}\n`)).toEqual({ file: ['The file has 50001 columns; the limit is 200.'] })
  expect(await refusal(`name,price\n${'a,1\n'.repeat(500_000)}`)).toEqual({ file: ['The file has more than 1,000 rows.'] })
  expect(await refusal(`name,price\n${'x'.repeat(4_000_000)}\n`)).toEqual({ file: ['A row of this file is too long.'] })
  expect(await refusal('name,price\n\0')).toEqual({ file: [expect.stringContaining('not a CSV file in UTF-8')] })
})
