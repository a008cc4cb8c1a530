import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getVisit, listMoves } from '#features/attendance/contract.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { MINUTE, ordinary, triages } from '../../testing/scenarios/triages.ts'

type Visit = ResponseOf<typeof getVisit>
const VISITS = '/patients/initiate-attendance-process/'
/** Three months old on the day of the tests, and three years. */
const BABY = '2025-12-01'
const TODDLER = '2023-02-01'

let clinic: TestClinic
let kit: Awaited<ReturnType<typeof triages>>
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T08:00:00Z') })
  kit = await triages(clinic)
})
afterAll(() => clinic.close())

/** Somebody at triage. */
const arrive = async (patient: Parameters<typeof kit.aTriage>[0] = {}) => {
  const one = await kit.aTriage(patient)
  const moved = await kit.desk.call('PATCH', `${VISITS}${one.visit.id}/`, { track: 'triage' })
  expect(moved.status, moved.text).toBe(200)
  return one
}
const move = (visit: number, body: object) => kit.nurse.call('PATCH', `${VISITS}${visit}/`, body)
const visitOf = async (id: number) => (await kit.desk.call('GET', `${VISITS}${id}/`)).json<Visit>()
const minutesTo = (due: string | null | undefined, from: string | null | undefined) => (Date.parse(due!) - Date.parse(from!)) / MINUTE

describe('a suggested category', () => {
  test('of a baby who breathes fast, lacks oxygen and does not feed is very urgent, with its reasons and sources', async () => {
    const { id, visit } = await arrive({ date_of_birth: BABY })
    const triage = await kit.saved(id, { respiration: 64, spo2: 91, temperature: 38.9, danger_signs: ['not_feeding'] })
    expect(triage).toMatchObject({
      level: null,
      suggested_level: 2,
      needs_category: true,
      danger_signs: ['not_feeding'],
      pews: { at_least: 6, parts: { respiration: 2, spo2: 4 } },
    })
    expect(triage.pews?.missing).toContain('pulse')
    expect(triage.suggestion.map(({ rule, level }) => [rule, level])).toEqual([
      ['sign:not_feeding', 2],
      ['pews', 2],
      ['fast-breathing', 3],
    ])
    for (const { source } of triage.suggestion) expect(source).not.toBe('')
    expect(await visitOf(visit.id)).toMatchObject({ triage_level: null, triage_suggested_level: 2, needs_triage_category: true })
  })

  test('goes by everything that is known of the visit, not by the last set alone', async () => {
    const { id } = await arrive({ date_of_birth: TODDLER })
    await kit.saved(id, { muac: 110, danger_signs: ['lethargic'] })
    expect(await kit.observe(id, { temperature: 37 })).toMatchObject({ suggested_level: 2, pews: { at_least: 0 } })
    expect(await kit.observe(id, { danger_signs: [] })).toMatchObject({ suggested_level: 3, danger_signs: [] })
  })

  test('is none where nothing asks for one, and the patient is of unknown risk all the same', async () => {
    const { id, visit } = await arrive()
    expect(await kit.saved(id, ordinary)).toMatchObject({ suggested_level: null, suggestion: [], needs_category: true, pews: null })
    expect(await visitOf(visit.id)).toMatchObject({ needs_triage_category: true })
  })

  test('danger signs are of children, and of their age', async () => {
    const adult = await kit.aTriage()
    expect(await kit.refused(adult.id, { danger_signs: ['shock'] })).toEqual({
      danger_signs: ['Danger signs are only for patients under 16 years.'],
    })
    const { id } = await kit.aTriage({ date_of_birth: TODDLER })
    const { danger_signs: [message] = [] } = await kit.refused(id, { danger_signs: ['no_movement'] })
    expect(message).toContain('no_movement is not a danger sign at this age. Allowed: airway, ')
    expect((await kit.patch(id, { danger_signs: ['hunger'] })).status).toBe(400)
  })
})

describe('the category', () => {
  test('below the suggestion asks for a reason, which is kept with author and time', async () => {
    const { id } = await arrive({ date_of_birth: BABY })
    const set = { respiration: 64, spo2: 91, danger_signs: ['not_feeding'] }
    const { level_reason: [message] = [] } = await kit.refused(id, { ...set, level: 4 })
    expect(message).toContain('Category 4 is less urgent than the suggested 2 (Very urgent): Cannot drink or breastfeed (WHO IMCI')
    expect(message).toContain('choose 1 to 2')
    const decided = await kit.saved(id, { ...set, level: 4, level_reason: 'Seen by the paediatrician at the door' })
    expect(decided).toMatchObject({
      level: 4,
      level_reason: 'Seen by the paediatrician at the door',
      suggested_level: 2,
      needs_category: false,
      level_at: '2026-03-02T08:00:00.000Z',
    })
    const entry = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'triage')
      .where('entity_id', '=', id)
      .where('action', '=', 'update')
      .executeTakeFirst()
    expect(entry).toMatchObject({
      actor_id: kit.nurse.id,
      change: { level: [null, 4], level_reason: [null, 'Seen by the paediatrician at the door'] },
    })
  })

  test('as urgent as the suggestion, or more, needs none', async () => {
    for (const level of [1, 2]) {
      const { id } = await arrive({ date_of_birth: BABY })
      expect(await kit.saved(id, { danger_signs: ['not_feeding'], level })).toMatchObject({
        level,
        level_reason: null,
        needs_category: false,
      })
    }
  })

  test('that was chosen before a more urgent suggestion is chosen again; the measurement is never lost', async () => {
    const { id, visit } = await arrive({ date_of_birth: TODDLER })
    await kit.saved(id, { temperature: 37, level: 4 })
    const worse = await kit.observe(id, { danger_signs: ['convulsing'] })
    expect(worse).toMatchObject({ level: 4, suggested_level: 1, needs_category: true })
    expect((await move(visit.id, { track: 'doctor' })).json()).toHaveProperty('triage_level')
    const { version } = worse
    expect(await kit.saved(id, { level: 4, level_reason: 'Febrile, awake again', version })).toMatchObject({ needs_category: false })
    expect((await move(visit.id, { track: 'doctor' })).status).toBe(200)
  })

  test('a reason without a category is refused by name', async () => {
    const { id } = await arrive()
    expect(await kit.refused(id, { level_reason: 'No idea' })).toHaveProperty('level_reason')
  })
})

describe('leaving triage', () => {
  const ways = ['doctor', 'lab', 'pharmacy', 'billing'] as const
  test.each(ways)('to %s without a category is refused, names the field and both ways on', async (track) => {
    const { id, visit } = await arrive()
    const refused = await move(visit.id, { track })
    expect(refused.status, refused.text).toBe(400)
    const { triage_level: [message] = [] } = refused.json<Record<string, string[]>>()
    expect(message).toContain('`level` 1 (most urgent) to 5')
    expect(message).toContain('`emergency_reason`')
    expect((await visitOf(visit.id)).track).toBe('triage')
    await kit.saved(id, { level: 4 })
    expect((await move(visit.id, { track })).status).toBe(200)
  })

  test('as an emergency it needs a reason, and the move keeps it with author and time', async () => {
    const { visit } = await arrive()
    const moved = await move(visit.id, { track: 'doctor', emergency_reason: 'Carried in convulsing' })
    expect(moved.json<Visit>()).toMatchObject({ track: 'doctor', priority: 'emergency', needs_triage_category: true })
    const moves = (await kit.desk.call('GET', `${VISITS}${visit.id}/moves/`)).json<ResponseOf<typeof listMoves>>()
    expect(moves.at(-1)).toMatchObject({
      to_track: 'doctor',
      emergency_reason: 'Carried in convulsing',
      moved_by: kit.nurse.id,
      moved_at: '2026-03-02T08:00:00.000Z',
    })
    const trail = await clinic.db.selectFrom('audit_log').select('change').where('entity', '=', 'visit').where('entity_id', '=', visit.id).orderBy('id', 'desc').executeTakeFirst() // prettier-ignore
    expect(trail?.change).toMatchObject({ emergency_reason: 'Carried in convulsing', priority: ['routine', 'emergency'] })
  })

  test('an empty reason is none, and one that nothing asks for is refused', async () => {
    const { id, visit } = await arrive()
    expect((await move(visit.id, { track: 'doctor', emergency_reason: ' ' })).status).toBe(400)
    await kit.saved(id, { level: 3 })
    expect((await move(visit.id, { track: 'doctor', emergency_reason: 'Late' })).json()).toHaveProperty('emergency_reason')
  })

  test('back to the desk it stays possible, and from there it is no way around', async () => {
    const { visit } = await arrive()
    expect((await move(visit.id, { track: 'reception' })).status).toBe(200)
    const around = await kit.desk.call('PATCH', `${VISITS}${visit.id}/`, { track: 'doctor' })
    expect([around.status, Object.keys(around.json<object>())]).toEqual([400, ['triage_level']])
  })

  test('who goes home before triage may go', async () => {
    const { visit } = await arrive()
    expect((await kit.desk.call('PATCH', `${VISITS}${visit.id}/`, { track: 'discharged' })).status).toBe(200)
  })

  test('who goes from the desk straight to a doctor is let through, of unknown risk', async () => {
    const { visit } = await kit.aTriage()
    const moved = await kit.desk.call('PATCH', `${VISITS}${visit.id}/`, { track: 'doctor' })
    expect(moved.json<Visit>()).toMatchObject({ track: 'doctor', needs_triage_category: true, triage_level: null })
  })
})

test('a patient who waits is observed again after the interval of the category', async () => {
  const { id, visit } = await arrive()
  const first = await kit.saved(id, { ...ordinary, level: 3 })
  expect(minutesTo(first.observation_due_at, first.level_at)).toBe(30)
  const before = (await visitOf(visit.id)).observation_due_at
  clinic.clock.now = new Date('2026-03-02T08:08:00Z')
  try {
    const again = await kit.observe(id, { pulse: 76 })
    expect(minutesTo(again.observation_due_at, again.taken_at)).toBe(30)
    expect(minutesTo((await visitOf(visit.id)).observation_due_at, before)).toBe(8)
  } finally {
    clinic.clock.now = new Date('2026-03-02T08:00:00Z')
  }
  const urgent = await arrive()
  expect((await kit.saved(urgent.id, { level: 1 })).observation_due_at).toBeNull()
})
