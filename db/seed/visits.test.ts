import { describe, expect, test } from 'vitest'
import { isAllowedMove, permissionsForMove } from '#features/attendance/rules.ts'
import { seededGroups } from '#shared/permissions.ts'
import { dateOf, dayOf, dayOfInstant, weekdayOf, yearsBetween } from './calendar.ts'
import { staff } from './clinic.ts'
import { fits, reasonOf, reasons } from './illness.ts'
import { type Patient, generatePatients } from './people.ts'
import { type Visit, generateVisits } from './visits.ts'

const today = '2026-11-20'
const small = [...generatePatients({ seed: 7, count: 3000, today })]
const visits = [...generateVisits({ seed: 7, patients: small, today })]
const ageOn = (patient: Patient, instant: string) => yearsBetween(dayOf(patient.date_of_birth), dayOfInstant(Date.parse(instant)))
const share = <T>(items: readonly T[], holds: (item: T) => boolean) => items.filter(holds).length / items.length
const patientOf = ({ patient }: { patient: number }) => small[patient] as Patient
const localHour = (instant: string) => (new Date(instant).getUTCHours() + 3) % 24
const rightsOf = (by: number) => seededGroups[staff[by]?.group ?? ''] ?? []

const visitsFor = (key: string) => visits.filter(({ reason_key }) => reason_key === key)

const onDay = (day: number) => share(visits, ({ created_at }) => weekdayOf(dayOfInstant(Date.parse(created_at))) === day)

const inHour = (hour: number) => share(visits, ({ created_at }) => localHour(created_at) === hour)

const perVisit = (months: number[]) =>
  share(
    visits.filter(({ created_at }) => months.includes(Number(created_at.slice(5, 7)))),
    ({ reason_key }) => reason_key === 'malaria',
  )

describe('visits', () => {
  test('are as many as asked for, unevenly shared', () => {
    expect(visits).toHaveLength(9000)
    expect([...generateVisits({ seed: 1, patients: small, today, count: 4321 })]).toHaveLength(4321)
    const perPatient = [...Map.groupBy(visits, ({ patient }) => patient).values()].map(({ length }) => length).sort((a, b) => b - a)
    expect(perPatient[0]).toBeGreaterThan(15)
    expect(perPatient[Math.floor(perPatient.length / 2)]).toBeLessThanOrEqual(3)
  })
  test('every reason suits the age, gender and health of the patient on that day', () => {
    for (const visit of visits)
      expect(fits(reasonOf(visit.reason_key), ageOn(patientOf(visit), visit.created_at), patientOf(visit)), visit.reason).toBe(true)
  })
  test('antenatal visits are those of women of age, immunisations those of infants, at the age the card names', () => {
    expect(visitsFor('antenatal').length).toBeGreaterThan(20)
    for (const visit of visitsFor('antenatal')) {
      expect(patientOf(visit).gender).toBe('female')
      expect(ageOn(patientOf(visit), visit.created_at)).toBeGreaterThanOrEqual(15)
      expect(ageOn(patientOf(visit), visit.created_at)).toBeLessThanOrEqual(45)
    }
    expect(visitsFor('immunisation').length).toBeGreaterThan(20)
    for (const visit of visitsFor('immunisation')) {
      const days = dayOfInstant(Date.parse(visit.created_at)) - dayOf(patientOf(visit).date_of_birth)
      expect(days).toBeLessThan(2 * 365)
      const weeks = /(\d+) weeks/.exec(visit.reason)
      if (weeks) expect(Math.abs(days - Number(weeks[1]) * 7)).toBeLessThanOrEqual(8)
    }
  })
  test('nobody comes before registration, and all are closed before today', () => {
    for (const visit of visits) {
      expect(visit.created_at > patientOf(visit).registered_at).toBe(true)
      expect(dateOf(dayOfInstant(Date.parse(visit.closed_at))) < today).toBe(true)
    }
  })
  test('moves are allowed, strictly later one after another, from the start to the close, each by a person with the right', () => {
    const wrong = visits.filter(({ path, moves, created_at, closed_at }) => {
      const instants = [created_at, ...moves.map(({ at }) => at)]
      const isLegal = moves.every(
        ({ from, to, by }, i) =>
          from === path[i] &&
          to === path[i + 1] &&
          isAllowedMove(from, to) &&
          permissionsForMove(from, to).some((right) => rightsOf(by).includes(right)),
      )
      const isOrdered = instants.every((at, i) => i === 0 || at > (instants[i - 1] as string))
      return !isLegal || !isOrdered || moves.length !== path.length - 1 || instants.at(-1) !== closed_at
    })
    expect(wrong).toEqual([])
    expect(new Set(visits.map(({ path }) => path.at(-1)))).toEqual(new Set(['complete', 'discharged']))
  })
  test('the visits of one patient never overlap', () => {
    const pairs = [...Map.groupBy(visits, ({ patient }) => patient).values()].flatMap((ofOne) =>
      ofOne.slice(1).map((visit, i) => [ofOne[i] as Visit, visit] as const),
    )
    expect(pairs.length).toBeGreaterThan(100)
    expect(pairs.filter(([before, { created_at }]) => created_at <= before.closed_at)).toEqual([])
  })
  test('within clinic hours, Mondays full, Sundays nearly empty, quieter at lunch', () => {
    for (const { created_at } of visits) expect(localHour(created_at)).toBeOneOf([8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
    expect(onDay(1)).toBeGreaterThan(onDay(3) * 1.15)
    expect(onDay(6)).toBeLessThan(onDay(3) * 0.75)
    expect(onDay(0)).toBeLessThan(0.06)
    expect(inHour(13)).toBeLessThan(inHour(9) * 0.6)
    expect(inHour(13)).toBeLessThan(inHour(14))
  })
  test('people wait longer on Mondays, and seldom for hours', () => {
    const atDoctor = (day: number) => {
      const minutes = visits
        .filter(({ created_at, priority }) => priority === 'routine' && weekdayOf(dayOfInstant(Date.parse(created_at))) === day)
        .flatMap(({ moves }) =>
          moves.flatMap(({ from, at }, i) => (from === 'doctor' && i > 0 ? [Date.parse(at) - Date.parse(moves[i - 1]?.at ?? at)] : [])),
        )
        .sort((a, b) => a - b)
      return (minutes[Math.floor(minutes.length / 2)] as number) / 60_000
    }
    expect(atDoctor(1)).toBeGreaterThan(atDoctor(3) * 1.1)
    expect(share(visits, ({ created_at, closed_at }) => Date.parse(closed_at) - Date.parse(created_at) > 4 * 3_600_000)).toBeLessThan(0.08)
  })
  test('malaria follows the rains', () => {
    expect(perVisit([5, 6, 11, 12])).toBeGreaterThan(perVisit([2, 3, 8, 9]) * 1.4)
  })
  test('people with a chronic condition come again for it every one to three months', () => {
    const reviews = Map.groupBy(visitsFor('hypertension-review'), ({ patient }) => patient)
    const again = [...reviews.values()].filter(({ length }) => length > 2)
    expect(again.length).toBeGreaterThan(10)
    const gaps = again.flatMap((ofOne) =>
      ofOne.slice(1).map(({ created_at }, i) => (Date.parse(created_at) - Date.parse(ofOne[i]?.created_at ?? created_at)) / 86_400_000),
    )
    expect(share(gaps, (days) => days >= 14 && days <= 190)).toBeGreaterThan(0.95)
  })
})

describe('reasons', () => {
  test('are written as the desk types them', () => {
    expect(visits.filter(({ reason }) => /[{}]|\b1 (days|weeks)|^\s|\s$/.test(reason))).toEqual([])
    expect(visits.some(({ reason }) => /, 1 day\b/.test(reason))).toBe(true)
  })
  test('about 120, each with a code of ICD-10, a weight for every age and month', () => {
    expect(reasons.length).toBeGreaterThanOrEqual(115)
    expect(new Set(reasons.map(({ key }) => key)).size).toBe(reasons.length)
    for (const { key, code, ages, months, texts } of reasons) {
      expect(code, key).toMatch(/^[A-Z]\d\d(\.\d)?$/)
      expect(ages, key).toMatch(/^\d{7}$/)
      if (months) expect(months, key).toMatch(/^\d{12}$/)
      for (const text of texts) expect(text.trim(), key).toBe(text)
    }
  })
})
