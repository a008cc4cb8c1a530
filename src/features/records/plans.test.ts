import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCodesOf } from '#features/diagnoses/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findEntitiesOf } from './server/entities/find-entities-of.ts'
import { countRecords, findHeads, findPage } from './server/find-records.ts'
import { searchPages } from './server/search/search-records.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into files (sha256, size, type, name, created_at)
      select lpad(n::text, 64, '0'), n, 'application/pdf', n || '.pdf', now() from generate_series(1, 20000) n`)
    await client.query(`insert into medical_records (patient_id, title, kind, file_id, status, is_from_patient, verified_at, verified_by, created_at,
        created_by, changed_at, changed_by)
      select n % 4000 + 1, 'Letter ' || n, 'referral letter', f.id, 'ready', n % 10 = 0, case when n % 10 = 0 and n % 1000 <> 0 then now() end,
        case when n % 10 = 0 and n % 1000 <> 0 then u.id end, now(), u.id, now(), u.id
      from generate_series(1, 20000) n join users u on u.email = (n % 40 + 1) || '@clinic.example' join files f on f.name = n || '.pdf' order by n`)
    await client.query(`insert into medical_record_pages (record_id, number, patient_id, text, method)
      select id, 1, patient_id, title, 'plain' from medical_records`)
    await client.query(`insert into medical_record_entities (record_id, patient_id, page, start, until, type, text)
      select r.id, r.patient_id, 1, n, n + 1, 'diagnosis', 'x' from medical_records r, generate_series(1, 2) n`)
    await client.query(`insert into diagnosis_codes (system, code, title, source)
      select 'icd-10', 'A' || lpad((n % 100)::text, 2, '0'), 'Disease number ' || n, 'import' from generate_series(1, 5000) n`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const first = { cursor: null, limit: 26 }
const all = sql<boolean>`true`
const viewer = { user: { id: 1, role: 'doctor', permissions: new Set(['records.view']) } as never }

describe('at 20,000 documents they are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page', (db) => findHeads(db, {}, all, first)],
    ['a later page', (db) => findHeads(db, {}, all, { cursor: [9000, 9000], limit: 26 })],
    ['those of a patient', (db) => findHeads(db, { patient_id: 77 }, all, first)],
    ['those of a kind of a patient', (db) => findHeads(db, { patient_id: 77, kind: 'photo' }, all, first)],
    ['how many a patient has', (db) => countRecords(db, { patient_id: 77 }, all)],
    ['those that patients sent and nobody looked at', (db) => findHeads(db, { unverified: true }, all, first)],
    ['how many of these', (db) => countRecords(db, { unverified: true }, all)],
    ['those that somebody added', (db) => findHeads(db, {}, sql`r.created_by = 7`, first)],
    ['those of a patient’s account', (db) => findHeads(db, {}, sql`r.withdrawn_at is null and r.patient_id = 77`, first)],
    ['a page', (db) => findPage({ db, ...viewer }, 700, 1)],
    ['what was found in some', (db) => findEntitiesOf(db, [7, 700, 7000])],
    ['the codes of names', (db) => findCodesOf(db, ['disease number 7', 'Asthma'])],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(/Seq Scan on (medical_\w+|patients|files|diagnosis_codes)\b/)
  })
})

const letters = (from: number, count: number) => Array.from({ length: count }, (_, n) => `Letter ${from - n}`)

const search = async (q: string, limit: number, cursor: [number, number] | null = null) =>
  (await searchPages(clinic.db, { q, visible: all, patient: undefined, kind: undefined, cursor, limit })).map(({ title }) => title)

test('words are found in the newest documents and, where these are not enough, in all of them', async () => {
  expect(await search('letter', 26)).toEqual(letters(20_000, 26))
  expect(await search('letter 199', 105)).toEqual([...letters(19_999, 100), ...letters(1999, 5)])
  expect(await search('letter 700', 26)).toEqual([...letters(7009, 10), 'Letter 700'])
  expect(await search('letter', 3, [5000, 5000])).toEqual(letters(4999, 3))
})
