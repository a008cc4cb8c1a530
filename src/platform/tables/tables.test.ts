import { afterAll, expect, test } from 'vitest'
import { tableTypes, type Table } from '#shared/table.ts'
import { pdfPrinter } from '#platform/pdf/print.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { tableToCsv } from './csv.ts'
import { fileOf, tableFile } from './render.ts'
import { unzip } from './unzip.ts'
import { tableToXlsx } from './xlsx.ts'

const printer = pdfPrinter()
afterAll(() => printer.close())

const table: Table = {
  title: 'Sales: by date / item',
  subject: 'Paracetamol #1 *500 mg*',
  start_date: '2026-03-01',
  end_date: '2026-03-31',
  currency: 'KES',
  columns: [
    { key: 'name', title: 'Who', kind: 'text' },
    { key: 'day', title: 'Day', kind: 'date' },
    { key: 'lines', title: 'Items', kind: 'count' },
    { key: 'quantity', title: 'Quantity', kind: 'quantity' },
    { key: 'net', title: 'Net', kind: 'money' },
  ],
  rows: [
    { name: '=HYPERLINK("http://x","y")', day: '2026-03-02', lines: 3, quantity: '0.333', net: '1234567.05', hidden: 9 },
    { name: '-2+3', day: '2026-03-03', lines: 1, quantity: '2.000', net: '-5.00' },
    { name: 'Ouma, "Achieng" <b>é</b>', day: null, lines: 0, quantity: null, net: '0.00' },
  ],
  totals: { lines: 4, net: '1234562.05' },
}
const head = { clinic: 'Lakeside Clinic', printed: '2 Mar 2026, 10:30' }

test('CSV: no text becomes a formula, amounts stay amounts, hidden values stay hidden', () => {
  expect(tableToCsv(table).toString('utf8')).toBe(
    [
      '\uFEFFWho,Day,Items,Quantity,Net',
      `"'=HYPERLINK(""http://x"",""y"")",2026-03-02,3,0.333,1234567.05`,
      `'-2+3,2026-03-03,1,2.000,-5.00`,
      '"Ouma, ""Achieng"" <b>é</b>",,0,,0.00',
      '',
    ].join('\r\n'),
  )
})

/** The parts of a spreadsheet, by name. */
const partsOf = async (zip: Buffer) =>
  new Map((await unzip(zip, () => true, { parts: 100, bytes: 1e7 })).map(({ name, bytes }) => [name, bytes.toString()]))

test('XLSX: numbers are numbers, texts are texts, the sums stand below', async () => {
  const parts = await partsOf(await tableToXlsx(table))
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).not.toContain('<f>')
  const cell = (at: string) => new RegExp(`<c r="${at}"([^>]*)>(.*?)</c>`).exec(sheet)?.slice(1).join(' ') ?? ''
  expect(cell('E2')).toContain('<v>1234567.05</v>')
  expect(cell('E3')).toContain('<v>-5</v>')
  expect(cell('D2')).toContain('<v>0.333</v>')
  for (const at of ['A2', 'A3', 'A5']) expect(cell(at)).toMatch(/t="(s|inlineStr)"/)
  for (const at of ['C2', 'D2', 'E2', 'E5']) expect(cell(at)).not.toContain('t="s"')
  expect(cell('E5')).toContain('<v>1234562.05</v>')
  // Days as spreadsheets count them: 2 March 2026.
  expect(cell('B2')).toContain('<v>46083</v>')
  expect(parts.get('xl/workbook.xml')).toContain('name="Sales  by date   item"')
})

test('PDF: head, rows and sums on paper, amounts in groups of three, texts as they are', async () => {
  const { body, filename, inline } = await tableFile(table, tableTypes.pdf, { name: 'sales', printPdf: printer.print, head })
  const text = pdfPages(Buffer.from(body as Uint8Array))
    .flat()
    .join(' ')
  for (const part of [
    'Lakeside Clinic',
    'Paracetamol #1 *500 mg*',
    '1 Mar 2026 – 31 Mar 2026',
    'KES',
    '1,234,567.05',
    '-5.00',
    '=HYPERLINK',
    'Total',
    '1,234,562.05',
  ])
    expect(text.replaceAll(/\s+/g, ' ')).toContain(part)
  expect([filename, inline]).toEqual(['sales-2026-03-01-to-2026-03-31.pdf', true])
})

test('a table that is too long for paper says so', async () => {
  const long = { ...table, rows: Array.from({ length: 5001 }, () => table.rows[0]!) }
  await expect(tableFile(long, tableTypes.pdf, { name: 'sales', printPdf: printer.print, head })).rejects.toMatchObject({ status: 400 })
})

test('one day is named once, and JSON is no file', async () => {
  const one = { ...table, end_date: table.start_date }
  expect((await tableFile(one, 'text/csv', { name: 'sales', printPdf: printer.print, head })).filename).toBe('sales-2026-03-01.csv')
  expect([fileOf('application/json'), fileOf(tableTypes.xlsx)]).toEqual([undefined, 'xlsx'])
})
