import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cents, fromCents } from '#shared/money.ts'
import { findInconsistencies } from '../../src/testing/books/books.ts'
import { openTestClinic, type TestClinic } from '../../src/testing/clinic.ts'
import { ownData } from '../../src/testing/inputs/folders.ts'
import { describeReference } from '../../src/testing/inputs/reference.ts'
import { isWhole } from '../../src/testing/whole.ts'
import { fingerprint } from '../../src/testing/databases/fingerprint.ts'
import { silent } from './progress.ts'
import { findCsv, openCsv } from './read-csv.ts'
import { openReport } from './report.ts'
import { importSynthea } from './synthea.ts'

const now = new Date('2026-03-02T07:30:00Z')

let clinic: TestClinic
let dir: string
beforeEach(async () => {
  clinic = await openTestClinic({ now })
  dir = mkdtempSync(join(tmpdir(), 'kliniki-population-'))
})
afterEach(async () => {
  await clinic.close()
  rmSync(dir, { recursive: true, force: true })
})

const run = async (population: string, at: Date) => {
  const report = openReport(dir, 'synthea', at)
  try {
    const counts = await importSynthea(clinic.db, population, {
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

/** Every tenth patient of a population, from the first on, with what belongs to them, as a population of its own. */
const tenthOf = (population: string) => {
  const part = join(dir, 'tenth')
  mkdirSync(part)
  const linesOf = (name: string) =>
    gunzipSync(readFileSync(join(population, name)))
      .toString()
      .trimEnd()
      .split('\n')
  const write = (name: string, lines: string[]) => writeFileSync(join(part, name.replace(/\.gz$/, '')), `${lines.join('\n')}\n`)
  const [head = '', ...all] = linesOf('patients.csv.gz')
  const patients = all.filter((_, at) => at % 10 === 0)
  const ids = new Set(patients.map((line) => line.split(',', 1)[0]))
  write('patients.csv.gz', [head, ...patients])
  for (const name of readdirSync(population).filter((file) => file.endsWith('.csv.gz') && file !== 'patients.csv.gz')) {
    const [columns = '', ...lines] = linesOf(name)
    // The first columns of each are its id and its patient, which are never quoted.
    expect([name, columns.startsWith('id,patient,')]).toEqual([name, true])
    write(name, [columns, ...lines.filter((line) => ids.has(line.split(',', 2)[1]))])
  }
  return part
}

/** What the file of claims comes to for each patient, in cents. */
const claimed = async (population: string) => {
  const written = new Map<string, number>()
  for await (const row of openCsv(findCsv(population, 'claims') as string, ['id', 'patient', 'total']).rows()) {
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
const resultsInFile = async (population: string) => {
  const lines: [string, string][] = []
  for await (const row of openCsv(findCsv(population, 'observations') as string, ['id']).rows()) {
    if ('reason' in row || row.record['category'] !== 'laboratory') continue
    const { id = '', loinc = '', value = '', value_text = '', unit = '', date = '' } = row.record
    const shown = value || value_text
    lines.push([
      id,
      [id, loinc, shown, Number.isNaN(Number(shown)) ? '' : unit, new Date(date).toISOString().slice(0, 19)].filter(Boolean).join(' '),
    ])
  }
  return lines.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
}

interface Expected {
  patients: number
  allergies: number
  encounters: number
  conditions: number
  vitals: number
  results: number
  medicines: number
  claims: number
  /** Stays in the house, which have one move more. */
  stays: number
  firstYear: number
  dead: number
  total: string
}

/** All that is asked of a whole population, which is loaded once because that takes long. */
const expectPopulation = async (population: string, expected: Expected) => {
  const { counts, rejected } = await run(population, now)
  expect(rejected).toEqual([])
  expect(counts).toMatchObject({
    'patients.csv': counted(expected.patients),
    'allergies.csv': counted(expected.allergies),
    'encounters.csv': counted(expected.encounters),
    'conditions.csv': counted(expected.conditions),
    'observations.csv': counted(expected.vitals),
    'observations.csv, laboratory': counted(expected.results),
    'medications.csv': counted(expected.medicines),
    'claims.csv': counted(expected.claims),
  })
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
    closed: expected.encounters,
    invoices: expected.encounters + expected.claims,
    charges: expected.claims,
    moves: 3 * expected.encounters + expected.stays,
    first_year: expected.firstYear,
    dead: expected.dead,
  })

  const written = await claimed(population)
  const { rows: bills } = await sql<{ patient: string; total: string; owed: string }>`
      select substring(p.source from 9) as patient, sum(i.total) as total, sum(i.patient_balance + i.insurer_balance) as owed
      from invoices i join patients p on p.id = i.patient_id where i.issued_at is not null group by 1`.execute(clinic.db)
  expect(bills).toHaveLength(written.size)
  for (const { patient, total, owed } of bills) expect([total, owed], patient).toEqual(Array(2).fill(fromCents(written.get(patient) ?? -1)))
  expect(fromCents([...written.values()].reduce((sum, value) => sum + value, 0))).toBe(expected.total)
  expect(await findInconsistencies(clinic.db)).toEqual([])
  expect(await resultsOnFile()).toEqual(await resultsInFile(population))

  const before = await fingerprint(clinic.ownerUrl)
  const again = await run(population, new Date(now.getTime() + 1000))
  expect(again.counts).toMatchObject({
    'encounters.csv': counted(0, expected.encounters),
    'observations.csv, laboratory': counted(0, expected.results),
    'claims.csv': { ...counted(0, expected.claims), notes: [] },
  })
  expect(await fingerprint(clinic.ownerUrl)).toEqual(before)
  expect(await ask()).toEqual(firstTime)
}

describe('a population of invented patients', () => {
  test('comes in whole, its claims come to the same for every patient, to the cent, and twice is once', () =>
    expectPopulation(ownData('synthea'), {
      patients: 8,
      allergies: 4,
      encounters: 11,
      conditions: 5,
      vitals: 4,
      results: 11,
      medicines: 4,
      claims: 10,
      stays: 2,
      firstYear: 1914,
      dead: 2,
      total: '60230.76',
    }))

  test('keeps names with accents and apostrophes, people of a hundred years and every decimal of a measure', async () => {
    await run(ownData('synthea'), now)
    const { rows } = await sql<{ name: string; born: string }>`
      select concat_ws(' ', first_name, second_name) as name, date_of_birth::text as born from patients
      where source like 'synthea:%' order by source`.execute(clinic.db)
    expect(rows.map(({ name, born }) => `${name} ${born}`)).toEqual([
      'Adélaïde Mbengue 1921-02-28',
      "Cornelius O'Ngugi 1908-07-04",
      'Zoë Nuñez Ärlig 1976-12-31',
      "Jean-Baptiste N'Diaye 1988-05-17",
      'Łukasz Wałęsa-Otieno 2019-09-09',
      'Hannah Björk Achieng 1955-01-01',
      '陈 伟 2001-03-15',
      'Amina Said 1990-11-11',
    ])
    expect((await resultsOnFile()).find((line) => line.includes(' 2951-2 '))).toContain(' 139.85120044917263 mmol/L ')
  })
})

describeReference('synthea/csv', 'a population of 615 synthetic patients', (population) => {
  const title = 'comes in whole, its claims come to the same for every patient, to the cent, and twice is once'
  test.runIf(!isWhole)(`a tenth of it ${title}`, { timeout: 300_000 }, () =>
    expectPopulation(tenthOf(population), {
      patients: 62,
      allergies: 32,
      encounters: 1772,
      conditions: 443,
      vitals: 720,
      results: 5147,
      medicines: 420,
      claims: 2192,
      stays: 62,
      firstYear: 1926,
      dead: 12,
      total: '7032540.92',
    }),
  )
  test.runIf(isWhole)(title, { timeout: 300_000 }, () =>
    expectPopulation(population, {
      patients: 615,
      allergies: 374,
      encounters: 18_098,
      conditions: 4546,
      vitals: 6486,
      results: 54_953,
      medicines: 4712,
      claims: 22_810,
      stays: 621,
      firstYear: 1914,
      dead: 124,
      total: '81390449.17',
    }),
  )
})
