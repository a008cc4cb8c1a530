import { describe, expect, test } from 'vitest'
import { isAllowedMove } from '#features/attendance/rules.ts'
import { generateTodayBoard } from './board.ts'
import { dayOf, dayOfInstant, yearsBetween } from './calendar.ts'
import { itemOf, items, priceLists } from './catalogue.ts'
import { company, demoPatient, groups, insuranceCompanies, staff } from './clinic.ts'
import { fits, reasonOf } from './illness.ts'
import { type Patient, generatePatients } from './people.ts'
import { attendants, generateVisits } from './visits.ts'

const today = '2026-11-20'
const small = [...generatePatients({ seed: 7, count: 3000, today })]
const ageOn = (patient: Patient, instant: string) => yearsBetween(dayOf(patient.date_of_birth), dayOfInstant(Date.parse(instant)))

const generate = (seed: number) => {
  const patients = [...generatePatients({ seed, count: 300, today })]
  return JSON.stringify([
    patients,
    [...generateVisits({ seed, patients, today })],
    generateTodayBoard({ seed, patients, now: '2026-11-20T20:52:00.000Z' }),
  ])
}

describe('determinism', () => {
  test('the same seed gives the same clinic, another seed another', () => {
    expect(generate(1)).toBe(generate(1))
    expect(generate(1)).not.toBe(generate(2))
  })
})

const now = '2026-11-20T23:30:00.000Z'

const waited = ({ track_since }: { track_since: string }) => (Date.parse(now) - Date.parse(track_since)) / 60_000

describe('the board at half past ten', () => {
  const board = generateTodayBoard({ seed: 7, patients: small, now })
  const on = (...names: string[]) => board.filter(({ track }) => names.includes(track)).length

  test('shows every room with its people', () => {
    expect(board).toHaveLength(26)
    expect([
      on('reception'),
      on('triage'),
      on('doctor'),
      on('lab', 'awaiting result', 'added result'),
      on('pharmacy'),
      on('billing'),
    ]).toEqual([4, 5, 6, 5, 3, 3])
    for (const track of ['lab', 'awaiting result', 'added result']) expect(on(track)).toBeGreaterThan(0)
    expect(new Set(board.map(({ patient }) => patient)).size).toBe(26)
  })
  test('some wait over the target and some do not, some are attended to, by one person each', () => {
    const targets = { reception: 10, triage: 15, doctor: 30, 'awaiting result': 60, pharmacy: 20, billing: 10 }
    for (const [track, minutes] of Object.entries(targets)) {
      const here = board.filter((visit) => visit.track === track)
      expect(
        here.some((visit) => waited(visit) > minutes),
        track,
      ).toBe(true)
      expect(
        here.some((visit) => waited(visit) < minutes),
        track,
      ).toBe(true)
    }
    const attended = board.filter(({ attended_by }) => attended_by !== null)
    expect(attended.length).toBeGreaterThan(6)
    expect(new Set(attended.map(({ attended_by }) => attended_by)).size).toBe(attended.length)
    for (const { attended_by, attended_since, track, track_since } of attended) {
      expect(staff[attended_by as number]?.group).toBe(attendants[track])
      expect((attended_since as string) >= track_since && (attended_since as string) <= now).toBe(true)
    }
  })
  test('each reason suits its patient, and each history leads to the track', () => {
    for (const { created_at, moves: made, patient, reason, reason_key, track, track_since } of board) {
      expect(fits(reasonOf(reason_key), ageOn(small[patient] as Patient, now), small[patient] as Patient), reason).toBe(true)
      expect(made.at(-1)?.to ?? 'reception').toBe(track)
      expect(made.at(-1)?.at ?? created_at).toBe(track_since)
      let before = created_at
      for (const { from, to, at } of made) {
        expect(isAllowedMove(from, to)).toBe(true)
        expect(at > before).toBe(true)
        before = at
      }
      expect(before <= now).toBe(true)
    }
    expect(board.map(({ reason_key }) => reason_key)).toEqual(expect.arrayContaining(['antenatal', 'immunisation']))
  })
  test('is filled even by a clinic of thirty patients, at any hour and season', () => {
    for (let seed = 0; seed < 24; seed++) {
      const patients = [...generatePatients({ seed, count: 30, today })]
      expect(generateTodayBoard({ seed, patients, now: new Date(Date.UTC(2027, seed, 1 + seed, seed)).toISOString() })).toHaveLength(26)
    }
    expect(() => generateTodayBoard({ seed: 1, patients: small.slice(0, 25), now })).toThrow(RangeError)
  })
})

describe('the clinic', () => {
  test('has one person per group first, e-mail addresses of its own, and colleagues', () => {
    expect(staff.slice(0, groups.length).map(({ group }) => group)).toEqual([...groups])
    expect(new Set(staff.map(({ email }) => email)).size).toBe(staff.length)
    for (const { email } of staff) expect(email).toMatch(/^[a-z.-]+@demo\.kliniki\.example$/)
    expect(staff.find(({ group }) => group === 'System administrator')?.email).toBe('administrator@demo.kliniki.example')
    expect(staff.filter(({ group }) => group === 'Doctor').length).toBeGreaterThan(3)
  })
  test('has a priced catalogue and six payers in its own currency', () => {
    expect(company).toMatchObject({ name: 'Riverside Clinic', currency: 'KES', time_zone: 'Africa/Nairobi' })
    expect(insuranceCompanies).toHaveLength(6)
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length)
    expect(new Set(items.map(({ code }) => code)).size).toBe(items.length)
    for (const { price } of items) expect(price ?? '0.00').toMatch(/^\d+\.\d\d$/)
    // What is lent, and what only the laboratory uses.
    expect(items.filter(({ price }) => price === null).map(({ code }) => code)).toEqual(['SUP-07', 'REA-01', 'REA-02', 'REA-03', 'REA-04'])
    for (const { coPayAmounts, without } of priceLists)
      for (const code of [...Object.keys(coPayAmounts), ...without]) expect(itemOf(code).code).toBe(code)
  })
  test('has a patient with an account and a history', () => {
    for (const day of ['2026-11-20', '2028-02-29', '2027-01-01']) {
      const patient = demoPatient(day)
      const history = [...generateVisits({ seed: 1, patients: [patient], today: day, count: 9 })]
      expect(history).toHaveLength(9)
      expect(history.some(({ reason_key }) => reason_key === 'hypertension-review')).toBe(true)
      expect(history.every(({ created_at }) => created_at > patient.registered_at)).toBe(true)
    }
  })
})
