import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { xlsxRecords } from './read-xlsx.ts'
import { unzip, zipStored } from './unzip.ts'

const dir = mkdtempSync(join(tmpdir(), 'kliniki-sheets-'))
afterAll(() => {
  expect(readdirSync(dir).filter((name) => !/^\d+$/.test(name))).toEqual([])
  rmSync(dir, { recursive: true, force: true })
})
let count = 0
const readXlsx = async (bytes: Uint8Array) => {
  const path = join(dir, String(++count))
  writeFileSync(path, bytes)
  const rows: string[][] = []
  for await (const row of xlsxRecords(path)) rows.push(row)
  return rows
}

const day = new Date('2027-06-30T00:00:00Z')
const workbook = () =>
  writeXlsx([
    ['code', 'expiry', 'cost', 'used', ''].map((value) => ({ value })),
    [
      { value: '007' },
      { value: day, type: Date, format: 'dd/mm/yyyy' },
      { value: 0.1 + 0.2, type: Number },
      { value: true, type: Boolean },
      null,
    ],
    [{ value: '=1+1' }, null, { value: 5901234123457, type: Number }, null, { value: ' ä ' }],
  ]).toBuffer()

/** The same workbook with another sheet, packed. */
const withSheet = async (sheet: string | Buffer, packed = deflateRawSync(sheet)) => {
  const entries = await unzip(await workbook(), () => true, { parts: 100, bytes: 1e7 })
  const name = 'xl/worksheets/sheet1.xml'
  const zip = await zipStored([...entries.filter((one) => one.name !== name), { name, bytes: packed }])
  // What was stored as it is says from now on that it is packed, and how large it says it is.
  for (let at = zip.indexOf(name); at > 0; at = zip.indexOf(name, at + 1)) {
    const isCentral = zip.readUInt32LE(Math.max(0, at - 46)) === 0x02014b50
    zip.writeUInt16LE(8, isCentral ? at - 46 + 10 : at - 30 + 8)
    zip.writeUInt32LE(crc32(sheet), isCentral ? at - 46 + 16 : at - 30 + 14)
  }
  return zip
}
const sheetOf = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

test('cells are texts: days, numbers and codes as people see them, no formula', async () => {
  expect(await readXlsx(await workbook())).toEqual([
    ['code', 'expiry', 'cost', 'used', ''],
    ['007', '2027-06-30', '0.3', 'true', ''],
    ['=1+1', '', '5901234123457', '', ' ä '],
  ])
})

test('a small file that unpacks to a great one is refused', async () => {
  const bomb = await withSheet(Buffer.alloc(500_000_000))
  expect(bomb.length).toBeLessThan(600_000)
  await expect(readXlsx(bomb)).rejects.toMatchObject({ status: 400, fields: { file: [expect.stringContaining('too large')] } })
})

test('a cell at the far end of the sheet does not take the memory of all before it', async () => {
  const far = await withSheet(sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'.repeat(3)))
  await expect(readXlsx(far)).rejects.toMatchObject({ status: 400 })
})

/** The same workbook with other parts, as they are. */
const withParts = async (parts: Record<string, string>) => {
  const entries = await unzip(await workbook(), (name) => !Object.hasOwn(parts, name), { parts: 100, bytes: 1e7 })
  return zipStored([...entries, ...Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))])
}

test('a text that is kept once and shown in many cells counts in each of them', async () => {
  const cells = Array.from({ length: 100 }, (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>0</v></c></row>`).join('')
  const bytes = await withParts({
    'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'x'.repeat(1_000_000)}</t></si></sst>`,
    'xl/worksheets/sheet1.xml': sheetOf(cells),
  })
  await expect(readXlsx(bytes)).rejects.toMatchObject({ status: 400, fields: { file: [expect.stringContaining('too large')] } })
})

test('numbers are read as people see them, however the program wrote them', async () => {
  const numbers = ['1E-3', '10.0', '2.5E2', '0.1', '12345678901234', '-3']
  const sheet = sheetOf(`<row r="1">${numbers.map((n, at) => `<c r="${'ABCDEF'[at]}1"><v>${n}</v></c>`).join('')}</row>`)
  expect(await readXlsx(await withParts({ 'xl/worksheets/sheet1.xml': sheet }))).toEqual([
    ['0.001', '10', '250', '0.1', '12345678901234', '-3'],
  ])
})

test('a formula that failed shows its failure, not an empty cell', async () => {
  const sheet = sheetOf('<row r="1"><c r="A1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c s="0" r="B1" t="e"><v>#N/A</v></c></row>')
  expect(await readXlsx(await withParts({ 'xl/worksheets/sheet1.xml': sheet }))).toEqual([['#DIV/0!', '#N/A']])
})

test.each([
  ['not packed as it says', () => withSheet('x', Buffer.from('nothing'))],
  ['no sheet', () => withSheet('<html/>')],
  ['cut off', async () => (await workbook()).subarray(0, 700)],
  ['another archive', async () => zipStored([{ name: 'a.txt', bytes: Buffer.from('a') }])],
  ['an entity', () => withSheet(sheetOf('<!DOCTYPE x [<!ENTITY a "&b;&b;">]><row r="1"><c r="A1" t="str"><v>&a;</v></c></row>'))],
])('%s: a 400 or plain text, never more', async (_what, make) => {
  const reported = await readXlsx(await make()).catch((error: { status: number }) => error.status)
  if (Array.isArray(reported)) expect(JSON.stringify(reported).length).toBeLessThan(50)
  else expect(reported).toBe(400)
})

test('thousands of rows are read', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => Array.from({ length: 11 }, (_cell, at) => ({ value: `cell ${n} ${at}` })))
  const file = await writeXlsx(rows).toBuffer()
  expect((await readXlsx(file)).length).toBe(5_000)
})
