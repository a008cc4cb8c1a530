import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getVisit } from '#features/attendance/contract.ts'
import { aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { getTriage, listCriticalTriages, listVitalLimits } from './contract.ts'

type Triage = ResponseOf<typeof getTriage>
type Visit = ResponseOf<typeof getVisit>

let clinic: TestClinic
let url: string
let desk: Person
let nurse: Person
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  url = await clinic.app.listen({ port: 0, host: '127.0.0.1' })
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())

const aTriage = async () => {
  const visit = await aVisitWithOrders(desk, (await aPatient(clinic.db, { date_of_birth: '1990-01-01' })).id)
  const { id } = await clinic.db.selectFrom('triages').select('id').where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
  return { id, visit: visit.id, patient: visit.patient }
}
const observe = async (id: number, body: object) => {
  const reply = await nurse.call('POST', `/patients/triage/${id}/observations/`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Triage>()
}
const visitOf = async (id: number) => (await doctor.call('GET', `/patients/initiate-attendance-process/${id}/`)).json<Visit>()
const unseen = async () => (await doctor.call('GET', '/patients/triage/critical/')).json<ResponseOf<typeof listCriticalTriages>>()
const seen = (id: number, body: object = {}) => doctor.call('POST', `/patients/triage/${id}/critical-seen/`, body)

const listen = async ({ token }: Person) => {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/events/`, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal })
  const listener = { heard: '', stop: () => abort.abort() }
  const listenOn = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) listener.heard += decoder.decode(chunk, { stream: true })
  }
  void listenOn().catch(() => {})
  return listener
}

describe('a critical value', () => {
  test('is on the doctor’s screen at once, until a doctor has seen it and it is over', async () => {
    const { id, visit, patient } = await aTriage()
    const screen = await listen(doctor)
    await expect.poll(() => screen.heard).toContain('event: hello')
    expect(await visitOf(visit)).toMatchObject({ has_critical_triage: false, critical_text: null, news2: null, triage_level: null })
    await observe(id, { spo2: 82, level: 2 })
    await expect.poll(() => screen.heard).toContain(`{"topic":"triage","id":${id},"patient":`)
    expect(screen.heard).toContain(`{"topic":"attendance","id":${visit},"patient":`)
    screen.stop()
    const shown = await visitOf(visit)
    expect(shown).toMatchObject({
      triage: id,
      has_critical_triage: true,
      critical_text: 'SpO2 82 %',
      triage_scale: 'manchester',
      triage_level: 2,
    })
    expect(Date.parse(shown.triage_due_at!) - Date.parse(shown.triage_level_at!)).toBe(600_000)
    expect(await unseen()).toMatchObject([{ id, visit, patient, critical_text: 'SpO2 82 %' }])

    expect((await nurse.call('POST', `/patients/triage/${id}/critical-seen/`, {})).status).toBe(403)
    const reply = await seen(id)
    expect(reply.json()).toMatchObject({ critical_seen_by_name: 'Test doctor' })
    expect(await unseen()).toEqual([])
    expect((await visitOf(visit)).has_critical_triage).toBe(true)
    await observe(id, { spo2: 97 })
    expect(await visitOf(visit)).toMatchObject({ has_critical_triage: false, critical_text: null })
    expect((await seen(id)).status).toBe(200)
  })

  test('that nobody saw stays, although the next set is ordinary; its correction takes it back', async () => {
    const { id, visit } = await aTriage()
    await observe(id, { pulse: 150 })
    await observe(id, { pulse: 84 })
    expect(await visitOf(visit)).toMatchObject({ has_critical_triage: true, critical_text: 'Pulse 150/min' })
    const mistyped = await aTriage()
    const { version } = await observe(mistyped.id, { temperature: 34.6 })
    expect((await visitOf(mistyped.visit)).has_critical_triage).toBe(true)
    await nurse.call('PATCH', `/patients/triage/${mistyped.id}/`, { temperature: 36.6, version })
    expect((await visitOf(mistyped.visit)).has_critical_triage).toBe(false)
    expect((await unseen()).map((row) => row.id)).toEqual([id])
    await seen(id)
  })

  test('that nobody saw comes back when a newer one turns out to be mistyped', async () => {
    const { id, visit } = await aTriage()
    await observe(id, { spo2: 80, pulse: 84 })
    const { version } = await observe(id, { pulse: 190 })
    expect((await unseen()).map((row) => row.critical_text)).toEqual(['Pulse 190/min'])
    await nurse.call('PATCH', `/patients/triage/${id}/`, { pulse: 90, version })
    expect(await visitOf(visit)).toMatchObject({ has_critical_triage: true, critical_text: 'SpO2 80 %' })
    expect((await unseen()).map((row) => row.critical_text)).toEqual(['SpO2 80 %'])
    await seen(id)
    expect(await unseen()).toEqual([])
  })

  test('is seen as it was seen: a newer one waits for its own look; where there is none, there is nothing to see', async () => {
    const { id } = await aTriage()
    expect((await seen(id)).json()).toMatchObject({ code: 'nothing_critical' })
    const first = await observe(id, { spo2: 80 })
    await observe(id, { spo2: 76 })
    expect((await seen(id, { version: first.version })).status).toBe(412)
    expect((await unseen()).map((row) => row.critical_text)).toEqual(['SpO2 76 %'])
    expect((await seen(2_000_000_000)).status).toBe(404)
  })

  test('a high early warning score is one', async () => {
    const { id } = await aTriage()
    const set = { respiration: 22, spo2: 94, on_oxygen: true, systolic: 100, pulse: 112, consciousness: 'alert', temperature: 38.5 }
    expect(await observe(id, set)).toMatchObject({ is_critical: true, critical_text: 'NEWS2 10', news2: { score: 10, band: 'high' } })
  })
})

describe('levels and limits', () => {
  test('a level keeps the scale and the target it was given by, whatever is chosen later', async () => {
    const { id } = await aTriage()
    await observe(id, { pulse: 80, level: 3 })
    const settings = (await desk.call('GET', '/patients/triage-settings/')).json<{ version: number }>()
    const reply = await desk.call('PATCH', '/patients/triage-settings/', { scale: 'ats', version: settings.version })
    expect(reply.json()).toEqual({ scale: 'ats', version: settings.version + 1 })
    const kept = (await nurse.call('GET', `/patients/triage/${id}/`)).json<Triage>()
    expect(kept).toMatchObject({ scale: 'manchester', level: 3, target_minutes: 60 })
    const { level_at } = kept
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
    expect(await observe(id, { pulse: 81, level: 3 })).toMatchObject({ scale: 'manchester', level_at })
    expect(await observe(id, { pulse: 82, level: 2 })).toMatchObject({ scale: 'ats', level: 2, target_minutes: 10 })
    expect((await desk.call('PATCH', '/patients/triage-settings/', { scale: 'esi', version: settings.version })).status).toBe(412)
    expect((await nurse.call('PATCH', '/patients/triage-settings/', { scale: 'esi' })).status).toBe(403)
    await desk.call('PATCH', '/patients/triage-settings/', { scale: 'manchester' })
  })

  test('limits are confirmed, changed, and then to be confirmed again; sets keep their flags', async () => {
    const list = (await nurse.call('GET', '/patients/vital-limits/')).json<ResponseOf<typeof listVitalLimits>>()
    expect(list.length).toBeGreaterThan(45)
    expect(list.every(({ confirmed_at, source }) => confirmed_at === null && source !== '')).toBe(true)
    const pulse = list.find(({ measure, age_to_months }) => measure === 'pulse' && age_to_months === null)!
    const path = `/patients/vital-limits/${pulse.id}/`
    const change = (body: object) => desk.call('PATCH', path, body)
    expect((await change({ confirmed: true })).json()).toMatchObject({ confirmed_by_name: 'Test sysadmin', version: 2 })
    const { id } = await aTriage()
    expect((await observe(id, { pulse: 95 })).flags).toEqual({ pulse: 'high' })
    expect((await change({ high: '100', version: 2 })).json()).toMatchObject({ high: '100.0', confirmed_at: null, version: 3 })
    const again = await observe(id, { pulse: 95 })
    expect(again.observations.map(({ flags }) => flags)).toEqual([{}, { pulse: 'high' }])
    expect((await change({ low: 20, version: 3 })).json()).toHaveProperty('low')
    expect((await change({ high: 'x', version: 3 })).json()).toHaveProperty('high')
    expect((await change({ high: 90, version: 2 })).status).toBe(412)
    expect((await desk.call('PATCH', '/patients/vital-limits/2000000000/', { confirmed: true })).status).toBe(404)
    expect((await nurse.call('PATCH', path, { confirmed: true })).status).toBe(403)
    expect((await nurse.call('GET', path)).json()).toMatchObject({ id: pulse.id, version: 3 })
  })

  test('the limits of each measure follow each other without a gap', async () => {
    const list = (await nurse.call('GET', '/patients/vital-limits/')).json<ResponseOf<typeof listVitalLimits>>()
    for (const measure of ['temperature', 'pulse', 'respiration', 'systolic', 'diastolic', 'spo2', 'glucose']) {
      const rows = list.filter((row) => row.measure === measure)
      expect(rows.map(({ age_from_months }) => age_from_months)).toEqual(expect.arrayContaining([0, 1, 12, 36, 72, 144, 192]))
      expect(rows.slice(1).every((row, index) => rows[index]!.age_to_months === row.age_from_months)).toBe(true)
      expect(rows.at(-1)!.age_to_months).toBeNull()
    }
  })
})
