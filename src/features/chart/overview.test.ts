import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { asOwner } from '#platform/db/owner.ts'
import { aPatient, anAppointment, anItem, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import type { getPatientOverview } from './contract.ts'

type Overview = ResponseOf<typeof getPatientOverview>

let clinic: TestClinic
let desk: Person
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())

const read = async (person: Person, patient: number) => {
  const reply = await person.call('GET', `/patients/patients/${patient}/overview/`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Overview>()
}

const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()

/** An imported result of a test; without a flag it was not evaluated. */
const aResult = (patient: number, panel: number, days: number, result: string, flag: string | null) =>
  asOwner(clinic.ownerUrl, (client) =>
    client.query(
      `insert into lab_results (patient_id, panel_id, observed_at, result, value, entered, flag, low, high, origin, entered_at, source)
      values ($1::integer, $2::integer, now() - $3::integer * interval '1 day', $4::text, $4::text::numeric, $4::text, $5::lab_flag, 3, 6, 'imported', now(),
        concat_ws('/', $1::integer, $2::integer, $3::integer))`,
      [patient, panel, days, result, flag],
    ),
  )

describe('the overview of a patient', () => {
  test('says plainly that nothing is recorded', async () => {
    const { id } = await aPatient(clinic.db)
    expect(await read(doctor, id)).toEqual({
      problems: [],
      medicines: [],
      vitals: [],
      results: { months: 12, normal: 0, not_evaluated: 0, out_of_range: 0, latest_at: null, abnormal: [] },
      appointments: { next: null },
      open_orders: { tests: 0, medicines: 0 },
    })
    expect((await doctor.call('GET', '/patients/patients/999999/overview/')).status).toBe(404)
  })

  test('holds active problems, the latest result of each test, the next open appointment and what the visit waits for', async () => {
    const { id } = await aPatient(clinic.db)
    const visit = await aVisitWithOrders(desk, id)
    const item = await anItem(clinic.db, '500.00', { category: 'laboratory' })
    const [potassium, sodium, old] = await Promise.all([
      aLabPanel(clinic.db, { item_id: item.id }),
      aLabPanel(clinic.db),
      aLabPanel(clinic.db),
    ])
    await doctor.call('POST', '/lab/lab-test-requests/', { process: visit.process_test_req, panels: [{ test_panel: potassium.id }] })
    await doctor.call('POST', `/patients/patients/${id}/problems/`, { title: 'Asthma' })
    await aResult(id, potassium.id, 40, '7.1', 'critical high')
    await aResult(id, potassium.id, 3, '6.4', 'high')
    await aResult(id, sodium.id, 9, '5.0', 'normal')
    await aResult(id, old.id, 1000, '9.0', 'critical high')
    await anAppointment(clinic.db, { patient_id: id, appointment_date_time: inDays(2), status: 'cancelled' })
    const next = await anAppointment(clinic.db, { patient_id: id, appointment_date_time: inDays(9), status: 'confirmed' })
    const overview = await read(doctor, id)
    expect(overview.problems).toMatchObject([{ title: 'Asthma', status: 'active' }])
    expect(overview.results).toMatchObject({
      normal: 1,
      not_evaluated: 0,
      out_of_range: 1,
      abnormal: [{ test_panel_name: potassium.name, result: '6.4', flag: 'high', low: '3', high: '6' }],
    })
    expect(overview.appointments?.next).toMatchObject({ id: next.id, status: 'confirmed' })
    expect(overview.open_orders).toEqual({ tests: 1, medicines: 0 })
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'overview')
      .where('patient_id', '=', id)
      .execute()
    expect(trail).toEqual([{ action: 'read' }])
  })

  test('counts a result without a range as not evaluated, never as normal', async () => {
    const { id } = await aPatient(clinic.db)
    const panel = await aLabPanel(clinic.db)
    await aResult(id, panel.id, 1, '5.0', null)
    expect((await read(doctor, id)).results).toMatchObject({ normal: 0, not_evaluated: 1, out_of_range: 0, abnormal: [] })
  })

  test('leaves out what the caller may not read', async () => {
    const { id } = await aPatient(clinic.db)
    const panel = await aLabPanel(clinic.db)
    await aResult(id, panel.id, 1, '9.0', 'high')
    const clerk = await clinic.signedInAs(['patients.view'], 'records')
    const nothing = {
      problems: null,
      medicines: null,
      vitals: null,
      results: null,
      appointments: null,
      open_orders: { tests: null, medicines: null },
    }
    expect(await read(clerk, id)).toEqual(nothing)
    const triage = await clinic.signedInAs(['patients.view', 'triage.view'], 'records')
    expect(await read(triage, id)).toEqual({ ...nothing, vitals: [] })
  })

  test('of many results and sets is no longer than what it shows', async () => {
    const { id } = await aPatient(clinic.db)
    for (let n = 0; n < 25; n += 1) await aResult(id, (await aLabPanel(clinic.db)).id, n + 1, '9.0', 'high')
    const { results } = await read(doctor, id)
    expect([results?.abnormal.length, results?.out_of_range]).toEqual([20, 25])
  })
})
