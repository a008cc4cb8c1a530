import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, fromCents } from '#shared/money.ts'
import { faultsOf } from '../../src/testing/books/books.ts'
import { openTestClinic, type TestClinic } from '../../src/testing/clinic.ts'
import { fingerprint } from '../../src/testing/databases/fingerprint.ts'
import { silent } from './progress.ts'
import { findCsv, openCsv } from './read-csv.ts'
import { openReport } from './report.ts'
import { importSynthea } from './synthea.ts'

// Loaded once, because it takes long: all that is asked of the whole population is asked here.
const realData = join(import.meta.dirname, '../../../shared/data/synthea/csv')
const now = new Date('2026-03-02T07:30:00Z')

let clinic: TestClinic
let dir: string
beforeAll(async () => {
  clinic = await openTestClinic({ now })
  dir = mkdtempSync(join(tmpdir(), 'kliniki-population-'))
})
afterAll(async () => {
  await clinic.close()
  rmSync(dir, { recursive: true, force: true })
})

const run = async (at: Date) => {
  const report = openReport(dir, 'synthea', at)
  try {
    const counts = await importSynthea(clinic.db, realData, {
      dryRun: false,
      limit: null,
      now: at,
      report,
      progress: silent,
      currency: 'USD',
    })
    return {
      counts: Object.fromEntries(counts.map(({ file, ...rest }) => [file, rest])),
      rejected: readFileSync(report.path, 'utf8').trim().split('\n').slice(1),
    }
  } finally {
    report.close()
  }
}
const counted = (added: number, known = 0) => ({ added, known, rejected: 0, left_out: 0 })

/** What the file of claims comes to for each patient, in cents. */
const claimed = async () => {
  const written = new Map<string, number>()
  for await (const row of openCsv(findCsv(realData, 'claims') as string, ['id', 'patient', 'total']).rows()) {
    if ('reason' in row) throw new Error(row.reason)
    const { patient = '', total = '' } = row.record
    written.set(patient, (written.get(patient) ?? 0) + cents(total))
  }
  return written
}

/** Every laboratory result with its code, its value to the last decimal and its unit, in the order of the ids. */
const resultsOnFile = async () => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', substr(r.source, 9), p.loinc, r.result, r.unit, to_char(r.observed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')) as line
    from lab_results r join lab_panels p on p.id = r.panel_id where r.value is null or r.value::text = r.result
    order by r.source collate "C"`.execute(clinic.db)
  return rows.map(({ line }) => line)
}
const resultsInFile = async () => {
  const lines: [string, string][] = []
  for await (const row of openCsv(findCsv(realData, 'observations') as string, ['id']).rows()) {
    if ('reason' in row || row.record['category'] !== 'laboratory') continue
    const { id = '', loinc = '', value = '', value_text = '', unit = '', date = '' } = row.record
    const shown = value || value_text
    lines.push([id, [id, loinc, shown, Number.isNaN(Number(shown)) ? '' : unit, date.slice(0, 19)].filter(Boolean).join(' ')])
  }
  return lines.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
}

const isThere = existsSync(realData)
if (!isThere) process.stderr.write(`SKIPPED: the import of the real population, because ${realData} is absent.\n`)

test.skipIf(!isThere)(
  'the real population comes in whole, its claims come to the same for every patient, to the cent, and twice is once',
  { timeout: 300_000 },
  async () => {
    const { counts, rejected } = await run(now)
    expect(counts).toMatchObject({
      'patients.csv': counted(615),
      'allergies.csv': counted(374),
      'encounters.csv': counted(18_098),
      'conditions.csv': counted(4546),
      'observations.csv': counted(6486),
      'observations.csv, laboratory': counted(54_953),
      'medications.csv': counted(4712),
      'claims.csv': counted(22_810),
    })
    expect(rejected).toEqual([])
    const ask = async () =>
      (
        await sql<Record<string, number>>`select
          (select count(*) from visits where closed_at is not null) as closed, (select count(*) from invoices) as invoices,
          (select count(*) from charges) as charges, (select count(*) from visit_moves) as moves,
          (select min(extract(year from created_at)) from visits)::integer as first_year,
          (select count(*) from patient_alerts) as dead, (select count(*) from audit_log) as trail`.execute(clinic.db)
      ).rows[0]
    const firstTime = await ask()
    expect(firstTime).toMatchObject({
      closed: 18_098,
      invoices: 18_098 + 22_810,
      charges: 22_810,
      moves: 3 * 18_098 + 621,
      first_year: 1914,
      dead: 124,
    })

    const written = await claimed()
    const { rows: bills } = await sql<{ patient: string; total: string; owed: string }>`
      select substring(p.source from 9) as patient, sum(i.total) as total, sum(i.patient_balance + i.insurer_balance) as owed
      from invoices i join patients p on p.id = i.patient_id where i.issued_at is not null group by 1`.execute(clinic.db)
    expect(bills).toHaveLength(written.size)
    for (const { patient, total, owed } of bills)
      expect([total, owed], patient).toEqual(Array(2).fill(fromCents(written.get(patient) ?? -1)))
    expect(fromCents([...written.values()].reduce((sum, value) => sum + value, 0))).toBe('81390449.17')
    expect(await faultsOf(clinic.db)).toEqual([])
    expect(await resultsOnFile()).toEqual(await resultsInFile())

    const before = await fingerprint(clinic.ownerUrl)
    const again = await run(new Date(now.getTime() + 1000))
    expect(again.counts).toMatchObject({
      'encounters.csv': counted(0, 18_098),
      'observations.csv, laboratory': counted(0, 54_953),
      'claims.csv': { ...counted(0, 22_810), notes: [] },
    })
    expect(await fingerprint(clinic.ownerUrl)).toEqual(before)
    expect(await ask()).toEqual(firstTime)
  },
)
