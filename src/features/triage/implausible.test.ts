import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImplausibleValue } from '#shared/implausible.ts'
import { openTestClinic, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { anItem } from '../../testing/builders.ts'
import { ordinary, TRIAGE, triages } from '../../testing/scenarios/triages.ts'

const TODDLER = '2024-08-01'

let clinic: TestClinic
let kit: Awaited<ReturnType<typeof triages>>
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T08:00:00Z') })
  kit = await triages(clinic)
})
afterAll(() => clinic.close())

const asked = (reply: Reply) => {
  expect(reply.status, reply.text).toBe(409)
  const { code, questions } = reply.json<{ code: string; questions: ImplausibleValue[] }>()
  expect(code).toBe('implausible')
  return questions
}
const observe = (id: number, body: object) => kit.nurse.call('POST', `${TRIAGE}${id}/observations/`, body)
const stored = (visit: number) => clinic.db.selectFrom('vital_signs').selectAll().where('visit_id', '=', visit).orderBy('id').execute()
/** A weight as an import from before the rules has left it: nobody was asked. */
const weighed = async (patient: number, visit: number, weight: string) =>
  clinic.db
    .insertInto('vital_signs')
    .values({
      visit_id: visit,
      patient_id: patient,
      taken_at: new Date('2026-03-02T07:00:00Z'),
      recorded_at: new Date('2026-03-02T07:00:00Z'),
      weight,
    })
    .execute()

describe('an implausible value', () => {
  test.each([
    [
      'an adult of 7 kg',
      '1990-01-01',
      { weight: 7 },
      { field: 'weight', value: 7, least: 30, most: 180, meant: [{ value: 70, as: '70 kg' }] },
    ],
    ['a toddler of 180 cm', TODDLER, { height: 180 }, { field: 'height', value: 180 }],
    ['a glucose of 45 mmol/L', '1990-01-01', { glucose: 45 }, { field: 'glucose', value: 45, unit: 'mmol/L', most: 44.9 }],
  ])('%s is asked about and not stored, by every call', async (_name, date_of_birth, set, question) => {
    const { id, visit } = await kit.aTriage({ date_of_birth })
    for (const reply of [await kit.patch(id, set), await observe(id, set)]) expect(asked(reply)).toMatchObject([question])
    expect(await stored(visit.id)).toEqual([])
    expect((await kit.read(id)).is_critical).toBe(false)
  })

  test('names the likely meaning', async () => {
    const { id } = await kit.aTriage()
    const [sugar] = asked(await kit.patch(id, { glucose: 45 }))
    expect(sugar?.message).toContain('Did you mean 45 mg/dL = 2.5 mmol/L')
    const { temperature: [fahrenheit] = [] } = await kit.refused(id, { temperature: 98.6 })
    expect(fahrenheit).toBe('Temperature must be 25 to 45 °C. 98.6 looks like °F: did you mean 37 °C?')
  })

  test('is taken with a reason, kept with who and when, and stays confirmed in a correction that leaves it', async () => {
    const { id } = await kit.aTriage()
    const body = { ...ordinary, weight: 28, confirmations: [{ field: 'weight', reason: 'Weighed twice, severe wasting' }] }
    const triage = await kit.saved(id, body)
    const confirmed = {
      field: 'weight',
      value: 28,
      reason: 'Weighed twice, severe wasting',
      by: kit.nurse.id,
      at: '2026-03-02T08:00:00.000Z',
    }
    expect(triage.observations[0]?.confirmed).toMatchObject([confirmed])
    expect(triage.observations[0]?.confirmed[0]?.by_name).not.toBeNull()
    const corrected = await kit.saved(id, { pulse: 90, version: triage.version })
    expect(corrected.observations[0]?.confirmed).toMatchObject([confirmed])
    const other = await kit.patch(id, { weight: 27, version: corrected.version })
    expect(asked(other)).toMatchObject([{ field: 'weight', value: 27 }])
    const trail = await clinic.db.selectFrom('audit_log').select('change').where('entity', '=', 'triage').where('entity_id', '=', id).orderBy('id').executeTakeFirst() // prettier-ignore
    expect(trail?.change).toMatchObject({ confirmed: [confirmed] })
  })

  test('a confirmation of what nothing asks about is refused by name', async () => {
    const { id } = await kit.aTriage()
    const body = { weight: 70, confirmations: [{ field: 'weight', reason: 'Sure' }] }
    expect(await kit.refused(id, body)).toEqual({ confirmations: ['No confirmation is needed for weight. Confirm only: nothing.'] })
    expect((await kit.patch(id, { weight: 7, confirmations: [{ field: 'weight', reason: '' }] })).status).toBe(400)
  })

  test('a weight that doubles within a visit is asked about', async () => {
    const { id } = await kit.aTriage({ date_of_birth: TODDLER })
    await kit.saved(id, { weight: 10 })
    expect(asked(await observe(id, { weight: 18 }))).toMatchObject([{ field: 'weight', rule: 'change:weight' }])
    expect((await observe(id, { weight: 10.4 })).status).toBe(201)
  })
})

describe('a dose', () => {
  let strength = 125
  const prescribe = async (patient: number, visit: number, more: object = {}) => {
    const doctor = await clinic.signedInFrom('Doctor', 'doctor')
    const item = await anItem(clinic.db, '5.00', { name: `Paracetamol ${(strength += 125)} mg tablet`, category: 'drug', unit: 'tablet' })
    const line = { item: item.id, directions: '1 tab tds 3 days' }
    const reply = await doctor.call('POST', '/patients/prescriptions/', {
      attendance_process: visit,
      patient,
      prescribed_drugs: [line],
      ...more,
    })
    return reply
  }

  test('never goes by an implausible weight that nobody confirmed: prescribing asks', async () => {
    const { patient, visit } = await kit.aTriage({ date_of_birth: TODDLER })
    await weighed(patient, visit.id, '40')
    const reply = await prescribe(patient, visit.id)
    expect(reply.status, reply.text).toBe(409)
    const { code, warnings } = reply.json<{ code: string; warnings: { rule: string; severity: string; title: string }[] }>()
    expect(code).toBe('unsafe')
    expect(warnings).toContainEqual(expect.objectContaining({ rule: 'weight-doubted', severity: 'stop' }))
    expect(warnings.find(({ rule }) => rule === 'weight-doubted')?.title).toContain('The weight on record, 40 kg, is implausible')
  })

  test('goes by a weight that a nurse confirmed', async () => {
    const { id, patient, visit } = await kit.aTriage({ date_of_birth: TODDLER })
    await kit.saved(id, { weight: 25, confirmations: [{ field: 'weight', reason: 'Weighed twice' }] })
    const reply = await prescribe(patient, visit.id)
    const { warnings = [] } = reply.json<{ warnings?: { rule: string }[] }>()
    expect(warnings.map(({ rule }) => rule)).not.toContain('weight-doubted')
  })

  test('goes by no doubted weight for anybody whose directions are for each kilogram', async () => {
    const { patient, visit } = await kit.aTriage()
    await weighed(patient, visit.id, '7')
    const doctor = await clinic.signedInFrom('Doctor', 'doctor')
    const item = await anItem(clinic.db, '5.00', { name: 'Gentamicin 80 mg injection', category: 'drug', unit: 'vial' })
    const checked = await doctor.call('POST', '/patients/prescriptions/check/', {
      patient,
      lines: [{ item: item.id, directions: '5 mg/kg iv od 3 days' }],
    })
    expect(checked.status, checked.text).toBe(200)
    const { warnings } = checked.json<{ warnings: { rule: string; values: object }[] }>()
    expect(warnings).toContainEqual(expect.objectContaining({ rule: 'weight-doubted', values: expect.objectContaining({ weight: '7' }) }))
  })
})
