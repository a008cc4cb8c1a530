import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Query } from '#features/assistant/query.ts'
import { questions as appointmentQuestions } from '#features/appointments/questions.ts'
import { questions as attendanceQuestions } from '#features/attendance/questions.ts'
import { questions as companyQuestions } from '#features/company/questions.ts'
import { questions as consultationQuestions } from '#features/consultations/questions.ts'
import { questions as diagnosisQuestions } from '#features/diagnoses/questions.ts'
import { questions as patientQuestions } from '#features/patients/questions.ts'
import { questions as deathQuestions } from '#features/deaths/questions.ts'
import { questions as pregnancyQuestions } from '#features/pregnancies/questions.ts'
import { questions as recordQuestions } from '#features/records/questions.ts'
import { questions as referralQuestions } from '#features/referrals/questions.ts'
import { questions as triageQuestions } from '#features/triage/questions.ts'
import { questions as userQuestions } from '#features/users/questions.ts'
import { connect, type Connection, type Db } from '#platform/db/connect.ts'
import { insertCare } from '../testing/clinics/care-clinic.ts'
import { careNow } from '../testing/clinics/care-people.ts'
import { cloneDatabase } from '../testing/databases/clone.ts'
import { askedWhen, expectGroupsToAddUp, expectRows, figuresOf } from '../testing/questions/questions.ts'

const topics = [
  patientQuestions,
  pregnancyQuestions,
  deathQuestions,
  userQuestions,
  attendanceQuestions,
  appointmentQuestions,
  triageQuestions,
  consultationQuestions,
  diagnosisQuestions,
  referralQuestions,
  recordQuestions,
  companyQuestions,
]
const subjects = topics.flatMap((topic) => topic.subjects)
const vocabularies = topics.flatMap((topic) => topic.vocabularies ?? [])

let database: Awaited<ReturnType<typeof cloneDatabase>>
let app: Connection
let reader: Connection
let clinic: Awaited<ReturnType<typeof insertCare>>
beforeAll(async () => {
  database = await cloneDatabase()
  app = connect(database.logins.kliniki_app, 'kliniki_app', { max: 1 })
  reader = connect(database.logins.kliniki_read, 'kliniki_read', { max: 1 })
  clinic = await insertCare(app.db)
})
afterAll(async () => {
  await Promise.all([app.close(), reader.close()])
  await database.drop()
})

/** At noon of the day of this clinic, by the role that can only read. */
const atNoon = <T>(work: (db: Db) => Promise<T>) => askedWhen(reader.db, careNow, work)

test('every measure can be asked by everything, and groups add up where they say so', async () => {
  await atNoon(async (db) => {
    for (const subject of subjects) {
      await expectGroupsToAddUp(db, subject)
      await expectRows(db, subject, /^\/dashboard\/[a-z]+\/[\w/?=&]+$/)
    }
  })
})

const DAY = `between '2026-03-01T21:00:00Z' and '2026-03-02T20:59:59Z'`
const minutes = (to: string, from: string) => `round(avg(extract(epoch from (${to} - ${from}))) / 60)`
/** What each measure is over everything and over 2 March in Nairobi (null for what is as it is now), each by a statement of its own. */
const expected: Readonly<Record<string, readonly [string, string | null]>> = {
  'patients.patients': [`select 4`, `select count(*) from patients where deactivation_reason is null and created_at ${DAY}`],
  'patients.age': [`select round((36 + 4 + 70 + 0) / 4.0, 2)`, `select 36`],
  'allergies.allergies': [`select count(*) from allergies where end_reason is null`, `select 2`],
  'allergies.patients_allergic': [
    `select count(*) from patients where id in (select patient_id from allergies where ended_at is null)`,
    `select 1`,
  ],
  'pregnancies.pregnancies': [`select count(*) from pregnancies where ended_on is null`, `select 1`],
  'deaths.deaths': [`select count(*) from deaths where withdrawn_at is null`, `select 1`],
  'staff.staff': [`select count(*) from users where is_active and role in ('doctor', 'nurse')`, null],
  'staff.disabled_staff': [`select 1`, null],
  'visits.visits': [`select count(*) from visits`, `select count(*) from visits where created_at ${DAY}`],
  'visits.patients_seen': [
    `select count(*) from patients p where exists (select from visits v where v.patient_id = p.id)`,
    `select count(*) from patients p where exists (select from visits v where v.patient_id = p.id and created_at ${DAY})`,
  ],
  'visits.visit_length': [`select (90 + 60 + 120) / 3`, `select (90 + 60) / 2`],
  'visits.returning_visits': [`select 1`, `select 1`],
  'visits.walk_ins': [`select 4`, `select 3`],
  'visits.closed_visits': [`select count(closed_at) from visits`, `select count(*) from visits where closed_at ${DAY}`],
  'visits.left_visits': [`select count(outcome) from visits`, `select count(outcome) from visits where closed_at ${DAY}`],
  'waiting.waiting': [`select count(*) from visits where track in ('triage', 'doctor')`, null],
  'waiting.waited': [
    `select ${minutes(`timestamptz '2026-03-02T09:00Z'`, 'track_since')} from visits where track in ('triage', 'doctor')`,
    null,
  ],
  'waits.wait': [`select (20 + 10 + 60 + 10 + 120) / 5`, `select (20 + 10 + 60 + 10) / 4`],
  'appointments.appointments': [
    `select count(*) from appointments`,
    `select count(*) from appointments where appointment_date_time ${DAY}`,
  ],
  'appointments.no_shows': [`select 2`, `select 1`],
  'appointments.cancellations': [`select 1`, `select 0`],
  'waiting_list.waiting_list': [`select 2`, null],
  'waiting_list.days_on_list': [`select 1.5`, null],
  'triages.triages': [`select 3`, `select 2`],
  'triages.critical_triages': [`select count(critical_text) from triages`, `select 1`],
  'triages.news2': [`select avg(news2) from triages`, `select 4.5`],
  'vitals.readings': [`select 8`, `select 6`],
  'vitals.patients_measured': [`select count(distinct patient_id) from vital_signs`, `select 2`],
  'vitals.value': [
    `select round((38.5 + 70.5 + 120 + 80 + 40.1 + 88 + 72 + 65) / 8, 2)`,
    `select round((38.5 + 70.5 + 120 + 80 + 40.1 + 88) / 6, 2)`,
  ],
  'consultations.consultations': [`select count(*) from consultations`, `select count(*) from consultations where created_at ${DAY}`],
  'consultations.patients_consulted': [`select 3`, `select 3`],
  'consultations.follow_ups': [`select 1`, `select 1`],
  'consultations.admissions': [`select 0`, `select 0`],
  'consultations.deaths': [`select 1`, `select 1`],
  'diagnoses.diagnoses': [
    `select count(*) from diagnoses where title not in ('Gout', 'Influenza') and certainty::text in ('confirmed', 'provisional')`,
    `select 3`,
  ],
  'diagnoses.patients_diagnosed': [`select 2`, `select 2`],
  'problems.problems': [`select count(*) from problems`, `select 2`],
  'problems.patients_with_problem': [`select 2`, `select 1`],
  'referrals.referrals': [`select count(*) from referrals`, `select 1`],
  'referrals.patients_referred': [`select 1`, `select 1`],
  'documents.documents': [`select count(*) from medical_records where title <> 'Wrong'`, `select 1`],
}

const asWritten = async (text: string | null) => (text === null ? null : Number(Object.values((await app.pool.query(text)).rows[0])[0]))

test('every measure is what a plain statement says, over all time and over a day of the clinic', async () => {
  const wanted = await Promise.all(
    Object.entries(expected).map(async ([name, [all, day]]) => [name, await asWritten(all), await asWritten(day)] as const),
  )
  const day = { from: '2026-03-02', to: '2026-03-02', label: '2 March 2026' }
  const found = await atNoon(async (db) => {
    const answers: (readonly [string, unknown, unknown])[] = []
    for (const subject of subjects)
      for (const measure of Object.keys(subject.measures)) {
        const [all] = await figuresOf(db, subject, { measure })
        const [ofDay] = subject.at ? await figuresOf(db, subject, { measure, period: day }) : []
        answers.push([`${subject.name}.${measure}`, all?.figure, ofDay?.figure ?? null])
      }
    return answers
  })
  expect(found).toEqual(wanted)
})

const subjectOf = (name: string) => subjects.find((subject) => subject.name === name)!
/** Figures by group: the value, or the name of what has one. */
const by = (name: string, measure: string, group: string, rest: Partial<Query> = {}) =>
  atNoon(async (db) => {
    const rows = await figuresOf(db, subjectOf(name), { measure, groups: [group], ...rest })
    return Object.fromEntries(rows.map(({ g0, n0, figure }) => [String(n0 ?? g0), figure]))
  })

test('groups are what screens call them', async () => {
  expect(await by('patients', 'patients', 'age_group')).toEqual({ 0: 2, 3: 1, 5: 1 })
  expect(await by('patients', 'patients', 'insured')).toEqual({ yes: 1, no: 3 })
  expect(await by('patients', 'patients', 'residence')).toEqual({ Kibera: 2, 'Not recorded': 2 })
  expect(await by('patients', 'patients', 'day')).toEqual({ '2026-01-10': 1, '2026-02-15': 1, '2026-03-01': 1, '2026-03-02': 1 })
  expect(await by('visits', 'visits', 'returning')).toEqual({ new: 4, returning: 1 })
  expect(await by('visits', 'visits', 'doctor')).toEqual({ 'Achieng Ouma': 3, 'Peter Kilonzo': 1, null: 1 })
  // Two birthdays lie between: Chebet turned 71 on the third, Baraka 5.
  expect(await by('visits', 'visits', 'age')).toEqual({ 0: 1, 4: 1, 35: 1, 36: 1, 70: 1 })
  expect(await by('waits', 'wait', 'track')).toEqual({ reception: 15, triage: 10, doctor: 90 })
  expect(await by('triages', 'triages', 'colour')).toEqual({ yellow: 1, blue: 1, null: 1 })
  expect(await by('vitals', 'value', 'vital', { patient: { id: clinic.patients.amina, label: '' } })).toEqual({
    'Systolic blood pressure': 120,
    'Diastolic blood pressure': 80,
    Weight: 71.25,
    Temperature: 38.5,
  })
  expect(await by('diagnoses', 'diagnoses', 'diagnosis')).toEqual({ Malaria: 2, 'Tired of work': 2 })
  expect(await by('allergies', 'patients_allergic', 'substance')).toEqual({ PENICILLIN: 2, Latex: 1 })
  expect(await by('appointments', 'appointments', 'booked_by')).toEqual({ desk: 3, patient: 1 })
  expect(await by('staff', 'staff', 'role')).toEqual({ Doctor: 2, Nurse: 1 })
  expect(await by('documents', 'documents', 'verified')).toEqual({ yes: 1, no: 1 })
  expect(await by('referrals', 'referrals', 'department')).toEqual({ 'Dental chair': 1, null: 1 })
})

test('a name that people use is the row that is counted', async () => {
  for (const vocabulary of vocabularies) {
    const { rows } = await sql<{ id: number; name: string; also: string[] }>`${vocabulary.rows}`.execute(reader.db)
    expect(rows.length, vocabulary.name).toBeGreaterThan(0)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { id, name, also } of rows) expect([Number.isInteger(id), name !== '', Array.isArray(also)]).toEqual([true, true, true])
    const known = new Map(rows.map(({ id, name }) => [id, name.toLowerCase()]))
    for (const subject of subjects)
      for (const [name, dimension] of Object.entries(subject.dimensions)) {
        if (dimension.is !== 'named' || dimension.vocabulary !== vocabulary.name) continue
        const groups = await atNoon((db) => figuresOf(db, subject, { measure: Object.keys(subject.measures)[0]!, groups: [name] }))
        // What was typed without a code is in no list.
        const listed = groups.filter(({ g0 }) => g0 !== null && (vocabulary.name !== 'diagnosis' || Number(g0) > 0))
        expect(listed.map(({ g0 }) => known.get(Number(g0)))).toEqual(listed.map(({ n0 }) => String(n0).toLowerCase()))
      }
  }
})

test('values of choices are values of the database', async () => {
  const { rows } = await sql<{ values: string[] }>`select array_agg(enumlabel::text) as values from pg_enum group by enumtypid`.execute(
    app.db,
  )
  const enums = rows.map(({ values }) => new Set(values))
  const choices = subjects.flatMap(({ dimensions }) =>
    Object.values(dimensions).flatMap((dimension) => {
      if (dimension.is !== 'choice' || dimension.title === 'Triage category' || !dimension.sql.compile(app.db).sql.endsWith('::text'))
        return []
      const values = Object.keys(dimension.values)
      return values.length > 0 ? [{ title: dimension.title, values }] : []
    }),
  )
  expect(choices.length).toBeGreaterThan(0)
  expect(choices.filter(({ values }) => !enums.some((one) => values.every((value) => one.has(value))))).toEqual([])
})
