import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { countDiagnosesOfPatient, findDiagnosesOfPatient, findProblem, findProblems } from './server/problem-queries.ts'
import { countNotes, findAddenda, findDiagnoses, findNoteRows } from './server/queries.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into consultations (visit_id, patient_id, doctor_id, complaint, created_at, changed_at, changed_by)
      select v.id, v.patient_id, u.id, 'Fever', v.created_at, v.created_at, u.id
      from visits v join users u on u.email = v.id % 40 + 1 || '@clinic.example' where v.id <= 8000`)
    await client.query(`insert into diagnoses (consultation_id, visit_id, patient_id, title, certainty, is_primary, recorded_at, recorded_by)
      select id, visit_id, patient_id, 'Diagnosis ' || n, 'confirmed', n = 1, created_at, doctor_id from consultations, generate_series(1, 2) n`)
    await client.query('update consultations set signed_at = created_at, signed_by = doctor_id where id % 50 > 0')
    await client.query(`insert into consultation_addenda (consultation_id, text, added_at, added_by)
      select id, 'More', created_at, doctor_id from consultations where id % 50 > 0`)
    await client.query(`insert into problems (patient_id, title, recorded_at, changed_at)
      select p.id, 'Problem ' || n, now(), now() from patients p, generate_series(1, 4) n where p.id <= 2000`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big = /Seq Scan on (visits|patients|consultations|consultation_addenda|diagnoses|problems)\b/
const page = { cursor: null, limit: 26 }

describe('at 8,000 visits notes, diagnoses and problems are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page of the list', (db) => findNoteRows(db, {}, page)],
    ['a later page', (db) => findNoteRows(db, {}, { ...page, cursor: [4000, 4000] })],
    ['the drafts', (db) => findNoteRows(db, { signed: false }, page)],
    ['the signed ones', (db) => findNoteRows(db, { signed: true }, page)],
    ['the notes of a patient', (db) => findNoteRows(db, { patient_id: 77 }, page)],
    ['the notes of a visit', (db) => findNoteRows(db, { visit: 77 }, page)],
    ['the notes of a doctor', (db) => findNoteRows(db, { doctor: 7 }, page)],
    ['the drafts of a doctor', (db) => findNoteRows(db, { doctor: 7, signed: false }, page)],
    ['how many a patient has', (db) => countNotes(db, { patient_id: 77 })],
    ['the diagnoses of a page of notes', (db) => findDiagnoses(db, [7000, 7001, 7002, 7003, 7004, 7005])],
    ['the addenda of a page of notes', (db) => findAddenda(db, [7000, 7001, 7002, 7003, 7004, 7005])],
    ['the diagnoses of a patient', (db) => findDiagnosesOfPatient(db, 77, page)],
    ['how many of them there are', (db) => countDiagnosesOfPatient(db, 77)],
    ['the problems of a patient', (db) => findProblems(db, 77)],
    ['one problem', (db) => findProblem(db, 77, 300)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })
})
