import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigurationError } from '#platform/config.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../src/testing/clinic.ts'
import { silent } from './progress.ts'
import { openReport } from './report.ts'
import { importSynthea } from './synthea.ts'

const now = new Date('2026-03-02T07:30:00Z')

let clinic: TestClinic
let dir: string
beforeEach(async () => {
  clinic = await openTestClinic({ now })
  dir = mkdtempSync(join(tmpdir(), 'kliniki-import-'))
})
afterEach(async () => {
  await clinic.close()
  rmSync(dir, { recursive: true, force: true })
})

const run = async (from: string, { dryRun = false, limit = null as number | null, at = now } = {}) => {
  const report = openReport(dir, 'synthea', at)
  try {
    const counts = await importSynthea(clinic.db, from, { dryRun, limit, now: at, report, progress: silent })
    return {
      counts: Object.fromEntries(counts.map(({ file, ...rest }) => [file, rest])),
      rejected: readFileSync(report.path, 'utf8').trim().split('\n').slice(1),
    }
  } finally {
    report.close()
  }
}
const counted = (added: number, known = 0, rejected = 0, left_out = 0) => ({ added, known, rejected, left_out })

const tables =
  `patients patient_identifiers patient_insurances insurance_companies patient_alerts allergies visits visit_moves invoices triages prescriptions
  process_test_requests problems vital_signs patient_medicines charges receipts payments allocations journal_entries postings items payment_modes document_counters audit_log patient_search_keys`.split(
    /\s+/,
  )
const fingerprint = () =>
  asOwner(clinic.ownerUrl, async (client) => {
    const sums: Record<string, string> = {}
    for (const table of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t`,
      )
      sums[table] = rows[0]?.sum ?? ''
    }
    const { rows } = await client.query<{
      last: string
    }>(`select string_agg(sequencename || coalesce(last_value, 0), ' ' order by sequencename) as last
      from pg_sequences where sequencename like 'number%'`)
    return { ...sums, numbers: rows[0]?.last }
  })

const patients = `Id,BIRTHDATE,deathdate,first,last,gender,phone,address,city,state,postal,country,lat,mrn,ssn,passport,drivers,language
p1,1956-08-03,,Adán,"O'Keefe",male,555-978-4581,"313 Lockman Row, Suite 4",Peabody,Massachusetts,01940,US,42.53420212345678,m1,999-22-1962,X1234,S99,Spanish
p2,1911-12-31,1999-05-06T10:00:00+00:00,María José,de la Cruz,F,,,,,,,,,999-30-7608,,,
p3,1992-03-30,,Zoë,,female,,,,,,,,,,,,
p4,1992-02-31,,Bad,Date,female,,,,,,,,,,,,
p5,1980-01-01,,No,Sex,sideways,,,,,,,,,,,,
p6,1980-01-01,,Same,Number,male,,,,,,,,,999-22-1962,,,
p1,1980-01-01,,Same,Id,male,,,,,,,,,,,,
p7,1980-01-01,,Too,Few
,1980-01-01,,No,Id,male,,,,,,,,,,,,
`
const allergies = `id,patient,recorded,category,criticality,code,description
a1,p1,1990-01-01T10:00:00+03:00,food,low,1,Allergy to mould
a2,p1,1990-01-01T10:00:00+03:00,food,high,2,Shellfish allergy
a3,p1,1990-01-01T10:00:00+03:00,medication,unable-to-assess,3,Penicillin
a4,nobody,1990-01-01T10:00:00+03:00,food,low,1,Allergy to nut
a5,p2,yesterday,food,low,1,Allergy to nut
`
const encounters = `id,patient,start,stop,class,description,reason_description
e1,p1,1914-05-11T23:11:46+00:00,1914-05-11T23:26:46+00:00,AMB,Encounter for check up (procedure),
e2,p1,2020-12-31T22:30:00+00:00,2021-01-04T08:00:00+00:00,IMP,Hospital admission,Viral sinusitis (disorder)
e3,p2,1999-05-06T09:00:00+00:00,1999-05-06T09:45:00+00:00,EMER,"Encounter, ""urgent""",
e4,p2,2020-01-02T00:00:00+00:00,2020-01-01T00:00:00+00:00,AMB,Backwards,
e5,p4,2020-01-01T00:00:00+00:00,2020-01-02T00:00:00+00:00,AMB,Of a rejected patient,
e6,p1,2020-01-01T00:00:00+00:00,2999-01-02T00:00:00+00:00,AMB,From the future,
`
const claims = `id,patient,encounter_or_rx,created,status,total,currency,insurer,items
c1,p1,e1,2010-01-01T00:00:00+00:00,active,125,KES,private,1
c2,p1,e2,2020-01-01T00:00:00+00:00,active,265.52,KES,dual_eligible,2
c3,p2,e3,1998-01-01T00:00:00+00:00,active,80.5,USD,no_insurance,1
`
const writeOwn = () => {
  writeFileSync(join(dir, 'patients.csv'), `\uFEFF${patients}`)
  writeFileSync(join(dir, 'allergies.csv'), allergies)
  writeFileSync(join(dir, 'encounters.csv.gz'), gzipSync(encounters))
  writeFileSync(join(dir, 'claims.csv'), claims)
}

describe('a small set of our own', () => {
  beforeEach(writeOwn)

  test('comes in with names, sex, birth, numbers, allergies and payers as they were', async () => {
    const { counts } = await run(dir)
    expect(counts).toMatchObject({
      'patients.csv': counted(3, 0, 6),
      'allergies.csv': counted(3, 0, 2),
      'encounters.csv': counted(3, 0, 3),
      'claims.csv': counted(2, 0, 1),
    })
    const desk = await clinic.signedInFrom('Doctor', 'doctor')
    const [found] = (await desk.call('GET', '/patient/search/?q=okeefe adan')).json<{ id: number }[]>()
    const patient = (await desk.call('GET', `/patients/patients/${found?.id}/`)).json()
    expect(patient).toMatchObject({
      first_name: 'Adán',
      second_name: "O'Keefe",
      gender: 'male',
      date_of_birth: '1956-08-03',
      phone: '5559784581',
      residence: '313 Lockman Row, Suite 4, Peabody, Massachusetts 01940, US',
      language: 'Spanish',
      insurances: [{ name: 'Medicare' }, { name: 'Medicaid' }],
      identifiers: [
        { kind: 'national id', value: '999-22-1962' },
        { kind: 'old number', value: 'm1' },
        { kind: 'driving licence', value: 'S99' },
        { kind: 'passport', value: 'X1234' },
      ],
      allergies: [
        { substance: 'Shellfish', category: 'food', severity: 'severe' },
        { substance: 'Penicillin', category: 'drug', severity: 'unknown' },
        { substance: 'Mould', category: 'environment', severity: 'mild', recorded_at: '1990-01-01T07:00:00.000Z' },
      ],
    })
    const [dead] = (await desk.call('GET', '/patient/search/?q=999-30-7608')).json<{ id: number }[]>()
    expect((await desk.call('GET', `/patients/patients/${dead?.id}/`)).json()).toMatchObject({
      first_name: 'María José',
      insurances: [],
      alerts: [{ text: 'Died on 1999-05-06', is_critical: true }],
    })
    expect((await desk.call('GET', '/patient/search/?q=zoe')).json()).toMatchObject([
      { first_name: 'Zoë', second_name: '', single_name: true },
    ])
  })

  test('brings encounters as closed visits with moves and papers, each in its own year', async () => {
    await run(dir)
    const visits = await clinic.db.selectFrom('visits').selectAll().orderBy('source').execute()
    expect(visits).toMatchObject([
      { source: 'synthea:e1', track: 'complete', reason: 'Encounter for check up', priority: 'routine', track_number: 'V-1914-00001' },
      {
        source: 'synthea:e2',
        track: 'discharged',
        reason: 'Viral sinusitis',
        closed_at: new Date('2021-01-04T08:00:00Z'),
        track_number: 'V-2021-00001',
      },
      { source: 'synthea:e3', track: 'complete', reason: 'Encounter, "urgent"', priority: 'emergency' },
    ])
    const moves = await clinic.db.selectFrom('visit_moves').selectAll().where('visit_id', '=', visits[1]!.id).orderBy('id').execute()
    const begin = new Date('2020-12-31T22:30:00Z')
    expect(moves).toMatchObject([
      { from_track: null, to_track: 'reception', moved_at: begin, visit_version: 1 },
      { from_track: 'reception', to_track: 'doctor', moved_at: begin },
      { from_track: 'doctor', to_track: 'inpatient', moved_at: begin },
      { from_track: 'inpatient', to_track: 'discharged', from_since: begin, moved_at: new Date('2021-01-04T08:00:00Z'), visit_version: 4 },
    ])
    expect((await clinic.db.selectFrom('invoices').selectAll().execute()).length).toBe(5)
    for (const table of ['triages', 'prescriptions', 'process_test_requests'] as const) {
      expect((await clinic.db.selectFrom(table).selectAll().execute()).length, table).toBe(3)
    }
    const { rows } = await sql<{ at: Date }>`select last_visit_at as at from patients where source = 'synthea:p1'`.execute(clinic.db)
    expect(rows[0]?.at).toEqual(begin)
  })

  test('names every rejected row with file, line and reason', async () => {
    const { rejected } = await run(dir)
    const expected: [string, RegExp][] = [
      ['patients.csv,5,p4', /date_of_birth/],
      ['patients.csv,6,p5', /gender/],
      ['patients.csv,7,p6', /national id 999-22-1962 belongs to the patient on line 2/],
      ['patients.csv,8,p1', /same id/],
      ['patients.csv,9,', /column/i],
      ['patients.csv,10,', /id/],
      ['allergies.csv,5,a4', /no patient nobody/],
      ['allergies.csv,6,a5', /recorded_at/],
      ['encounters.csv,5,e4', /ended before it began/],
      ['encounters.csv,6,e5', /no patient p4/],
      ['encounters.csv,7,e6', /future/],
      ['claims.csv,4,c3', /in USD, the clinic’s is KES/],
    ]
    expect(rejected).toHaveLength(expected.length)
    for (const [begin, reason] of expected) {
      const line = rejected.find((one) => one.startsWith(begin))
      expect(line, begin).toBeDefined()
      expect(line).toMatch(reason)
    }
  })

  test('a dry run says the same and changes nothing, not even numbers', async () => {
    const before = await fingerprint()
    const dry = await run(dir, { dryRun: true })
    expect(await fingerprint()).toEqual(before)
    const wet = await run(dir, { at: new Date(now.getTime() + 1000) })
    expect(dry.counts).toEqual(wet.counts)
    expect(dry.rejected).toEqual(wet.rejected)
  })

  test('the second time nothing changes', async () => {
    await run(dir)
    const before = await fingerprint()
    const { counts } = await run(dir, { at: new Date(now.getTime() + 1000) })
    expect(counts).toMatchObject({
      'patients.csv': counted(0, 3, 6),
      'allergies.csv': counted(0, 3, 2),
      'encounters.csv': counted(0, 3, 3),
      'claims.csv': counted(0, 2, 1),
    })
    expect(await fingerprint()).toEqual(before)
  })

  test('a limit takes the first patients and what is theirs', async () => {
    const { counts } = await run(dir, { limit: 1 })
    expect(counts['patients.csv']).toEqual(counted(1, 0, 1, 7))
    expect(counts['encounters.csv']).toMatchObject({ added: 2 })
    expect(await clinic.db.selectFrom('patients').select('source').execute()).toEqual([{ source: 'synthea:p1' }])
  })

  test('every imported record has its row in the audit trail', async () => {
    await run(dir)
    const rows = await clinic.db.selectFrom('audit_log').select(['entity', 'patient_id']).where('action', '=', 'import').execute()
    expect(rows.map(({ entity }) => entity).sort()).toEqual([
      'allergy',
      'allergy',
      'allergy',
      'invoice',
      'invoice',
      'patient',
      'patient',
      'patient',
      'visit',
      'visit',
      'visit',
    ])
    expect(rows.every(({ patient_id }) => patient_id !== null)).toBe(true)
  })

  test('a file of something else is refused by name', async () => {
    writeFileSync(join(dir, 'allergies.csv'), 'id,patient\n')
    await expect(run(dir)).rejects.toThrow(ConfigurationError)
    rmSync(join(dir, 'allergies.csv'))
    await expect(run(dir)).rejects.toThrow('There is no allergies.csv')
  })
})

const asTheOwner = (text: string) => asOwner(clinic.ownerUrl, async (client) => void (await client.query(text)))
const countVisits = async () => (await clinic.db.selectFrom('visits').select('id').execute()).length

test('a failure half-way leaves whole batches, and the next run goes on behind them', async () => {
  const lines = Array.from({ length: 1200 }, (_, i) => `e${i},p1,2020-01-01T00:00:00+00:00,2020-01-01T01:00:00+00:00,AMB,Visit,`)
  writeFileSync(join(dir, 'patients.csv'), patients.split('\n').slice(0, 2).join('\n'))
  writeFileSync(join(dir, 'allergies.csv'), allergies.split('\n')[0] as string)
  writeFileSync(join(dir, 'encounters.csv'), ['id,patient,start,stop,class,description,reason_description', ...lines].join('\n'))
  await asTheOwner(`alter table visits add constraint full_disk check (source <> 'synthea:e700')`)
  await expect(run(dir)).rejects.toThrow(/full_disk/)
  expect(await countVisits()).toBe(500)
  await asTheOwner('alter table visits drop constraint full_disk')
  const { counts } = await run(dir, { at: new Date(now.getTime() + 1000) })
  expect(counts['encounters.csv']).toEqual(counted(700, 500))
  expect(await countVisits()).toBe(1200)
})
