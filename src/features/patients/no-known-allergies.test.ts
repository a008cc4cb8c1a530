import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import type { listPatientAllergies } from './contract-allergies.ts'
import type { getPatient } from './contract.ts'
import type { mergePatients, previewMerge } from './contract-merge.ts'

let clinic: TestClinic
let desk: Person
let nurse: Person
let officer: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

type Patient = ResponseOf<typeof getPatient>
const penicillin = { substance: 'Penicillin', category: 'drug', severity: 'severe' }
const newPatient = async () => (await aPatient(clinic.db)).id
const read = async (id: number) => (await nurse.call('GET', `/patients/patients/${id}/`)).json<Patient>()
const statusOf = async (id: number) => (await read(id)).allergy_status
const none = (id: number, body: object = {}, by = nurse) => by.call('POST', `/patients/patients/${id}/no-known-allergies/`, body)
const end = (id: number, body: object) => nurse.call('POST', `/patients/patients/${id}/no-known-allergies/end/`, body)
const add = async (id: number, more: object = {}) => {
  const reply = await nurse.call('POST', `/patients/patients/${id}/allergies/`, { ...penicillin, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<{ id: number }>().id
}
const endAllergy = (id: number, allergy: number) =>
  nurse.call('POST', `/patients/patients/${id}/allergies/${allergy}/end/`, { reason: 'Tested' })
const history = async (id: number) =>
  (
    await sql<{ recorded_by: number; end_reason: string | null; ended_by: number | null }>`
      select recorded_by, end_reason, ended_by from no_known_allergies where patient_id = ${id} order by id`.execute(clinic.db)
  ).rows
const list = async (ids: readonly number[], by = nurse) => {
  const reply = await by.call('GET', `/patients/allergies/?patients=${ids.join(',')}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<ResponseOf<typeof listPatientAllergies>>()
}
const merge = async (from: number, into: number) => {
  const preview = (await officer.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<ResponseOf<typeof previewMerge>>()
  const reply = await officer.call('POST', '/patients/merges/', { from, into, seen: preview.seen })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<ResponseOf<typeof mergePatients>>()
}
/** What is printed on the wristband. */
const wordsOn = async (id: number) => {
  const url = `/patients/patients/${id}/card/?kind=wristband`
  const reply = await clinic.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${nurse.token}` } })
  expect(reply.statusCode).toBe(200)
  const pages = pdfPages(reply.rawPayload)
  expect(pages).toHaveLength(1)
  return pages.flat().join(' ').replaceAll(/\s+/g, ' ')
}

describe('the three states', () => {
  test('a new patient was not asked; "no known allergies" has an author and a time, and is in the trail', async () => {
    const id = await newPatient()
    expect(await statusOf(id)).toEqual({ state: 'not asked', recorded_at: null, recorded_by_name: null, version: 1 })
    const reply = await none(id, { version: 1 })
    expect([reply.status, reply.json()]).toMatchObject([201, { state: 'none known', version: 2, recorded_by_name: expect.any(String) }])
    const status = await statusOf(id)
    expect(status).toEqual(reply.json())
    expect(status.recorded_at).toBe(clinic.clock.now.toISOString())
    const trail = clinic.db.selectFrom('audit_log').select(['action', 'actor_id']).where('entity', '=', 'no known allergies')
    expect(await trail.where('patient_id', '=', id).execute()).toEqual([{ action: 'create', actor_id: nurse.id }])
  })

  test('an allergy ends it, with its history; the end of the last allergy goes back to not asked, never to none', async () => {
    const id = await newPatient()
    await none(id)
    const allergy = await add(id)
    expect((await statusOf(id)).state).toBe('recorded')
    expect(await history(id)).toEqual([{ recorded_by: nurse.id, end_reason: 'Allergy recorded: Penicillin', ended_by: nurse.id }])
    expect((await endAllergy(id, allergy)).status).toBe(204)
    expect(await statusOf(id)).toMatchObject({ state: 'not asked', recorded_at: null })
    expect((await none(id)).status).toBe(201)
    expect(await history(id)).toHaveLength(2)
  })

  test('it is refused beside a recorded allergy, twice, without the right, and in a deactivated record', async () => {
    const id = await newPatient()
    await add(id)
    const beside = await none(id)
    expect([beside.status, beside.json()]).toMatchObject([409, { code: 'allergies_recorded' }])
    const asked = await newPatient()
    expect((await none(asked)).status).toBe(201)
    const twice = await none(asked)
    expect([twice.status, twice.json()]).toMatchObject([409, { code: 'recorded_already' }])
    expect((await none(await newPatient(), {}, desk)).status).toBe(403)
    expect((await none(2_000_000)).status).toBe(404)
    expect((await none(asked, { sure: true })).status).toBe(400)
    const shut = await newPatient()
    await officer.call('DELETE', `/patients/patients/${shut}/`)
    expect((await none(shut)).json()).toMatchObject({ code: 'deactivated' })
  })

  test('whoever saw an earlier state gets 412 with the present one', async () => {
    const id = await newPatient()
    const { version } = await statusOf(id)
    await endAllergy(id, await add(id))
    const late = await none(id, { version })
    expect([late.status, late.json()]).toMatchObject([412, { code: 'version_conflict', current: { state: 'not asked' } }])
    expect((await none(id, { version: (await statusOf(id)).version })).status).toBe(201)
  })

  test('it is ended with a reason, and is not asked from then on', async () => {
    const id = await newPatient()
    expect((await end(id, { reason: 'Wrong patient' })).status).toBe(404)
    await none(id)
    expect((await end(id, {})).json()).toHaveProperty('reason')
    expect((await end(id, { reason: 'Wrong patient', version: 1 })).status).toBe(412)
    const reply = await end(id, { reason: 'Wrong patient', version: 2 })
    expect([reply.status, reply.json()]).toMatchObject([200, { state: 'not asked' }])
    expect(await history(id)).toEqual([{ recorded_by: nurse.id, end_reason: 'Wrong patient', ended_by: nurse.id }])
  })

  test('of an allergy and "no known allergies" at once never both are active', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await newPatient()
      const [allergy, nothing] = await Promise.all([nurse.call('POST', `/patients/patients/${id}/allergies/`, penicillin), none(id)])
      expect(allergy.status, allergy.text).toBe(201)
      expect([201, 409]).toContain(nothing.status)
      expect((await statusOf(id)).state).toBe('recorded')
      const active = (await history(id)).filter(({ end_reason }) => end_reason === null)
      expect(active).toEqual([])
    }
  })

  test('the database itself refuses it beside an allergy, also while the allergy is not committed yet', async () => {
    const id = await newPatient()
    let other: Promise<string | undefined> | undefined
    await clinic.db.transaction().execute(async (one) => {
      await sql`insert into allergies (patient_id, substance, category, severity) values (${id}, 'Latex', 'other', 'mild')`.execute(one)
      other = sql`insert into no_known_allergies (patient_id) values (${id})`.execute(clinic.db).then(
        () => 'written',
        (error: { constraint?: string }) => error.constraint,
      )
      // It waits for the lock of the patient.
      await expect.poll(async () => (await sql`select from pg_locks where not granted`.execute(one)).rows.length).toBeGreaterThan(0)
    })
    expect(await other).toBe('no_known_allergies_beside_allergy')
  })
})

describe('lists', () => {
  test('GET /patients/allergies/ answers all allergies of each patient, worst first, and the status', async () => {
    const [many, asked, unknown] = [await newPatient(), await newPatient(), await newPatient()]
    await add(many, { substance: 'Dust', severity: 'mild', category: 'environment' })
    await add(many, { substance: 'Latex', severity: 'life threatening', category: 'other' })
    await none(asked)
    const rows = await list([unknown, many, asked, 2_000_000])
    expect(rows.map(({ patient, allergies, allergy_status }) => [patient, allergies, allergy_status?.state])).toEqual([
      [
        many,
        [
          { substance: 'Latex', severity: 'life threatening', is_intolerance: false },
          { substance: 'Dust', severity: 'mild', is_intolerance: false },
        ],
        'recorded',
      ],
      [asked, [], 'none known'],
      [unknown, [], 'not asked'],
    ])
    for (const ids of ['', '0', 'x', '1;2', `${'1,'.repeat(700)}1`])
      expect((await nurse.call('GET', `/patients/allergies/?patients=${ids}`)).status, ids.slice(0, 9)).toBe(400)
    const tooMany = Array.from({ length: 101 }, (_, at) => at + 1).join(',')
    expect((await nurse.call('GET', `/patients/allergies/?patients=${tooMany}`)).json()).toHaveProperty('patients')
  })

  test('a visit of a queue has them, and of a restricted record that is shut neither allergies nor whether anybody asked', async () => {
    // The desk cares for whoever is at the reception: this one is elsewhere.
    const clerk = await clinic.signedInAs(['patients.view', 'attendance.view', 'patients.clinical'])
    const [shut, asked] = [await newPatient(), await newPatient()]
    await add(shut)
    await none(asked)
    for (const patient of [shut, asked]) await aVisitWithOrders(officer, patient)
    const visitOf = async (patient: number) =>
      (await clerk.call('GET', `/patients/initiate-attendance-process/?patient_id=${patient}&open=true`)).json<object[]>()[0]
    expect(await visitOf(asked)).toMatchObject({ allergies: [], allergy_status: { state: 'none known' } })
    expect(await visitOf(shut)).toMatchObject({ allergies: [{ substance: 'Penicillin' }], allergy_status: { state: 'recorded' } })
    const restricted = await officer.call('POST', `/patients/patients/${shut}/restriction/`, { reason: 'A colleague' })
    expect(restricted.status, restricted.text).toBe(201)
    expect(await visitOf(shut)).toMatchObject({ allergies: [], allergy_status: null })
    expect(await list([shut], clerk)).toEqual([
      { patient: shut, allergies: [], allergy_status: null, pregnancy: null, death: null, is_active: true, merged_into: null },
    ])
    // A refusal would say that there are allergies, or which.
    const guess = (substance: string) => clerk.call('POST', `/patients/patients/${shut}/allergies/`, { ...penicillin, substance })
    const tries = [await none(shut, {}, clerk), await none(shut, { version: 1 }, clerk), await guess('Penicillin'), await guess('Latex')]
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(tries[1]?.text).toBe(tries[0]?.text)
    expect(tries[3]?.text).toBe(tries[2]?.text)
    expect((await officer.call('GET', `/patients/patients/${shut}/`)).json<Patient>().allergies).toHaveLength(1)
    expect((await history(shut)).length).toBe(0)
  })
})

describe('a merge', () => {
  const states = { allergy: add, none, unknown: () => undefined }
  const cases = [
    ['allergy', 'none', 'recorded'],
    ['none', 'allergy', 'recorded'],
    ['none', 'none', 'none known'],
    ['none', 'unknown', 'not asked'],
    ['unknown', 'none', 'not asked'],
    ['allergy', 'unknown', 'recorded'],
    ['unknown', 'unknown', 'not asked'],
  ] as const

  test.each(cases)('of %s into %s leaves %s, and undone each record has its own again', async (one, other, kept) => {
    const [from, into] = [await newPatient(), await newPatient()]
    await states[one](from)
    await states[other](into)
    const before = [(await statusOf(from)).state, (await statusOf(into)).state]
    const { id } = await merge(from, into)
    expect((await statusOf(into)).state).toBe(kept)
    const undone = await officer.call('POST', `/patients/merges/${id}/undo/`, {})
    expect(undone.status, undone.text).toBe(200)
    expect([(await statusOf(from)).state, (await statusOf(into)).state]).toEqual(before)
  })

  test('is previewed anew when the answer changes meanwhile', async () => {
    const [from, into] = [await newPatient(), await newPatient()]
    const { seen } = (await officer.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<{ seen: string }>()
    await none(into)
    const reply = await officer.call('POST', '/patients/merges/', { from, into, seen })
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'changed' }])
  })
})

test('card and wristband print all allergies, that none is known, or that nobody has asked', async () => {
  const [listed, asked, unknown] = [await newPatient(), await newPatient(), await newPatient()]
  await add(listed, { substance: 'Dust', severity: 'mild' })
  await add(listed, { substance: 'Latex', severity: 'severe' })
  await none(asked)
  expect(await wordsOn(listed)).toMatch(/ALLERGIES \(2\): Latex.*Dust/)
  expect(await wordsOn(asked)).toContain('No known allergies')
  expect(await wordsOn(unknown)).toContain('Allergies not recorded')
})
