import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import type { createLabTestRequest, LabTestRequestPanel as Panel, Sample } from './contract.ts'

type Request = ResponseOf<typeof createLabTestRequest>

const REQUESTS = '/lab/lab-test-requests/'
const SAMPLES = '/lab/patient-samples/'
const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let desk: Person
let doctor: Person
let technician: Person
let malaria: number
let glucose: number
const aTest = async (price: string | null, name: string) => {
  const { id: item_id } = await anItem(clinic.db, price, { category: 'laboratory', name })
  return aLabPanel(clinic.db, { name, item_id })
}
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  technician = await clinic.signedInFrom('Laboratory technician', 'labtech')
  malaria = (await aTest('500.00', 'Malaria film')).id
  glucose = (await aTest('200.00', 'Glucose')).id
})
afterAll(() => clinic.close())

const visit = async () => aVisitWithOrders(desk, (await aPatient(clinic.db)).id)
const request = async (process: number, tests: readonly number[], more: object = {}) => {
  const reply = await doctor.call('POST', REQUESTS, { process, panels: tests.map((test_panel) => ({ test_panel })), ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Request>()
}

describe('the lists of requests', () => {
  test('are of a patient and of a visit, newest first, from page to page', async () => {
    const { process_test_req: process, patient } = await visit()
    const first = await request(process, [malaria])
    const second = await request(process, [glucose])
    const ids = async (url: string) => (await technician.call('GET', url)).json<Request[]>().map(({ id }) => id)
    const both = [second.id, first.id]
    expect(await ids(`/lab/lab-test-request-by-patient-id/${patient}/`)).toEqual(both)
    expect(await ids(`/lab/lab-test-request-by-process-id/${process}/`)).toEqual(both)
    expect(await ids(`${REQUESTS}?patient_id=${patient}`)).toEqual(both)
    expect(await ids(`${REQUESTS}?process=${process}`)).toEqual(both)
    const other = await visit()
    expect(await ids(`/lab/lab-test-request-by-patient-id/${other.patient}/`)).toEqual([])
    expect(await ids(`/lab/lab-test-request-by-process-id/${other.process_test_req}/`)).toEqual([])
    for (const by of ['patient', 'process'])
      expect((await technician.call('GET', `/lab/lab-test-request-by-${by}-id/2000000000/`)).status).toBe(404)
    const page = await technician.call('GET', `${REQUESTS}?patient_id=${patient}&limit=1&count=true`)
    expect(page.headers['x-total-count']).toBe('2')
    const { next = '' } = page
    expect(await ids(next)).toEqual([first.id])
  })

  test('show prices only to those who see services, and none that is not set', async () => {
    const { process_test_req: process, patient } = await visit()
    const unpriced = await aTest(null, 'Unpriced')
    await request(process, [malaria, unpriced.id])
    const prices = async (person: Person) => {
      const rows = (await person.call('GET', `/lab/lab-test-request-by-patient-id/${patient}/`)).json<Request[]>()
      return rows.flatMap(({ panels }) => panels.map(({ sale_price }) => sale_price))
    }
    expect(await prices(doctor)).toEqual(['500.00', null])
    expect(await prices(await clinic.signedInAs(['laboratory.view']))).toEqual([null, null])
  })

  test('are a read of the record of everybody on them', async () => {
    const { process_test_req: process, patient } = await visit()
    await request(process, [malaria])
    const reader = await clinic.signedInAs(['laboratory.view'])
    for (const url of [`/lab/lab-test-request-by-process-id/${process}/`, `/lab/lab-test-request-by-patient-id/${patient}/`])
      await reader.call('GET', url)
    const rows = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'patient_id'])
      .where('actor_id', '=', reader.id)
      .execute()
    expect(rows).toEqual([1, 2].map(() => ({ action: 'read', entity: 'lab test requests', patient_id: patient })))
  })

  test('are searched by patient, number and label, and by where the tests stand', async () => {
    const patient = await aPatient(clinic.db, { first_name: 'Zainabu', second_name: 'Kiplagat' })
    const { process_test_req: process } = await aVisitWithOrders(desk, patient.id)
    const { id, panels } = await request(process, [malaria], { priority: 'stat' })
    const ids = async (query: string) => (await doctor.call('GET', `${REQUESTS}?${query}`)).json<Request[]>().map((one) => one.id)
    for (const q of ['zainabu kipl', patient.unique_id, panels[0]!.sample_code!.toLowerCase()])
      expect(await ids(`q=${encodeURIComponent(q)}`)).toEqual([id])
    expect(await ids('q=nobody at all')).toEqual([])
    expect(await ids(`priority=stat&state=requested&patient_id=${patient.id}`)).toEqual([id])
    expect(await ids(`state=approved&patient_id=${patient.id}`)).toEqual([])
    const counted = await doctor.call('GET', `${REQUESTS}?q=${patient.unique_id}&count=true`)
    expect(counted.headers['x-total-count']).toBe('1')
    const { sample_code, patient_sample } = panels[0]!
    const ofSample = async (sample: string | number) =>
      (await doctor.call('GET', `/lab/labtestrequestpanels/sample/${sample}/`)).json<Panel[]>().map((one) => one.id)
    expect([await ofSample(sample_code!), await ofSample(patient_sample!)]).toEqual([[panels[0]!.id], [panels[0]!.id]])
    expect((await doctor.call('GET', '/lab/labtestrequestpanels/sample/NOSUCH/')).status).toBe(404)
  })
})

test('samples that wait the urgent ones first, then the longest, page by page; others are newest first', async () => {
  const patient = await aPatient(clinic.db, { first_name: 'Wambui', second_name: 'Njeri' })
  const { process_test_req: process } = await aVisitWithOrders(desk, patient.id)
  const ids: number[] = []
  for (const [minute, priority] of [
    [3, 'routine'],
    [1, 'routine'],
    [2, 'stat'],
    [5, 'urgent'],
    [4, 'urgent'],
    [1, 'routine'],
  ] as const) {
    const { rows } = await sql<{ id: number }>`
      insert into lab_samples (code, process_id, patient_id, specimen_id, priority, requested_at)
      select 'W-' || s.id, ${process}, ${patient.id}, s.id, ${priority}::lab_priority, ${NOW}::timestamptz + ${minute} * interval '1 minute'
      from lab_specimens s where s.id not in (select specimen_id from lab_samples where process_id = ${process}) order by s.id limit 1
      returning id`.execute(clinic.db)
    ids.push(rows[0]!.id)
  }
  const seen: number[] = []
  let next: string | undefined = `${SAMPLES}?state=to%20collect&patient_id=${patient.id}&limit=2&count=true`
  while (next) {
    const page = await technician.call('GET', next)
    expect([page.status, page.headers['x-total-count']]).toEqual([200, '6'])
    seen.push(...page.json<Sample[]>().map(({ id }) => id))
    next = page.next
  }
  expect(seen).toEqual([2, 4, 3, 1, 5, 0].map((index) => ids[index]))
  const list = async (query: string) => (await technician.call('GET', `${SAMPLES}?${query}`)).json<Sample[]>().map(({ id }) => id)
  expect(await list(`patient_id=${patient.id}`)).toEqual(ids.toReversed())
  expect(await list('q=wambui nje')).toEqual(ids.toReversed())
  expect(await list(`q=${patient.unique_id}`)).toEqual(ids.toReversed())
  const { code, specimen_id } = await clinic.db
    .selectFrom('lab_samples')
    .select(['code', 'specimen_id'])
    .where('id', '=', ids[0]!)
    .executeTakeFirstOrThrow()
  expect(await list(`q=${code.toLowerCase()}`)).toEqual([ids[0]])
  expect(await list(`patient_id=${patient.id}&specimen=${specimen_id}`)).toEqual([ids[0]])
  const odd = Buffer.from('["x",1]').toString('base64url')
  expect((await technician.call('GET', `${SAMPLES}?state=collected&cursor=${odd}`)).json()).toHaveProperty('cursor')
  expect((await technician.call('GET', '/lab/patient-samples-by-process-id/2000000000/')).status).toBe(404)
  expect((await technician.call('GET', `${SAMPLES}2000000000/`)).status).toBe(404)
})
