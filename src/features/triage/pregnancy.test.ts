import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listPregnancies } from '#features/pregnancies/contract.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { ordinary, triages } from '../../testing/scenarios/triages.ts'

let clinic: TestClinic
let kit: Awaited<ReturnType<typeof triages>>
beforeAll(async () => {
  clinic = await openTestClinic()
  kit = await triages(clinic)
})
afterAll(() => clinic.close())

const url = (patient: number) => `/patients/patients/${patient}/pregnancies/`
const recordOf = async (patient: number) => {
  const reply = await kit.nurse.call('GET', url(patient))
  expect(reply.status, reply.text).toBe(200)
  return reply.json<ResponseOf<typeof listPregnancies>>()
}
const begin = async (patient: number, body: object = {}) => {
  const reply = await kit.nurse.call('POST', url(patient), { source: 'test', ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<{ id: number; version: number }>()
}
const end = async (patient: number, { id, version }: { id: number; version: number }, outcome: string) => {
  const ended_on = clinic.clock.now.toISOString().slice(0, 10)
  const reply = await kit.nurse.call('POST', `${url(patient)}${id}/end/`, { version, outcome, ended_on })
  expect(reply.status, reply.text).toBe(200)
}
/** The next visit of the same patient. */
const again = async (patient: number, visit: { id: number; version: number }) => {
  const closed = await kit.desk.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, {
    track: 'complete',
    version: visit.version,
  })
  expect(closed.status, closed.text).toBe(200)
  const reply = await kit.desk.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'reception' })
  expect(reply.status, reply.text).toBe(201)
  const { id } = reply.json<{ id: number }>()
  return clinic.db.selectFrom('triages').select('id').where('visit_id', '=', id).executeTakeFirstOrThrow()
}

test('"pregnant" begins a pregnancy in the record, said by the patient, and the next visit knows of it', async () => {
  const { id, patient, visit } = await kit.aTriage()
  const first = await kit.saved(id, { ...ordinary, is_pregnant: true })
  expect(first).toMatchObject({ is_pregnant: true, news2: { score: null, reason: 'pregnant' } })
  const { status, pregnancies } = await recordOf(patient)
  expect(status).toMatchObject({ state: 'pregnant', source: 'patient said', gestation_days: null })
  expect(pregnancies).toMatchObject([{ edd: null, noted_by_name: expect.any(String) }])
  const trail = clinic.db.selectFrom('audit_log').select('action').where('entity', '=', 'pregnancy').where('patient_id', '=', patient)
  expect(await trail.execute()).toEqual([{ action: 'create' }])
  const next = await again(patient, visit)
  expect(await kit.saved(next.id, ordinary)).toMatchObject({ is_pregnant: true, news2: { score: null, reason: 'pregnant' } })
  expect((await recordOf(patient)).pregnancies).toHaveLength(1)
})

test('without an answer the record counts: no early warning score, no class of weight, and the limits of pressure in pregnancy', async () => {
  const { id, patient } = await kit.aTriage()
  await begin(patient)
  const body = { ...ordinary, systolic: 145, diastolic: 92, weight: 70, height: 160, is_pregnant: null }
  expect(await kit.saved(id, body)).toMatchObject({
    is_pregnant: true,
    news2: { score: null, reason: 'pregnant' },
    bmi_reason: 'pregnant',
    flags: { systolic: 'high', diastolic: 'high' },
  })
})

test('"not pregnant" beside a current pregnancy is refused by the field, says what the record has, and changes nothing', async () => {
  const { id, patient } = await kit.aTriage()
  const made = await begin(patient, { edd: '2026-09-11' })
  const refused = await kit.refused(id, { ...ordinary, is_pregnant: false })
  expect(refused['is_pregnant']).toEqual([expect.stringMatching(/^The record says pregnant \(\d+w \dd\)\. Record the outcome/)])
  expect((await recordOf(patient)).status.said_on).toBeNull()
  await end(patient, made, 'miscarriage')
  expect(await kit.saved(id, { ...ordinary, is_pregnant: false })).toMatchObject({ is_pregnant: false, news2: { score: 0 } })
})

test('"not pregnant" is kept with its day, and is withdrawn when the triage is corrected', async () => {
  const { id, patient } = await kit.aTriage()
  const first = await kit.saved(id, { ...ordinary, is_pregnant: false })
  expect((await recordOf(patient)).status).toMatchObject({ state: 'not pregnant', said_on: '2026-03-02' })
  const second = await kit.saved(id, { is_pregnant: null, version: first.version })
  expect(second.is_pregnant).toBeNull()
  expect((await recordOf(patient)).status).toMatchObject({ state: 'unknown', said_on: null })
  await kit.saved(id, { is_pregnant: true, version: second.version })
  expect((await recordOf(patient)).status).toMatchObject({ state: 'pregnant', said_on: null })
})

test('"pregnant" by a slip is withdrawn where it was said, as long as nothing was added to the pregnancy', async () => {
  const [slip, kept] = [await kit.aTriage(), await kit.aTriage()]
  const first = await kit.saved(slip.id, { ...ordinary, is_pregnant: true })
  expect(await kit.saved(slip.id, { is_pregnant: false, version: first.version })).toMatchObject({
    is_pregnant: false,
    news2: { score: 0 },
  })
  const { status, pregnancies } = await recordOf(slip.patient)
  expect([status.state, pregnancies.map(({ outcome }) => outcome)]).toEqual(['not pregnant', ['not pregnant']])
  const message = await kit.saved(kept.id, { ...ordinary, is_pregnant: true })
  const { id, version } = (await recordOf(kept.patient)).pregnancies[0]!
  const dated = await kit.nurse.call('PATCH', `${url(kept.patient)}${id}/`, { version, lmp: '2025-12-01' })
  expect(dated.status, dated.text).toBe(200)
  expect(await kit.refused(kept.id, { is_pregnant: false, version: message.version })).toHaveProperty('is_pregnant')
})

test('the answer "pregnant" once more does not bring back a pregnancy that ended meanwhile', async () => {
  const { id, patient } = await kit.aTriage()
  const first = await kit.saved(id, { ...ordinary, is_pregnant: true })
  await end(patient, (await recordOf(patient)).pregnancies[0]!, 'live birth')
  const second = await kit.saved(id, { is_pregnant: true, pulse: 80, version: first.version })
  expect(second).toMatchObject({ is_pregnant: true, news2: { reason: 'pregnant' } })
  expect((await recordOf(patient)).status.state).toBe('postpartum')
})

test('of a man "pregnant" is refused, and "not pregnant" is no fact of his record', async () => {
  const { id, patient } = await kit.aTriage({ gender: 'male' })
  expect((await kit.refused(id, { ...ordinary, is_pregnant: true }))['is_pregnant']).toEqual([expect.stringContaining('recorded as male')])
  await kit.saved(id, { ...ordinary, is_pregnant: false })
  expect((await recordOf(patient)).status).toMatchObject({ state: 'unknown', said_on: null })
})

test('a begin in the record and "pregnant" at triage at once give one pregnancy', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, patient } = await kit.aTriage()
    const [triage, record] = await Promise.all([
      kit.patch(id, { ...ordinary, is_pregnant: true }),
      kit.nurse.call('POST', url(patient), { source: 'test' }),
    ])
    expect(triage.status, triage.text).toBe(200)
    expect([201, 409]).toContain(record.status)
    expect((await recordOf(patient)).pregnancies).toHaveLength(1)
  }
})

test('a refusal tells nothing of a restricted record that is shut to who asks', async () => {
  const { id, patient, visit } = await kit.aTriage()
  await begin(patient)
  const restricted = await kit.desk.call('POST', `/patients/patients/${patient}/restriction/`, { reason: 'A colleague' })
  expect(restricted.status, restricted.text).toBe(201)
  const other = await clinic.signedInAs(['patients.view', 'triage.view', 'triage.change'])
  const replies = [
    await other.call('PATCH', `/patients/triage/${id}/`, { ...ordinary, is_pregnant: false }),
    await other.call('PATCH', `/patients/triage/${id}/`, ordinary),
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404])
  expect(replies[0]?.text).toBe(replies[1]?.text)
  expect(visit.patient).toBe(patient)
})
