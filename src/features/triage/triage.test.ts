import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { MINUTE, ordinary, TRIAGE, triages } from '../../testing/scenarios/triages.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listVitalSigns } from './contract.ts'

type Sets = ResponseOf<typeof listVitalSigns>

let clinic: TestClinic
let kit: Awaited<ReturnType<typeof triages>>
beforeAll(async () => {
  clinic = await openTestClinic()
  kit = await triages(clinic)
})
afterAll(() => clinic.close())

describe('the triage of a visit', () => {
  test('is empty at first: missing is missing, never zero', async () => {
    const { id, visit, patient } = await kit.aTriage()
    expect(await kit.read(id)).toMatchObject({
      id,
      visit: visit.id,
      patient,
      patient_id: patient,
      temperature: null,
      weight: null,
      pulse: null,
      bmi: null,
      fee: null,
      created_by: null,
      flags: {},
      level: null,
      due_at: null,
      age_months: 434,
      age_band: 'adult',
      news2: { score: null, reason: 'incomplete' },
      observations: [],
      version: 1,
    })
  })

  test('is written in one call, with what the values say', async () => {
    const { id } = await kit.aTriage()
    const triage = await kit.saved(id, {
      ...ordinary,
      temperature: '38.5',
      weight: 70,
      height: '172',
      pain: 0,
      notes: ' Hot to the touch ',
      level: 3,
    })
    expect(triage).toMatchObject({
      temperature: '38.5',
      pulse: 72,
      systolic: 120,
      diastolic: 80,
      spo2: 98,
      weight: '70.000',
      height: '172.0',
      pain: 0,
      glucose: null,
      notes: 'Hot to the touch',
      bmi: '23.7',
      bmi_class: 'normal',
      created_by: kit.nurse.id,
      flags: { temperature: 'high' },
      news2: { score: 1, band: 'low', parts: { temperature: 1, oxygen: 0 } },
      scale: 'manchester',
      level: 3,
      target_minutes: 60,
      is_critical: false,
      version: 2,
    })
    expect(Date.parse(triage.due_at!) - Date.parse(triage.level_at!)).toBe(60 * MINUTE)
    expect(triage.observations).toHaveLength(1)
    expect(await kit.read(id)).toEqual(triage)
  })

  test('takes what earlier clients send, and decides the rest itself', async () => {
    const { id, patient } = await kit.aTriage()
    const other = await aPatient(clinic.db)
    const triage = await kit.saved(id, {
      temperature: 36.8,
      bmi: 99,
      fee: '500.00',
      created_by: 'Somebody',
      patient: other.id,
      date_created: 'x',
    })
    expect(triage).toMatchObject({ patient, bmi: null, fee: null, created_by: kit.nurse.id, temperature: '36.8' })
  })

  test('keeps what a correction does not name, takes away what it nulls, and the corrected set stays readable', async () => {
    const { id } = await kit.aTriage()
    const first = await kit.saved(id, { ...ordinary, pulse: 172, weight: 70 })
    const second = await kit.saved(id, { pulse: 72, weight: null, version: first.version })
    expect(second).toMatchObject({ pulse: 72, weight: null, systolic: 120, version: 3 })
    expect(second.observations).toHaveLength(2)
    const [now, before] = second.observations
    expect(before).toMatchObject({ pulse: 172, weight: '70.000', replaced_by: now!.id })
    expect(now).toMatchObject({ pulse: 72, replaced_by: null, taken_at: before!.taken_at })
    const same = await kit.saved(id, { pulse: 72, version: second.version })
    expect(same.observations).toHaveLength(2)
  })

  test('the program itself may neither change a set nor take it away', async () => {
    const { id } = await kit.aTriage()
    const [set] = (await kit.saved(id, { pulse: 80 })).observations
    await expect(clinic.db.updateTable('vital_signs').set({ pulse: 60 }).where('id', '=', set!.id).execute()).rejects.toMatchObject({
      code: '42501',
    })
    await expect(clinic.db.deleteFrom('vital_signs').where('id', '=', set!.id).execute()).rejects.toMatchObject({ code: '42501' })
    expect((await kit.read(id)).pulse).toBe(80)
  })

  test('holds as many sets as are taken; the latest counts, and body measures stand until they are taken anew', async () => {
    const { id, patient } = await kit.aTriage()
    await kit.saved(id, { ...ordinary, pulse: 120, weight: 70, height: 175 })
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 3 * MINUTE)
    const again = await kit.observe(id, { pulse: 88, temperature: 36.9 })
    expect(again).toMatchObject({ pulse: 88, systolic: null, news2: { score: null, reason: 'incomplete' }, bmi: '22.9' })
    expect(again.observations.map(({ pulse }) => pulse)).toEqual([88, 120])
    const late = await kit.observe(id, { pulse: 99, taken_at: new Date(clinic.clock.now.getTime() - MINUTE).toISOString() })
    expect(late.pulse).toBe(88)
    expect(late.observations.map(({ pulse }) => pulse)).toEqual([88, 99, 120])
    const sets = await kit.nurse.call('GET', `/patients/vital-signs/?patient_id=${patient}`)
    expect(sets.json<Sets>().map(({ pulse }) => pulse)).toEqual([88, 99, 120])
  })

  test('refuses what cannot be, by field and in plain words', async () => {
    const { id } = await kit.aTriage()
    for (const key of ['temperature', 'pulse', 'systolic', 'diastolic', 'respiration', 'spo2', 'weight', 'height', 'glucose'])
      expect((await kit.refused(id, { [key]: 0 }))[key]?.[0]).toMatch(/cannot be 0/)
    expect(await kit.refused(id, { temperature: 101.3, spo2: 101, weight: '3245' })).toEqual({
      temperature: ['Temperature must be 25 to 45 °C. 101.3 looks like °F: did you mean 38.5 °C?'],
      spo2: ['SpO2 must be 20 to 100 %.'],
      weight: ['Weight must be 0.2 to 700 kg. 3245 looks like g: did you mean 3.245 kg?'],
    })
    expect(await kit.refused(id, { systolic: 80, diastolic: 120 })).toHaveProperty('diastolic')
    expect(await kit.refused(id, { on_oxygen: false, oxygen_flow: 2 })).toHaveProperty('oxygen_flow')
    expect(await kit.refused(id, { notes: 'x'.repeat(301) })).toHaveProperty('notes')
    expect(await kit.refused(id, { level: 6 })).toHaveProperty('level')
    expect(await kit.refused(id, { spo2_scale: 3 })).toHaveProperty('spo2_scale')
    expect(await kit.refused(id, { pulse: 80, taken_at: '2026-03-02T23:00:00Z' })).toHaveProperty('taken_at')
    expect(await kit.refused(id, { pulse: 80, taken_at: '2020-03-02T23:00:00Z' })).toHaveProperty('taken_at')
    expect(await kit.refused(id, {})).toHaveProperty('non_field_errors')
    const { version } = await kit.saved(id, { pulse: 80 })
    expect(await kit.refused(id, { pulse: null, version })).toEqual({ non_field_errors: ['Enter at least one measurement or a note.'] })
    expect((await kit.nurse.call('POST', `${TRIAGE}${id}/observations/`, { level: 2 })).status).toBe(400)
    expect(await kit.refused(id, { patient: 1 })).toHaveProperty('non_field_errors')
  })
})

describe('whose triage it is', () => {
  test('another id is not found, and changes nobody', async () => {
    const { id } = await kit.aTriage()
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', 'observations/'],
    ] as const)
      expect((await kit.nurse.call(method, `${TRIAGE}2000000000/${path}`, method === 'GET' ? undefined : { pulse: 80, id })).status).toBe(
        404,
      )
    expect((await kit.read(id)).observations).toEqual([])
  })

  test('a visit that is over takes no more', async () => {
    const { id, visit } = await kit.aTriage()
    await kit.desk.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, { track: 'discharged', version: visit.version })
    for (const reply of [await kit.patch(id, { pulse: 80 }), await kit.nurse.call('POST', `${TRIAGE}${id}/observations/`, { pulse: 80 })]) {
      expect(reply.status).toBe(409)
      expect(reply.json()).toMatchObject({ code: 'visit_closed' })
    }
    expect((await kit.read(id)).observations).toEqual([])
  })

  test('two who correct at once lose nothing: the second gets the record as it is', async () => {
    const { id } = await kit.aTriage()
    const { version } = await kit.saved(id, { ...ordinary, notes: 'As she came in' })
    expect((await kit.patch(id, { notes: 'Blind' })).json()).toHaveProperty('version')
    await kit.saved(id, { notes: 'The first', version })
    for (const reply of [
      await kit.patch(id, { notes: 'The second', version }),
      await kit.patch(id, { notes: 'The second' }, { 'If-Match': `"${version}"` }),
    ]) {
      expect(reply.status).toBe(412)
      expect(reply.json()).toMatchObject({ code: 'version_conflict', current: { notes: 'The first', version: version + 1 } })
    }
    expect((await kit.read(id)).notes).toBe('The first')
  })

  test('ten who write at once all wait for each other', async () => {
    const { id } = await kit.aTriage()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => kit.nurse.call('POST', `${TRIAGE}${id}/observations/`, { pulse: 60 + index })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const triage = await kit.read(id)
    expect(triage.observations).toHaveLength(10)
    expect(triage.version).toBe(11)
  })

  test('is read and changed by those who may, and each of it leaves a row', async () => {
    const { id, patient } = await kit.aTriage()
    const cashier = await clinic.signedInFrom('Cashier', 'cashier')
    expect((await cashier.call('GET', `${TRIAGE}${id}/`)).status).toBe(403)
    expect((await cashier.call('PATCH', `${TRIAGE}${id}/`, { pulse: 80 })).status).toBe(403)
    await kit.saved(id, { pulse: 80 })
    await kit.read(id)
    const rows = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'triage')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action, patient_id }) => [action, patient_id])).toEqual([
      ['update', patient],
      ['read', patient],
    ])
    expect(rows[0]?.change).toEqual({ pulse: [null, 80] })
  })
})
