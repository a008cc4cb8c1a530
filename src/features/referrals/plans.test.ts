import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { countReferrals, findReferral, findReferrals } from './server/queries.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into departments (name) select 'Ward ' || n from generate_series(1, 20) n`)
    await client.query(`insert into referrals (visit_id, patient_id, type, status, status_reason, note, doctor_id, department_id, provider,
        referred_at, referred_by, status_at, status_by)
      select v.id, v.patient_id, case when v.id % 4 = 0 then 'external' else 'internal' end::referral_type,
        case when v.id % 30 = 1 then 'pending' else 'declined' end::referral_status, case when v.id % 30 <> 1 then 'Full' end, 'See',
        case when v.id % 4 in (1, 2) then u.id end, case when v.id % 4 = 3 then d.id end, case when v.id % 4 = 0 then 'Hope' end,
        v.created_at, u.id, v.created_at, u.id
      from visits v join users u on u.email = v.id % 20 + 1 || '@clinic.example' join departments d on d.name = 'Ward ' || v.id % 20 + 1
      where v.id <= 8000`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big = /Seq Scan on (visits|patients|referrals)\b/
const page = { cursor: null, limit: 26 }
const user = { id: 7, permissions: new Set<string>() }

describe('at 8,000 visits referrals are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page of the list', (db) => findReferrals(db, user, {}, page)],
    ['a later page', (db) => findReferrals(db, user, {}, { ...page, cursor: [4000, 4000] })],
    ['the queue of a doctor', (db) => findReferrals(db, user, { waitingFor: 7 }, page)],
    ['how long it is', (db) => countReferrals(db, { waitingFor: 7 })],
    ['the referrals of a patient', (db) => findReferrals(db, user, { patient_id: 77 }, page)],
    ['the referrals of a visit', (db) => findReferrals(db, user, { visit: 77 }, page)],
    ['those to a doctor', (db) => findReferrals(db, user, { doctor: 7 }, page)],
    ['those to a department', (db) => findReferrals(db, user, { department: 7 }, page)],
    ['those of a status', (db) => findReferrals(db, user, { status: 'pending' }, page)],
    ['one referral', (db) => findReferral(db, user, 4000)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })
})
