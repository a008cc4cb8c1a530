import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { MINUTE, ordinary, TRIAGE, type Triage, triages } from '../../testing/scenarios/triages.ts'
import type { listVitalSigns } from './contract.ts'

type Sets = ResponseOf<typeof listVitalSigns>

let clinic: TestClinic
let kit: Awaited<ReturnType<typeof triages>>
beforeAll(async () => {
  clinic = await openTestClinic()
  kit = await triages(clinic)
})
afterAll(() => clinic.close())

describe('the early warning score', () => {
  test('is refused under 16 and in pregnancy, and says what is missing', async () => {
    const child = await kit.aTriage({ date_of_birth: '2016-01-01' })
    expect((await kit.saved(child.id, ordinary)).news2).toMatchObject({ score: null, reason: 'under_16' })
    const woman = await kit.aTriage()
    const first = await kit.saved(woman.id, { ...ordinary, is_pregnant: true })
    expect(first.news2).toMatchObject({ score: null, reason: 'pregnant' })
    const later = await kit.saved(woman.id, { is_pregnant: false, version: first.version })
    expect(later.news2).toMatchObject({ score: 0, band: 'low' })
    expect(later.observations).toHaveLength(2)
    const { id } = await kit.aTriage()
    expect((await kit.saved(id, { ...ordinary, consciousness: null, spo2: null })).news2).toMatchObject({
      score: null,
      reason: 'incomplete',
      missing: ['spo2', 'consciousness'],
    })
  })

  test('goes by the scale that a clinician chose, and stays on its set as it was', async () => {
    const { id } = await kit.aTriage()
    const first = await kit.saved(id, { ...ordinary, spo2: 90, on_oxygen: true })
    expect(first).toMatchObject({ news2: { score: 5, band: 'medium' }, flags: { spo2: 'critical_low' }, is_critical: true })
    const second = await kit.saved(id, { spo2_scale: 2, version: first.version })
    expect(second).toMatchObject({ news2: { score: 2 }, flags: {}, is_critical: false, spo2_scale: 2, critical_at: null })
    expect(second.observations.map(({ news2, news2_scale }) => [news2, news2_scale])).toEqual([
      [2, 2],
      [5, 1],
    ])
  })
})

describe('flags go by the age', () => {
  test.each([
    ['2026-02-20', { pulse: 140, respiration: 45, temperature: 37 }, {}],
    ['2026-02-20', { temperature: 38.1 }, { temperature: 'critical_high' }],
    ['2022-01-01', { pulse: 130, respiration: 35 }, { pulse: 'high', respiration: 'high' }],
    ['1990-01-01', { pulse: 140, respiration: 45 }, { pulse: 'critical_high', respiration: 'critical_high' }],
    ['2024-01-01', { muac: 114 }, { muac: 'critical_low' }],
    ['2024-01-01', { muac: 120 }, { muac: 'low' }],
    ['1990-01-01', { muac: 120 }, {}],
    ['1990-01-01', { glucose: 2.8, pain: 8 }, { glucose: 'critical_low', pain: 'high' }],
  ])('born on %s, %j', async (date_of_birth, body, flags) => {
    const { id } = await kit.aTriage({ date_of_birth })
    expect((await kit.saved(id, body)).flags).toEqual(flags)
  })
})

describe('lists', () => {
  test('of the triages of a patient, newest first, paged, each with its latest set', async () => {
    const { id, visit, patient } = await kit.aTriage()
    await kit.saved(id, { pulse: 80 })
    await kit.observe(id, { pulse: 90 })
    await kit.desk.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, { track: 'discharged', version: visit.version })
    await aVisitWithOrders(kit.desk, patient)
    const page = await kit.nurse.call('GET', `${TRIAGE}?patient=${patient}&limit=1&count=true`)
    expect(page.json<Triage[]>()).toHaveLength(1)
    expect(page.headers['x-total-count']).toBe('2')
    const next = page.next!
    const [older] = (await kit.nurse.call('GET', next)).json<Triage[]>()
    expect(older).toMatchObject({ id, pulse: 90 })
    expect(older).not.toHaveProperty('observations')
    expect((await kit.nurse.call('GET', `${TRIAGE}?patient_id=${patient}`)).json<Triage[]>()).toHaveLength(2)
    expect((await kit.nurse.call('GET', `${TRIAGE}?patient_id=2000000000`)).status).toBe(404)
  })

  test('of the sets that have a measure, page by page', async () => {
    const { id, patient } = await kit.aTriage()
    for (const body of [{ weight: 70 }, { pulse: 80 }, { weight: 71 }, { weight: 72, pulse: 81 }]) {
      clinic.clock.now = new Date(clinic.clock.now.getTime() + MINUTE / 4)
      await kit.observe(id, body)
    }
    const first = await kit.nurse.call('GET', `/patients/vital-signs/?patient_id=${patient}&measure=weight&limit=2`)
    expect(first.json<Sets>().map(({ weight }) => weight)).toEqual(['72.000', '71.000'])
    const next = await kit.nurse.call('GET', first.next!)
    expect(next.json<Sets>().map(({ weight }) => weight)).toEqual(['70.000'])
    expect((await kit.nurse.call('GET', '/patients/vital-signs/')).status).toBe(400)
    expect((await kit.nurse.call('GET', '/patients/vital-signs/?patient_id=2000000000')).status).toBe(404)
    expect((await kit.nurse.call('GET', `/patients/vital-signs/?patient_id=${patient}&measure=mood`)).json()).toHaveProperty('measure')
  })
})
