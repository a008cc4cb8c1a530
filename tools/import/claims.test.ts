import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findInconsistencies } from '../../src/testing/books/books.ts'
import { openTestClinic, type TestClinic } from '../../src/testing/clinic.ts'
import { decimalOf, roundHalfUp } from './decimal.ts'
import { silent } from './progress.ts'
import { openReport } from './report.ts'
import { importSynthea, type ImportOptions } from './synthea.ts'

const now = new Date('2026-03-02T07:30:00Z')

let clinic: TestClinic
let dir: string
beforeEach(async () => {
  clinic = await openTestClinic({ now })
  dir = mkdtempSync(join(tmpdir(), 'kliniki-claims-'))
})
afterEach(async () => {
  await clinic.close()
  rmSync(dir, { recursive: true, force: true })
})

let runs = 0
const run = async (from: string, options: Partial<ImportOptions> = {}) => {
  const report = openReport(dir, 'synthea', new Date(now.getTime() + runs++))
  try {
    const counts = await importSynthea(clinic.db, from, { dryRun: false, limit: null, now, report, progress: silent, ...options })
    const claims = counts.find(({ file }) => file === 'claims.csv')
    return { claims, rejected: readFileSync(report.path, 'utf8').trim().split('\n').slice(1) }
  } finally {
    report.close()
  }
}
const write = (claims: string) => {
  writeFileSync(
    join(dir, 'patients.csv'),
    'id,birthdate,first,last,gender\np1,1956-08-03,Ann,Other,female\np2,1990-01-01,Bea,Other,female\n',
  )
  writeFileSync(join(dir, 'allergies.csv'), 'id,patient,recorded,description\n')
  writeFileSync(
    join(dir, 'encounters.csv'),
    'id,patient,start,stop,description\ne1,p1,2020-01-01T22:30:00+00:00,2020-01-01T22:45:00+00:00,Check-up\n',
  )
  writeFileSync(join(dir, 'claims.csv'), `id,patient,encounter_or_rx,created,status,total,currency,insurer,items\n${claims}`)
}

test('a claim becomes an issued bill of its day, for its visit and its insurer', async () => {
  write(`c1,p1,e1,2020-01-01T22:50:00+00:00,active,125,KES,private,2
c2,p1,e1,2020-01-01T22:50:00+00:00,active,0.5,KES,no_insurance,1
c3,p2,e1,2020-02-01T10:00:00+00:00,finished,1000.00,KES,medicare,1
c4,p2,,2020-02-01T10:00:00+00:00,active,0,KES,no_insurance,1
`)
  const { claims, rejected } = await run(dir)
  expect(claims).toEqual({
    file: 'claims.csv',
    added: 4,
    known: 0,
    rejected: 0,
    left_out: 0,
    notes: ['2 bills over 125.50 stay open, because nothing says that they were paid; --paid-until DAY says so.'],
  })
  expect(rejected).toEqual([])
  const { rows } = await sql`
    select i.number, i.issued_on::text as day, i.total, i.insurer_balance as insurer, i.patient_balance as patient, i.status, v.source as visit,
      c.name as payer, (select string_agg(item_name, ' ') from charges where invoice_id = i.id) as lines
    from invoices i left join visits v on v.id = i.visit_id left join insurance_companies c on c.id = i.insurance_company_id
    where i.source like 'synthea:claim:%' order by i.id`.execute(clinic.db)
  const line = 'Imported claim'
  expect(rows).toEqual([
    // Half past ten at night in London is the next day in Nairobi.
    {
      number: 'OLD-000001',
      day: '2020-01-02',
      total: '125.00',
      insurer: '125.00',
      patient: '0.00',
      status: 'issued',
      visit: 'synthea:e1',
      payer: 'Private insurance',
      lines: line,
    },
    {
      number: 'OLD-000002',
      day: '2020-01-02',
      total: '0.50',
      insurer: '0.00',
      patient: '0.50',
      status: 'issued',
      visit: 'synthea:e1',
      payer: null,
      lines: line,
    },
    {
      number: 'OLD-000003',
      day: '2020-02-01',
      total: '1000.00',
      insurer: '0.00',
      patient: '0.00',
      status: 'paid',
      visit: null,
      payer: 'Medicare',
      lines: line,
    },
    {
      number: 'OLD-000004',
      day: '2020-02-01',
      total: '0.00',
      insurer: '0.00',
      patient: '0.00',
      status: 'paid',
      visit: null,
      payer: null,
      lines: line,
    },
  ])
  expect(await clinic.db.selectFrom('receipts').select(['number', 'total']).execute()).toEqual([{ number: 'OLD-000005', total: '1000.00' }])
  expect(await findInconsistencies(clinic.db)).toEqual([])
})

test('what is no bill, no amount or another currency is refused with its reason', async () => {
  write(`c1,p1,e1,2020-01-01T22:50:00+00:00,cancelled,125,KES,private,2
c2,p1,e1,2020-01-01T22:50:00+00:00,active,-5,KES,private,2
c3,p1,e1,2020-01-01T22:50:00+00:00,active,1e5,KES,private,2
c4,p1,e1,2020-01-01T22:50:00+00:00,active,5,USD,private,2
c5,p1,e1,2999-01-01T22:50:00+00:00,active,5,KES,private,2
c6,nobody,e1,2020-01-01T22:50:00+00:00,active,5,KES,private,2
,p1,e1,2020-01-01T22:50:00+00:00,active,5,KES,private,2
`)
  const { claims, rejected } = await run(dir)
  expect(claims).toMatchObject({ added: 0, rejected: 7, notes: [] })
  const reasons = [/cancelled is that of no bill/, /total: -5/, /total: 1e5/, /--currency USD/, /future/, /no patient nobody/, /no id/]
  for (const reason of reasons)
    expect(
      rejected.filter((row) => reason.test(row)),
      String(reason),
    ).toHaveLength(1)
  expect(await run(dir, { currency: 'USD' })).toMatchObject({ claims: { added: 1, rejected: 6 } })
})

test('amounts of more decimals are rounded half up, and the difference is told to the last digit', async () => {
  write(`c1,p1,e1,2020-01-01T22:50:00+00:00,active,10.005,KES,private,2
c2,p1,e1,2020-01-01T22:50:00+00:00,active,10.00499999999999,KES,private,2
c3,p1,e1,2020-01-01T22:50:00+00:00,active,0.1,KES,private,2
`)
  const { claims } = await run(dir, { paidUntil: '2025-12-31' })
  expect(claims?.notes).toEqual(['2 amounts had more decimals than the currency and were rounded half up: together by 0.00000000000001.'])
  const { rows } = await sql<{
    total: string
    status: string
  }>`select total, status from invoices where source like 'synthea:claim:%' order by id`.execute(clinic.db)
  expect(rows).toEqual(['10.01', '10.00', '0.10'].map((total) => ({ total, status: 'paid' })))
  expect(roundHalfUp('9999999999.99')).toEqual({ amount: '9999999999.99', difference: 0n })
  expect(roundHalfUp('2.5', 0)).toMatchObject({ amount: '3.00' })
  expect(roundHalfUp('.5')).toBeNull()
  expect(decimalOf(-5n * 10n ** 15n)).toBe('-0.005')
})
