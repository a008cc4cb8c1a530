import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableTypes, type Table } from '#shared/table.ts'
import { anInsurer, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'

const DAY_MS = 86_400_000
// 00:30 of the second in Nairobi, still the first in Greenwich.
const NIGHT = new Date('2026-03-01T21:30:00Z')
const range = { start_date: '2026-03-01', end_date: '2026-03-31' }
const search = new URLSearchParams(range)

let clinic: TestClinic
let person: Person
let till: Person
const ids = { item: 0, patient: 0, insurer: 0, cash: 0, mobile: 0 }

const post = async <T>(url: string, body: object): Promise<T> => {
  const reply = await till.call('POST', url, body)
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.json<T>()
}
const bill = async (quantity: string, patient: number, insurance_company: number | null = null) => {
  const { id } = await post<{ id: number }>('/billing/invoices/', { patient, insurance_company })
  await post('/billing/invoice-items/', { invoice: id, item: ids.item, quantity })
  await post(`/billing/invoices/${id}/issue/`, {})
  return id
}
const at = async (now: Date) => {
  clinic.clock.now = now
  till = await clinic.signedInFrom('System administrator', 'sysadmin')
  person = await clinic.signedInAs(['reports.sales'])
}

beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  await db.updateTable('company').set({ name: 'Lakeside Clinic', currency: 'KES', time_zone: 'Africa/Nairobi' }).execute()
  ids.item = (await anItem(db, '100.00', { name: '=Malaria test' })).id
  ids.insurer = (await anInsurer(db, { [ids.item]: '80.00' }, { percent: '25' })).id
  ids.patient = (await aPatient(db, { first_name: '=Achieng', second_name: 'Ouma' })).id
  const modes = await db.selectFrom('payment_modes').select(['id', 'category']).execute()
  ids.cash = modes.find(({ category }) => category === 'cash')!.id
  ids.mobile = modes.find(({ category }) => category === 'mobile money')!.id
  await at(new Date(NIGHT.getTime() - 100 * DAY_MS))
  await bill('1', ids.patient)
  await at(NIGHT)
  const first = await bill('3', ids.patient)
  await post(`/billing/invoices/${first}/payments/`, {
    payments: [
      { payment_mode: ids.cash, amount: '120.00' },
      { payment_mode: ids.mobile, amount: '130.00', reference: 'QX1' },
    ],
  })
  await bill('2', (await aPatient(db)).id, ids.insurer)
})
afterAll(() => clinic.close())

const thrice = <T>(row: T): T[] => [row, row, row]
const tableOf = async (url: string) => {
  const reply = await person.call('GET', url)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Table>()
}

const byDate = (accept: string, key?: string) =>
  person.call('POST', '/reports/sale_by_date/', range, { accept, ...(key && { 'idempotency-key': key }) })
const nameOf = ({ headers }: Reply) => headers['content-disposition']
/** A printed report: its head, and all that stands on it. */
const printedReport = async (url: string) => {
  const { statusCode, headers, rawPayload } = await clinic.app.inject({ url, headers: { authorization: `Bearer ${person.token}` } })
  expect(statusCode).toBe(200)
  return { headers, text: pdfPages(rawPayload).flat().join(' ').replaceAll(/\s+/g, ' ') }
}
const trail = () =>
  clinic.db.selectFrom('audit_log').select(['actor_id', 'action', 'change']).where('entity', '=', 'report').orderBy('id').execute()

describe('what the reports say', () => {
  test('sales by date: a row for every day with sales, by the day of the clinic', async () => {
    const reply = await person.call('POST', '/reports/sale_by_date/', range)
    const { rows, totals, title, currency, subject, columns } = reply.json<Table>()
    const noTax = { tax: '0.00', tax_credited: '0.00', tax_net: '0.00' }
    const sums = { bills: 2, lines: 2, sales: '460.00', billed: '460.00', credited: '0.00', net: '460.00', ...noTax }
    expect([reply.status, rows, totals]).toEqual([200, [{ day: '2026-03-02', ...sums }], sums])
    expect([title, currency, subject, columns[0]]).toEqual(['Sales by date', 'KES', null, { key: 'day', title: 'Day', kind: 'date' }])
  })

  test('sales by item and date names the item; an item that is not there is 404', async () => {
    const { subject, rows } = (await person.call('POST', '/reports/sale_by_item_and_date/', { ...range, item_id: ids.item })).json<Table>()
    expect([subject, rows]).toEqual(['=Malaria test', [expect.objectContaining({ day: '2026-03-02', quantity: '5.000', net: '460.00' })]])
    expect((await person.call('POST', '/reports/sale_by_item_and_date/', { ...range, item_id: 999_999 })).status).toBe(404)
  })

  test('sales by service, by category and by department', async () => {
    const byItem = await tableOf(`/reports/sales_by_service/?${search}`)
    expect(byItem.rows).toEqual([
      expect.objectContaining({ item: ids.item, name: '=Malaria test', quantity: '5.000', lines: 2, net: '460.00' }),
    ])
    expect(byItem.totals).not.toHaveProperty('quantity')
    expect((await tableOf(`/reports/sales_by_service/?${search}&group=category`)).rows[0]).toMatchObject({
      name: 'procedure',
      net: '460.00',
    })
    expect((await tableOf(`/reports/sales_by_service/?${search}&group=department`)).rows[0]).toMatchObject({ name: 'No department' })
  })

  test('sales by payer: the co-pay is the patient’s', async () => {
    const { rows, totals } = await tableOf(`/reports/sales_by_payer/?${search}`)
    expect(rows).toEqual([
      expect.objectContaining({ payer: 'Patients', bills: 2, net: '340.00', received: '250.00' }),
      expect.objectContaining({ insurance_company: ids.insurer, bills: 1, net: '120.00', received: '0.00' }),
    ])
    expect([totals['net'], totals]).toEqual(['460.00', expect.not.objectContaining({ bills: 3 })])
  })

  test('takings by payment mode: today when no day is named, one category when it is asked for', async () => {
    const today = (await tableOf('/reports/total_payment_mode_amount/')) as unknown as {
      total_amount: string
      start_date: string
      data: object[]
    }
    expect(today).toMatchObject({ start_date: '2026-03-02', end_date: '2026-03-02', total_amount: '250.00' })
    expect(today.data).toHaveLength(2)
    expect(await tableOf('/reports/total_payment_mode_amount/?payment_mode=mobile%20money&date=2026-03-02')).toMatchObject({
      total_amount: '130.00',
      data: [
        {
          payment_mode: ids.mobile,
          payment_mode_name: 'Mobile money',
          payment_category: 'mobile money',
          receipts: 1,
          received: '130.00',
          refunded: '0.00',
          reversed: '0.00',
          total: '130.00',
        },
      ],
    })
    expect(await tableOf('/reports/total_payment_mode_amount/?date=2026-03-01')).toMatchObject({ total_amount: '0.00', data: [] })
    expect(await tableOf(`/reports/total_payment_mode_amount/?${search}`)).toMatchObject({ total_amount: '250.00' })
  })

  test('debtors by the age of their bills, with the patient whose bills to open', async () => {
    const { rows, totals } = await tableOf('/reports/debtors/')
    expect(rows).toEqual([
      expect.objectContaining({
        patient: ids.patient,
        kind: 'Patient',
        name: '=Achieng Ouma',
        bills: 2,
        days_30: '50.00',
        older: '100.00',
        balance: '150.00',
      }),
      expect.objectContaining({ insurance_company: ids.insurer, patient: null, kind: 'Insurer', days_30: '120.00', balance: '120.00' }),
      expect.objectContaining({ kind: 'Patient', days_30: '40.00' }),
    ])
    expect(totals).toMatchObject({ bills: 4, days_30: '210.00', days_60: '0.00', older: '100.00', to_pay_back: '0.00', balance: '310.00' })
    const before = await tableOf('/reports/debtors/?date=2026-01-20')
    expect(before.rows).toEqual([expect.objectContaining({ patient: ids.patient, bills: 1, days_60: '100.00', balance: '100.00' })])
    expect((await tableOf('/reports/debtors/?start_date=2026-01-01&end_date=2026-01-20')).rows).toEqual(before.rows)
  })

  test('the close of the day', async () => {
    const { rows, totals } = await tableOf('/reports/day_close/')
    const entry = (part: string, name: string) => rows.find((row) => row['part'] === part && row['entry'] === name)
    expect(entry('Billed', 'Bills issued')).toMatchObject({ count: 2, amount: '460.00' })
    expect(entry('Takings', 'Cash')).toMatchObject({ count: 1, amount: '120.00' })
    expect(entry('Takings', 'Total taken')).toMatchObject({ amount: '250.00' })
    expect(entry('Outstanding', 'Bills of the day')).toMatchObject({ count: 2, amount: '210.00' })
    expect(entry('Outstanding', 'All bills')).toMatchObject({ count: 3, amount: '310.00' })
    expect(totals).toEqual({})
  })
})

describe('the same rows as a file', () => {
  test('CSV, where no name becomes a formula', async () => {
    const reply = await byDate('text/csv')
    expect([reply.status, reply.headers['content-type'], reply.headers['vary']]).toEqual([
      200,
      expect.stringContaining('text/csv'),
      expect.stringMatching(/accept/i),
    ])
    expect(nameOf(reply)).toBe(
      `attachment; filename="sales-by-date-2026-03-01-to-2026-03-31.csv"; filename*=UTF-8''sales-by-date-2026-03-01-to-2026-03-31.csv`,
    )
    expect(reply.text).toBe(
      '\uFEFFDay,Bills,Items billed,Sales before tax,Tax charged,Billed,Credited,Tax credited,Net tax,Net\r\n2026-03-02,2,2,460.00,0.00,460.00,0.00,0.00,0.00,460.00\r\n',
    )
    const debtors = await person.call('GET', '/reports/debtors/', undefined, { accept: 'text/csv' })
    expect(debtors.text).toContain(`'=Achieng Ouma,Patient,`)
  })

  test('XLSX and PDF', async () => {
    const sheet = await byDate(tableTypes.xlsx)
    expect([sheet.status, sheet.headers['content-type'], sheet.text.slice(0, 2)]).toEqual([200, tableTypes.xlsx, 'PK'])
    const printed = await byDate('application/pdf, */*;q=0.1')
    expect([printed.status, printed.headers['content-type'], printed.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  })

  test('the printed reports, made for each request', async () => {
    const sales = await printedReport(`/sale_by_date/pdf/?${search}`)
    expect(sales.headers['content-disposition']).toContain('inline; filename="sales-by-date-2026-03-01-to-2026-03-31.pdf"')
    for (const part of ['Lakeside Clinic', 'Sales by date', '2 Mar 2026', '460.00']) expect(sales.text).toContain(part)
    expect((await printedReport(`/serve_sales_by_item_id_pdf/?${search}&item_id=${ids.item}`)).text).toContain('=Malaria test')
    expect((await printedReport(`/sale_by_date/pdf/?start_date=2025-01-01&end_date=2025-01-31`)).text).toContain('No data in this period.')
  })

  test('nothing else: 406 names what there is', async () => {
    const reply = await byDate('image/png')
    expect([reply.status, reply.json()]).toEqual([406, { code: 'not_acceptable', detail: expect.stringContaining('text/csv') }])
    expect((await byDate('text/html, */*;q=0.8')).json<Table>().title).toBe('Sales by date')
  })

  test('a key that was used for the table is not answered with the table when a file is wanted', async () => {
    const first = await byDate('application/json', 'one')
    expect((await byDate('application/json', 'one')).text).toBe(first.text)
    expect((await byDate('text/csv', 'one')).status).toBe(422)
    expect((await byDate('text/csv', 'two')).text).toBe((await byDate('text/csv', 'two')).text)
  })
})

test('every run leaves one row in the trail: which report, which days, in what form', async () => {
  const before = (await trail()).length
  await person.call('POST', '/reports/sale_by_date/', range)
  await person.call('GET', '/reports/debtors/', undefined, { accept: 'text/csv' })
  await person.call('GET', `/serve_sales_by_item_id_pdf/?${search}&item_id=${ids.item}`)
  expect((await trail()).slice(before)).toEqual([
    { actor_id: person.id, action: 'read', change: { report: 'sales-by-date', ...range, as: 'application/json' } },
    {
      actor_id: person.id,
      action: 'read',
      change: { report: 'debtors', start_date: '2026-03-02', end_date: '2026-03-02', as: 'text/csv' },
    },
    {
      actor_id: person.id,
      action: 'read',
      change: { report: 'sales-by-item-and-date', ...range, item_id: ids.item, as: 'application/pdf' },
    },
  ])
})

describe('what is asked wrongly is told by field', () => {
  const cases: [string, string, object][] = [
    ['the end before the start', 'end_date', { start_date: '2026-03-02', end_date: '2026-03-01' }],
    ['more than five years', 'end_date', { start_date: '2021-01-01', end_date: '2026-01-03' }],
    ['a day that is none', 'start_date', { start_date: '2026-02-30', end_date: '2026-03-01' }],
    ['no day at all', 'end_date', { start_date: '2026-03-01', end_date: 'tomorrow' }],
    ['a day before there were clinics', 'start_date', { start_date: '0000-01-01', end_date: '1900-01-02' }],
    ['no end', 'end_date', { start_date: '2026-03-01' }],
    ['an instant', 'start_date', { start_date: '2026-03-01T00:00:00Z', end_date: '2026-03-01' }],
  ]
  test.each(cases)('%s', async (_name, field, asked) => {
    const posted = await person.call('POST', '/reports/sale_by_date/', asked)
    expect([posted.status, Object.keys(posted.json())]).toEqual([400, [field]])
    const query = new URLSearchParams(asked as Record<string, string>)
    for (const url of ['/reports/sales_by_payer/', '/sale_by_date/pdf/', '/reports/total_payment_mode_amount/', '/reports/debtors/'])
      expect((await person.call('GET', `${url}?${query}`)).json(), url).toHaveProperty(field)
  })

  test('five whole years are answered', async () => {
    expect((await person.call('POST', '/reports/sale_by_date/', { start_date: '2021-03-01', end_date: '2026-02-28' })).status).toBe(200)
  })

  test.each([
    ['/reports/total_payment_mode_amount/?payment_mode=shells', 'payment_mode'],
    ['/reports/total_payment_mode_amount/?date=2026-03-01&start_date=2026-03-01&end_date=2026-03-02', 'date'],
    ['/reports/day_close/?date=today', 'date'],
    [`/reports/sales_by_service/?${search}&group=colour`, 'group'],
    [`/serve_sales_by_item_id_pdf/?${search}&item_id=x`, 'item_id'],
  ])('%s', async (url, field) => {
    const reply = await person.call('GET', url)
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
  })
})

test('tax that a credit note gives back is taken off the tax of its day', async () => {
  await at(new Date('2026-04-10T08:00:00Z'))
  const vat = await clinic.db.insertInto('tax_classes').values({ name: 'VAT', rate: '16' }).returning('id').executeTakeFirstOrThrow()
  const taxed = (await anItem(clinic.db, '20.00', { tax_class_id: vat.id, name: 'Dressing' })).id
  const { id } = await post<{ id: number }>('/billing/invoices/', { patient: (await aPatient(clinic.db)).id })
  const line = await post<{ id: number }>('/billing/invoice-items/', { invoice: id, item: taxed, quantity: '2' })
  const discounted = { discount: '5.00', reason: 'Staff' }
  expect((await till.call('PATCH', `/billing/invoice-items/${line.id}/`, discounted)).json()).toMatchObject({
    item_amount: '35.00',
    tax: '4.83',
  })
  await post(`/billing/invoices/${id}/issue/`, {})
  const days = { start_date: '2026-04-10', end_date: '2026-04-10' }
  const taxOf = async () => {
    const date = (await person.call('POST', '/reports/sale_by_date/', days)).json<Table>()
    const item = (await person.call('POST', '/reports/sale_by_item_and_date/', { ...days, item_id: taxed })).json<Table>()
    const service = await tableOf(`/reports/sales_by_service/?${new URLSearchParams(days)}`)
    const sums = [date, item, service].map(({ totals }) => [totals['tax'], totals['tax_credited'], totals['tax_net'], totals['net']])
    const { rows } = await tableOf('/reports/day_close/')
    const close = rows.filter(({ entry }) => entry === 'Of which tax' || entry === 'Net tax').map(({ amount }) => amount)
    return [...sums, close]
  }
  expect(await taxOf()).toEqual([...thrice(['4.83', '0.00', '4.83', '35.00']), ['4.83', '0.00', '4.83']])
  const note = { reason: 'Not used', items: [{ invoice_item: line.id, amount: '10.00' }] }
  await post(`/billing/invoices/${id}/credit-notes/`, note)
  expect(await taxOf()).toEqual([...thrice(['4.83', '1.38', '3.45', '25.00']), ['4.83', '1.38', '3.45']])
  await post(`/billing/invoices/${id}/credit-notes/`, { reason: 'Not used' })
  expect(await taxOf()).toEqual([...thrice(['4.83', '4.83', '0.00', '0.00']), ['4.83', '4.83', '0.00']])
  expect((await till.call('GET', `/billing/invoices/${id}/`)).json()).toMatchObject({ tax: '4.83', credited_tax: '4.83' })
})

test('who may not see sales sees no report', async () => {
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  for (const url of ['/reports/debtors/', '/reports/day_close/', `/sale_by_date/pdf/?${search}`, `/reports/sales_by_service/?${search}`])
    expect((await nurse.call('GET', url)).status, url).toBe(403)
  expect((await nurse.call('POST', '/reports/sale_by_date/', range)).status).toBe(403)
})

test('the schema tells every form of a report', async () => {
  const { paths } = (await person.call('GET', '/schema/')).json<{
    paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>
  }>()
  expect(Object.keys(paths['/reports/debtors']!['get']!.responses['200']!.content)).toEqual([
    'application/json',
    ...Object.values(tableTypes),
  ])
  expect(Object.keys(paths['/sale_by_date/pdf']!['get']!.responses['200']!.content)).toEqual(['application/pdf'])
})
