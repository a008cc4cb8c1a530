import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { enterResults } from './contract-results.ts'
import { aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'

let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let haemoglobin: Awaited<ReturnType<typeof lab.test>>
beforeAll(async () => {
  clinic = await openTestClinic()
  lab = await openLaboratory(clinic)
  haemoglobin = await lab.test({ unit: 'g/L' })
  await aRange(clinic.db, haemoglobin, { sex: 'female', is_pregnant: false, low: '120' })
  await aRange(clinic.db, haemoglobin, { sex: 'female', is_pregnant: true, low: '110' })
})
afterAll(() => clinic.close())

const DAY = 86_400_000
const aWoman = async (more: object = {}) => (await aPatient(clinic.db, { date_of_birth: '1995-01-01', ...more })).id
const url = (patient: number) => `/patients/patients/${patient}/pregnancies/`
const begin = async (patient: number, body: object = { lmp: '2025-12-08' }) => {
  const reply = await lab.doctor.call('POST', url(patient), { source: 'test', ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<{ id: number; version: number }>()
}
const end = async (patient: number, { id, version }: { id: number; version: number }, body: object) => {
  const reply = await lab.doctor.call('POST', `${url(patient)}${id}/end/`, { version, outcome: 'live birth', ...body })
  expect(reply.status, reply.text).toBe(200)
}
const lowOf = async (patient: number, more: object = {}) => {
  const request = await lab.ask([haemoglobin], { of: patient, ...more })
  const reply = await lab.enter([{ request_panel: request.of(haemoglobin), result: '115' }])
  expect(reply.status, reply.text).toBe(200)
  const [panel] = reply.json<ResponseOf<typeof enterResults>>()
  return { low: panel?.current?.low, is_pregnant: request.is_pregnant }
}
const asking = async (patient: number, is_pregnant: boolean) => {
  const { process_test_req: process } = await aVisitWithOrders(lab.desk, patient)
  return lab.doctor.call('POST', '/lab/lab-test-requests/', { process, panels: [{ test_panel: haemoglobin.id }], is_pregnant })
}

test('a request that says nothing goes by the record: ranges of pregnancy, and the request shows it', async () => {
  const [pregnant, unknown] = [await aWoman(), await aWoman()]
  await begin(pregnant)
  expect(await lowOf(pregnant)).toEqual({ low: '110', is_pregnant: true })
  expect(await lowOf(unknown)).toEqual({ low: '120', is_pregnant: null })
  const profile = await clinic.db
    .insertInto('lab_profiles')
    .values({ code: 'ANC', name: 'Antenatal' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await clinic.db.insertInto('lab_profile_panels').values({ profile_id: profile.id, panel_id: haemoglobin.id, position: 1 }).execute()
  const shown = async (patient: number) => {
    const reply = await lab.doctor.call('GET', `/lab/labtestpanels-byprofile-id/${profile.id}/?patient_id=${patient}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.json<{ reference_range: { low: string } | null }[]>().map(({ reference_range }) => reference_range?.low)
  }
  expect([await shown(pregnant), await shown(unknown)]).toEqual([['110'], ['120']])
})

test('the day on which the sample was taken counts, not that of the request or of the result', async () => {
  const woman = await aWoman()
  const request = await lab.ask([haemoglobin], { of: woman, isTaken: false })
  const made = await begin(woman)
  await lab.take(request.process, new Date(clinic.clock.now.getTime() - 4 * DAY))
  await end(woman, made, { ended_on: '2026-03-01', outcome: 'miscarriage' })
  const reply = await lab.enter([{ request_panel: request.of(haemoglobin), result: '115' }])
  expect(reply.json<ResponseOf<typeof enterResults>>()[0]?.current?.low).toBe('110')
})

test('one that is past due is a reason for no range', async () => {
  const woman = await aWoman()
  await begin(woman, { edd: '2026-01-20', confirmations: [{ field: 'gestation', reason: 'Overdue' }] })
  expect(await lowOf(woman)).toEqual({ low: '120', is_pregnant: null })
})

test('what a request says against the record is refused by the field, and what the record does not say is taken', async () => {
  const [pregnant, denied, unknown, man] = [await aWoman(), await aWoman(), await aWoman(), await aWoman({ gender: 'male' })]
  await begin(pregnant)
  expect((await lab.doctor.call('POST', `/patients/patients/${denied}/not-pregnant/`, {})).status).toBe(201)
  const replies = [await asking(pregnant, false), await asking(denied, true), await asking(man, true)]
  expect(replies.map(({ status, text }) => [status, JSON.parse(text) as unknown])).toEqual([
    [400, expect.objectContaining({ is_pregnant: [expect.stringMatching(/^The record says pregnant \(12w 0d\)\. Leave this field out/)] })],
    [400, expect.objectContaining({ is_pregnant: [expect.stringContaining('The record says not pregnant today')] })],
    [400, expect.objectContaining({ is_pregnant: [expect.stringContaining('recorded as male')] })],
  ])
  expect(await lowOf(unknown, { is_pregnant: true })).toEqual({ low: '110', is_pregnant: true })
})

test('a refusal tells nothing of a restricted record that is shut to who asks', async () => {
  const [pregnant, plain] = [await aWoman(), await aWoman()]
  await begin(pregnant)
  const other = await clinic.signedInAs(['patients.view', 'laboratory.view', 'laboratory.request'])
  const texts = []
  for (const patient of [pregnant, plain]) {
    const { process_test_req: process } = await aVisitWithOrders(lab.desk, patient)
    const restricted = await lab.desk.call('POST', `/patients/patients/${patient}/restriction/`, { reason: 'A colleague' })
    expect(restricted.status, restricted.text).toBe(201)
    const reply = await other.call('POST', '/lab/lab-test-requests/', {
      process,
      panels: [{ test_panel: haemoglobin.id }],
      is_pregnant: false,
    })
    expect(reply.status, reply.text).toBe(404)
    texts.push(reply.json<{ detail: string }>().detail)
  }
  expect(texts.length).toBe(2)
})
