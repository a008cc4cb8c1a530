import { describe, expect, test } from 'vitest'
import { addDays, eachDay, instantOf, wallTimeOf, weekdayOf } from '#shared/zoned.ts'
import { commonDay, firstDayOf, holidayOn, isDue, occurrenceOf, occurrencesIn, sessionAt, sessionErrors, slotsOf } from './rules.ts'
import { aDay, aSession, daysOf, randomly } from '../../testing/scenarios/sessions.ts'

const zone = 'Europe/Berlin'
const past = new Date('2000-01-01T00:00:00Z')
const plan = { timeOff: [], holidays: [], zone, now: past }
const ofDay = (day: string, session: Parameters<typeof aSession>[0]) =>
  slotsOf({ ...plan, sessions: [aSession({ weekday: weekdayOf(day), ...session })], from: day, to: day })

describe('a session', () => {
  test('is due on its weekday, from its first day to its last', () => {
    const session = aSession({ weekday: 1, valid_from: '2026-03-04', valid_to: '2026-03-16' })
    expect(daysOf(session, '2026-02-01', '2026-04-30')).toEqual(['2026-03-09', '2026-03-16'])
  })

  test('every second week counts from the week of its first day, over the year’s end', () => {
    const session = aSession({ weekday: 3, valid_from: '2026-12-18', every_weeks: 2 })
    // The 18th is a Friday: the Wednesday of its week is over.
    expect(firstDayOf(session)).toBe('2026-12-30')
    expect(daysOf(session, '2026-12-01', '2027-02-01')).toEqual(['2026-12-30', '2027-01-13', '2027-01-27'])
  })

  test('keeps its rhythm through years, leap years and long weeks', () => {
    randomly(200, (random) => {
      const session = aSession({ weekday: random.of(1, 7), valid_from: aDay(random), every_weeks: random.of(1, 8) })
      const first = firstDayOf(session)!
      const due = daysOf(session, session.valid_from, addDays(session.valid_from, 800))
      expect(due[0]).toBe(first)
      for (const [index, day] of due.entries()) expect(day).toBe(addDays(first, index * 7 * session.every_weeks))
      // The week of the first day, wherever in it the first day is.
      const monday = addDays(session.valid_from, 1 - weekdayOf(session.valid_from))
      expect([...Array(7).keys()].map((n) => addDays(monday, n + (first < addDays(monday, 7) ? 0 : 7 * session.every_weeks)))).toContain(
        first,
      )
    })
  })

  test('is not held on holidays unless it says so; the 29th of February comes in leap years alone', () => {
    const holidays = [
      { day: '2024-02-29', name: 'Leap day', is_yearly: true },
      { day: '2020-12-25', name: 'Christmas', is_yearly: true },
      { day: '2026-05-01', name: 'Once', is_yearly: false },
    ]
    expect(holidayOn(holidays, '2028-02-29')?.name).toBe('Leap day')
    expect(holidayOn(holidays, '2026-02-28')).toBeUndefined()
    expect(holidayOn(holidays, '2026-03-01')).toBeUndefined()
    expect(holidayOn(holidays, '2026-12-25')?.name).toBe('Christmas')
    expect(holidayOn(holidays, '2027-05-01')).toBeUndefined()
    const friday = aSession({ weekday: 5, valid_from: '2026-01-01' })
    const held = (session: typeof friday) =>
      occurrencesIn({ sessions: [session], holidays, zone }, '2026-04-20', '2026-05-10').map(({ day }) => day)
    expect(held(friday)).toEqual(['2026-04-24', '2026-05-08'])
    expect(held({ ...friday, on_holidays: true })).toEqual(['2026-04-24', '2026-05-01', '2026-05-08'])
  })

  test('says by field what does not fit in it', () => {
    const fine = { starts_at: '08:00', ends_at: '24:00', slot_minutes: 20, valid_from: '2026-01-01', valid_to: '2026-01-01' }
    expect(sessionErrors(fine)).toEqual({})
    expect(Object.keys(sessionErrors({ ...fine, ends_at: '08:00' }))).toEqual(['ends_at'])
    expect(Object.keys(sessionErrors({ ...fine, ends_at: '08:19' }))).toEqual(['slot_minutes'])
    expect(Object.keys(sessionErrors({ ...fine, valid_to: '2025-12-31' }))).toEqual(['valid_to'])
  })
})

describe('two sessions meet', () => {
  test('never when one begins as the other ends, on other weekdays, or in other times of the year', () => {
    const morning = aSession({ starts_at: '08:00', ends_at: '12:00' })
    expect(commonDay(morning, { ...morning, starts_at: '12:00', ends_at: '13:00' })).toBeNull()
    expect(commonDay(morning, { ...morning, weekday: 2 })).toBeNull()
    expect(commonDay({ ...morning, valid_to: '2026-03-01' }, { ...morning, valid_from: '2026-03-02' })).toBeNull()
    expect(commonDay({ ...morning, valid_to: '2026-03-02' }, { ...morning, valid_from: '2026-03-02' })).toBe('2026-03-02')
  })

  test('exactly when some day of the next years has both', () => {
    let met = 0
    randomly(600, (random) => {
      const one = () => {
        const valid_from = addDays('2026-01-01', random.of(0, 60))
        const valid_to = random.of(0, 1) ? addDays(valid_from, random.of(0, 200)) : null
        return aSession({ weekday: random.of(1, 2), valid_from, valid_to, every_weeks: random.of(1, 8) })
      }
      const [a, b] = [one(), one()]
      const brute = eachDay('2026-01-01', '2029-12-31').find((day) => isDue(a, day) && isDue(b, day)) ?? null
      expect(commonDay(a, b)).toBe(brute)
      expect(commonDay(b, a)).toBe(brute)
      met += brute === null ? 0 : 1
    })
    expect(met).toBeGreaterThan(50)
  })
})

describe('slots', () => {
  test('follow each other in elapsed time where the clocks change', () => {
    const night = { starts_at: '00:00', ends_at: '06:00', slot_minutes: 30 }
    expect(ofDay('2026-03-29', night)[0]!.starts).toHaveLength(10)
    expect(ofDay('2026-10-25', night)[0]!.starts).toHaveLength(14)
    expect(ofDay('2026-03-22', night)[0]!.starts).toHaveLength(12)
    const times = ofDay('2026-10-25', night)[0]!.starts.map((at) => wallTimeOf(new Date(at), zone).time)
    expect(times.slice(3, 9)).toEqual(['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'])
  })

  test('there are none in an hour that the clocks skip, and sessions around it do not overlap', () => {
    expect(ofDay('2026-03-29', { starts_at: '02:00', ends_at: '03:00', slot_minutes: 30 })).toEqual([])
    const [early, late] = [aSession({ starts_at: '01:30', ends_at: '02:30' }), aSession({ starts_at: '03:00', ends_at: '04:00' })]
    expect(occurrenceOf(early, '2026-03-29', zone).end).toEqual(occurrenceOf(late, '2026-03-29', zone).start)
  })

  test('take as long as the service, as was asked, or as a slot of the session', () => {
    const services = [
      { id: 5, minutes: 50, is_public: true },
      { id: 6, minutes: null, is_public: false },
    ]
    const sessions = [aSession({ weekday: 1, starts_at: '08:00', ends_at: '10:00', slot_minutes: 20 })]
    const ask = (more: object) => slotsOf({ ...plan, sessions, services, from: '2026-03-02', to: '2026-03-02', ...more })[0]
    expect(ask({})).toMatchObject({ minutes: 20, starts: { length: 6 } })
    expect(ask({ item: 5 })).toMatchObject({ minutes: 50, starts: { length: 4 } })
    expect(ask({ item: 6 })).toMatchObject({ minutes: 20 })
    expect(ask({ item: 5, minutes: 120 })).toMatchObject({ minutes: 120, starts: { length: 1 } })
    expect(ask({ item: 5, minutes: 121 })).toBeUndefined()
    expect(ask({ item: 5, isPublic: true })).toBeDefined()
    expect(ask({ item: 6, isPublic: true })).toBeUndefined()
    expect(ask({ doctor: 99 })).toBeUndefined()
  })

  test('of a session for one service are not those of another, nor of none', () => {
    const sessions = [aSession({ weekday: 1, item: 5 })]
    const count = (item?: number | null) => slotsOf({ ...plan, sessions, from: '2026-03-02', to: '2026-03-02', item }).length
    expect([count(), count(5), count(6), count(null)]).toEqual([1, 1, 0, 0])
  })

  test('begin after now and the notice', () => {
    const sessions = [aSession({ weekday: 1, starts_at: '08:00', ends_at: '10:00', slot_minutes: 20 })]
    const now = instantOf('2026-03-02', '08:20', zone)
    const count = (noticeMinutes: number) =>
      slotsOf({ ...plan, sessions, from: '2026-03-02', to: '2026-03-02', now, noticeMinutes })[0]?.starts.length
    expect([count(0), count(1), count(20), count(80), count(81)]).toEqual([5, 4, 4, 1, undefined])
  })
})

describe('an interval', () => {
  const monday = '2026-03-02'
  const at = (from: string, to: string) => ({ start: instantOf(monday, from, zone), end: instantOf(monday, to, zone) })
  const own = aSession({ id: 1, doctor: 7, weekday: 1, starts_at: '08:00', ends_at: '12:00', item: null })
  const special = aSession({ id: 2, doctor: 7, weekday: 1, starts_at: '13:00', ends_at: '15:00', item: 5 })
  const asked = { ...plan, sessions: [own, special], doctor: 7, item: null }

  test('lies in a session from its first minute to its last', () => {
    expect(sessionAt({ ...asked, ...at('08:00', '08:20') })).toEqual({ fits: true, session: own })
    expect(sessionAt({ ...asked, ...at('11:40', '12:00') })).toEqual({ fits: true, session: own })
    expect(sessionAt({ ...asked, ...at('11:41', '12:01') })).toEqual({ fits: false, why: 'no_session' })
    expect(sessionAt({ ...asked, ...at('13:00', '13:20'), item: 5 })).toEqual({ fits: true, session: special })
  })

  test('is told why it does not fit', () => {
    expect(sessionAt({ ...asked, ...at('13:00', '13:20'), item: 6 })).toEqual({ fits: false, why: 'other_service' })
    expect(sessionAt({ ...asked, ...at('13:00', '13:20') })).toEqual({ fits: false, why: 'other_service' })
    expect(sessionAt({ ...asked, ...at('08:00', '08:20'), now: new Date('2026-03-02T07:00:01Z') })).toEqual({ fits: false, why: 'past' })
    expect(sessionAt({ ...asked, ...at('08:00', '08:20'), holidays: [{ day: monday, name: 'Once', is_yearly: false }] })).toEqual({
      fits: false,
      why: 'holiday',
    })
    const timeOff = [{ id: 1, doctor: 7, kind: 'leave' as const, starts_at: at('08:19', '08:19').start, ends_at: at('09:00', '09:00').end }]
    expect(sessionAt({ ...asked, ...at('08:00', '08:20'), timeOff })).toEqual({ fits: false, why: 'leave' })
    expect(sessionAt({ ...asked, ...at('09:00', '09:20'), timeOff })).toEqual({ fits: true, session: own })
  })

  test('of a doctor without sessions fits anywhere but in leave', () => {
    expect(sessionAt({ ...asked, doctor: 8, ...at('03:00', '04:00') })).toEqual({ fits: true, session: null })
    const timeOff = [{ id: 1, doctor: 8, kind: 'leave' as const, starts_at: at('03:00', '03:00').start, ends_at: at('09:00', '09:00').end }]
    expect(sessionAt({ ...asked, doctor: 8, timeOff, ...at('03:00', '04:00') })).toEqual({ fits: false, why: 'leave' })
  })
})
