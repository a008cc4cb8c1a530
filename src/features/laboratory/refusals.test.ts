import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anItem, aVisitWithOrders, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aLabProfile, aRange } from '../../testing/scenarios/laboratory.ts'
import type { LabTestRequest, Sample } from './contract.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

const samplesOf = async (process: number) =>
  (await lab.technician.call('GET', `/lab/patient-samples-by-process-id/${process}/`)).json<Sample[]>()
const rejectOn = (sample: number) =>
  lab.technician.call('PATCH', `/lab/patient-samples/${sample}/`, { rejected: true, reason: 'Haemolysed' })
const cancel = (id: number) => lab.doctor.call('PATCH', `/lab/lab-test-requests-panel/${id}/`, { cancelled: true, reason: 'Not needed' })
const actions = async (id: number) =>
  clinic.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'patient_id', 'change'])
    .where('entity', '=', 'lab test')
    .where('entity_id', '=', id)
    .where('action', 'in', ['take back result', 'withdraw result'])
    .orderBy('id')
    .execute()

describe('whatever is sent', () => {
  test('is understood or refused, never an error of ours', async () => {
    const number = await lab.test({ decimals: 2, units: [{ unit: 'mg/dL', factor: '0.055507', offset: '0' }] })
    const words = await lab.test({ kind: 'text', unit: null })
    const coded = await lab.test({ choices: [{ value: 'Negative', flag: 'normal' }] })
    const cube = await lab.test({ kind: 'calculated', formula: `${number.code} * ${number.code} * ${number.code}`, decimals: 2 })
    const request = await lab.ask([number, words, coded, cube])
    const header = await lab.technician.call('POST', '/lab/lab-test-results/', { lab_test_request: request.id, title: 'Chemistry' })
    const duplicate = { lab_test_result: header.json<{ id: number }>().id, test_panel: number.id }
    const odd = ['1e400', '9'.repeat(400), '9'.repeat(12), `0.${'0'.repeat(300)}1`, 'NaN', '−5', '\u2212', '\u0958'.repeat(1000), '\u0958'.repeat(2000), '💥'.repeat(1000), ' ', '\u200B', '\u202E5', '<', '0x10', '<-0', '999999999999.99999999'] // prettier-ignore
    for (const result of odd) {
      const replies = [
        await lab.enter([number, words, coded].map((panel) => ({ request_panel: request.of(panel), result }))),
        await lab.enter([{ request_panel: request.of(words), result }]),
        await lab.technician.call('POST', '/lab/lab-test-results-panel/', { ...duplicate, result }),
      ]
      for (const { status, text } of replies) {
        // Less than nothing is asked about.
        if (status === 409) expect([result, JSON.parse(text)]).toEqual(['−5', expect.objectContaining({ code: 'implausible' })])
        else expect([200, 201, 400], `${result}: ${text}`).toContain(status)
      }
    }
    expect((await lab.technician.call('POST', '/lab/lab-test-results-panel/', { ...duplicate, result: ' ' })).status).toBe(400)
    const profile = await aLabProfile(clinic.db, [number])
    const wish = await lab.desk.call('POST', '/lab/public-lab-test-request/', {
      patient: request.patient,
      test_profile: profile.id,
      appointment_date: '2026-03-05T07:00:00Z',
    })
    expect(wish.status, wish.text).toBe(201)
    for (const appointment_date of ['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00+14:00']) {
      const reply = await lab.manager.call('PUT', `/lab/public-lab-test-request/${wish.json<{ id: number }>().id}/`, { appointment_date })
      expect([reply.status, Object.keys(reply.json<object>())]).toEqual([400, ['appointment_date']])
    }
  })
})

test('a result that nobody has approved is in nothing that a doctor or a nurse can read', async () => {
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  const one = await lab.test()
  const double = await lab.test({ kind: 'calculated', formula: `${one.code} * 2`, decimals: 2 })
  const visit = await aVisitWithOrders(lab.desk, (await aPatient(clinic.db)).id)
  const request = await lab.ask([one, double], { process: visit.process_test_req })
  const header = await lab.technician.call('POST', '/lab/lab-test-results/', { lab_test_request: request.id, title: 'Chemistry' })
  expect((await lab.enter([{ request_panel: request.of(one), result: '4321.75', comment: 'Icteric8642' }])).status).toBe(200)
  const [sample] = await samplesOf(request.process)
  const paths = [
    '/lab/lab-test-requests/', `/lab/lab-test-requests/${request.id}/`, `/lab/lab-test-request-by-patient-id/${request.patient}/`,
    `/lab/lab-test-request-by-process-id/${request.process}/`, `/lab/lab-test-request-panels-by-lab-test-request-id/${request.id}/`,
    `/lab/labtestrequestpanels/sample/${sample!.id}/`, `/lab/results/by-process-id/${request.process}/`, '/lab/worklist/',
    `/lab/lab-test-requests-panel/${request.of(one)}/revisions/`, '/lab/lab-test-results/', `/lab/patient-samples/${sample!.id}/`,
    `/lab/lab-test-result-panels-by-lab-test-result-id/${header.json<{ id: number }>().id}/`, '/lab/critical-calls/',
    `/lab/results/by-patient-id/${request.patient}/`, `/patients/patients/${request.patient}/timeline/`,
    `/patients/patients/${request.patient}/workspace/`,
  ] // prettier-ignore
  const missing: string[] = []
  for (const by of [lab.doctor, nurse])
    for (const path of paths) {
      const { status, text } = await by.call('GET', path)
      if (status !== 200) missing.push(`${status} ${path}`)
      expect(text, path).not.toMatch(/4321|8643\.5|Icteric/)
    }
  expect(missing).toEqual([])
})

describe('a test whose approved result is withdrawn', () => {
  test('and whose sample was rejected is done on the sample that was taken instead, or on another one', async () => {
    const [a, b] = [await lab.test(), await lab.test()]
    for (const isReplaced of [true, false]) {
      const request = await lab.ask([a, b])
      expect((await lab.enter([{ request_panel: request.of(a), result: '5' }])).status).toBe(200)
      expect((await lab.approve([request.of(a)])).status).toBe(200)
      const [sample] = await samplesOf(request.process)
      expect((await rejectOn(sample!.id)).status).toBe(200)
      if (isReplaced) await lab.take(request.process)
      else await cancel(request.of(b))
      const withdrawn = await lab.withdraw(request.of(a))
      expect(withdrawn.status, withdrawn.text).toBe(200)
      const samples = await samplesOf(request.process)
      expect(samples.map(({ state }) => state)).toEqual(isReplaced ? ['rejected', 'collected'] : ['rejected', 'cancelled', 'to collect'])
      expect(withdrawn.json()).toMatchObject({ state: 'requested', patient_sample: samples.at(-1)!.id })
      await lab.take(request.process)
      const again = await lab.enter([{ request_panel: request.of(a), result: '6' }])
      expect(again.status, again.text).toBe(200)
    }
  })
})

test('what is calculated is made of a test that waited in the visit already when its profile was asked for', async () => {
  const [hb, cells] = [await lab.test(), await lab.test()]
  const mean = await lab.test({ kind: 'calculated', formula: `${hb.code} / ${cells.code}`, decimals: 0 })
  const profile = await aLabProfile(clinic.db, [hb, cells, mean], { item_id: hb.item_id })
  const first = await lab.ask([hb], { isTaken: false })
  const body = { process: first.process, profiles: [{ profile: profile.id }] }
  const { panels } = (await lab.doctor.call('POST', '/lab/lab-test-requests/', body)).json<LabTestRequest>()
  expect(panels.map(({ test_panel }) => test_panel)).toEqual([cells.id, mean.id])
  await lab.take(first.process)
  const [count, calculated] = panels.map(({ id }) => id) as [number, number]
  const read = async () => (await lab.technician.call('GET', `/lab/lab-test-requests/${panels[0]!.lab_test_request}/`)).json<LabTestRequest>().panels[1]! // prettier-ignore
  const send = async (request_panel: number, result: string) => expect((await lab.enter([{ request_panel, result }])).status).toBe(200)
  await send(count, '4')
  expect(await read()).toMatchObject({ state: 'requested' })
  await send(first.of(hb), '12')
  expect(await read()).toMatchObject({ state: 'entered', result: '3' })
  await send(first.of(hb), '16')
  expect(await read()).toMatchObject({ state: 'entered', result: '4' })
  expect((await lab.approve([count, calculated])).json()).toMatchObject({ code: 'inputs_open', request_panels: [calculated] })
  expect((await lab.approve([first.of(hb), count, calculated])).status).toBe(200)
  expect((await lab.amend(first.of(hb), '20')).status).toBe(201)
  expect(await read()).toMatchObject({
    state: 'approved',
    result: '5',
    current: { amend_reason: expect.stringMatching(/^Follows from .+: Misread$/) },
  })
  expect((await lab.withdraw(first.of(hb))).status).toBe(200)
  expect(await read()).toMatchObject({ state: 'requested', result: null })
  await send(first.of(hb), '24')
  expect(await read()).toMatchObject({ state: 'entered', result: '6' })
  expect((await cancel(first.of(hb))).status).toBe(200)
  expect(await read()).toMatchObject({ state: 'requested', result: null })
})

test('a visit that waits for nothing but a test that is cancelled moves on, when it has a result', async () => {
  const [a, b, c] = [await lab.test(), await lab.test(), await lab.test()]
  const request = await lab.ask([a, b, c])
  const ofVisit = () => clinic.db.selectFrom('visits').select('track').where('id', '=', request.visit).executeTakeFirstOrThrow()
  await clinic.db.updateTable('visits').set({ track: 'awaiting result' }).where('id', '=', request.visit).execute()
  expect((await lab.enter([{ request_panel: request.of(a), result: '5' }])).status).toBe(200)
  expect((await cancel(request.of(b))).status).toBe(200)
  expect((await lab.approve([request.of(a)])).status).toBe(200)
  expect(await ofVisit()).toEqual({ track: 'awaiting result' })
  expect((await cancel(request.of(c))).status).toBe(200)
  expect(await ofVisit()).toEqual({ track: 'added result' })
  const bare = await lab.ask([a])
  await clinic.db.updateTable('visits').set({ track: 'lab' }).where('id', '=', bare.visit).execute()
  expect((await cancel(bare.of(a))).status).toBe(200)
  expect(await clinic.db.selectFrom('visits').select('track').where('id', '=', bare.visit).executeTakeFirst()).toEqual({ track: 'lab' })
})

test('what is taken back with a rejected sample or a cancelled test is in the trail of each test, with what follows from it', async () => {
  const one = await lab.test()
  const double = await lab.test({ kind: 'calculated', formula: `${one.code} * 2`, decimals: 0 })
  await aRange(clinic.db, one, { high_critical: '7' })
  for (const how of ['rejected', 'cancelled'] as const) {
    const request = await lab.ask([one, double])
    expect((await lab.enter([{ request_panel: request.of(one), result: '8' }])).status).toBe(200)
    const [sample] = await samplesOf(request.process)
    const reply = how === 'rejected' ? await rejectOn(sample!.id) : await cancel(request.of(one))
    expect(reply.status, reply.text).toBe(200)
    for (const [panel, result] of [
      [one, '8'],
      [double, '16'],
    ] as const)
      // prettier-ignore
      expect(await actions(request.of(panel))).toMatchObject([
        { action: 'take back result', patient_id: request.patient, change: { test: panel.code, result: [result, null] } },
      ])
  }
})

const counts = async () => {
  const { rows } = await sql<{ requests: number; panels: number; charges: number }>`
    select (select count(*) from lab_test_requests) as requests, (select count(*) from lab_test_request_panels) as panels,
      (select count(*) from charges) as charges`.execute(clinic.db)
  return rows[0]
}
const reasons = (reply: { text: string }) =>
  (JSON.parse(reply.text) as LabTestRequest).panels.map(({ test_panel, sex_override }) => [test_panel, sex_override])
const REASON = 'Transgender man'
test('a test for the other sex is asked for with a reason, which is kept; without one nothing changes', async () => {
  const { db } = clinic
  const { desk, doctor, technician } = lab
  const women = await lab.test({ name: 'Pregnancy test', for_sex: 'female' })
  const men = await lab.test({ name: 'PSA', for_sex: 'male' })
  const both = await lab.test({ name: 'For both' })
  const item = await anItem(db, '900.00', { category: 'laboratory' })
  const profile = (await aLabProfile(db, [both, women], { item_id: item.id })).id
  const of = async (gender: 'male' | 'female' | 'other' | 'unknown') => aVisitWithOrders(desk, (await aPatient(db, { gender })).id)
  const [man, woman, other, unknown] = [await of('male'), await of('female'), await of('other'), await of('unknown')]
  const ask = (process: number, tests: readonly { id: number }[], more: object = {}) =>
    doctor.call('POST', '/lab/lab-test-requests/', { process, panels: tests.map(({ id }) => ({ test_panel: id, repeat: true })), ...more })
  const add = (request: number, more: object = {}) =>
    doctor.call('POST', '/lab/lab-test-requests-panel/', { lab_test_request: request, test_panel: women.id, ...more })
  const plain = await lab.ask([men], { process: man.process_test_req })
  const wished = { patient: man.patient, test_profile: profile, appointment_date: '2026-03-05T07:00:00Z' }
  const sent = await desk.call('POST', '/lab/public-lab-test-request/', wished)
  const wish = `/lab/public-lab-test-request/${sent.json<{ id: number }>().id}/`

  const before = [await counts(), (await desk.call('GET', wish)).json()]
  const detail = 'Only for women: Pregnancy test. This patient is recorded as male: say why.'
  const tests = [{ id: women.id, name: 'Pregnancy test', for_sex: 'female' }]
  for (const reply of [
    await ask(man.process_test_req, [both, women]),
    await ask(man.process_test_req, [], { profiles: [{ profile }], sex_override: null }),
    await add(plain.id),
    await doctor.call('POST', `${wish}request/`, {}),
  ])
    expect([reply.status, reply.json()]).toEqual([409, { detail, code: 'other_sex', tests }])
  const turned = await ask(woman.process_test_req, [men, women])
  expect([turned.status, turned.json()]).toMatchObject([409, { code: 'other_sex', tests: [{ id: men.id }] }])
  for (const sex_override of [' ', 'x'.repeat(301)])
    expect((await ask(man.process_test_req, [women], { sex_override })).json()).toHaveProperty('sex_override')
  expect([await counts(), (await desk.call('GET', wish)).json()]).toEqual(before)

  const made = await doctor.call('POST', `${wish}request/`, { sex_override: REASON })
  expect(made.status, made.text).toBe(201)
  const asked = await ask(man.process_test_req, [both, women], { sex_override: ' Transgender  man ' })
  expect(reasons(asked)).toEqual([
    [women.id, REASON],
    [both.id, null],
  ])
  const added = await add(plain.id, { sex_override: REASON })
  expect([added.status, added.json()]).toMatchObject([201, { sex_override: REASON }])
  expect((await add(plain.id)).json()).toEqual(added.json())
  const trail = await db
    .selectFrom('audit_log')
    .select('change')
    .where('patient_id', '=', man.patient)
    .where('action', '=', 'request')
    .orderBy('id')
    .execute()
  const kept = { sex_override: REASON, other_sex: [women.id] }
  expect(trail.slice(1)).toMatchObject([{ change: kept }, { change: kept }, { change: kept }])
  expect(trail[0]!.change).not.toHaveProperty('sex_override')

  for (const { process_test_req: process } of [other, unknown])
    expect(reasons(await ask(process, [women, men])).map(([, reason]) => reason)).toEqual([null, null])
  const own = await lab.ask([women, both], { process: woman.process_test_req })
  expect(own.panels.map(({ sex_override }) => sex_override)).toEqual([null, null])
  // What was asked for is worked on, whomever the test is for by now.
  await db.updateTable('lab_panels').set({ for_sex: 'male' }).where('id', '=', both.id).execute()
  const entered = await technician.call('POST', '/lab/results/', { results: [{ request_panel: own.of(both), result: '5' }] })
  expect(entered.status, entered.text).toBe(200)
})
