import { describe, expect, test } from 'vitest'
import { daysOf, piecesOf, stepped } from './calendar-days.ts'
import { freeTimes, nextTime, snapped } from './free-times.ts'
import { boxOf, geometryOf, spotAt, usualZoom, visibleIn, wholeHeight } from './geometry.ts'
import { inLanes, minutesBelow } from './lanes.ts'
import { withOptimistic } from './optimistic-changes.ts'
import { cellKey, planOf, type Calendar, type Entry } from './plan.ts'
import { firstStop, stopAfter } from './walk.ts'

const NAIROBI = 'Africa/Nairobi'
const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'
const at = (day: string, time: string) => new Date(`${day}T${time}:00+03:00`).toISOString()

const entry = (id: number, day: string, from: string, to: string, more: Partial<Entry> = {}): Entry => ({
  id,
  number: `A-${id}`,
  start: at(day, from),
  end: at(day, to),
  doctor: 1,
  room: null,
  place: 1,
  status: 'confirmed',
  patient: id,
  name: `Patient ${id}`,
  item_name: null,
  public_booking: null,
  visit: null,
  version: 1,
  ...more,
})
const calendarOf = (more: Partial<Calendar> = {}): Calendar => ({
  time_zone: NAIROBI,
  entries: [],
  sessions: [
    {
      schedule: 1,
      doctor: 1,
      room: 7,
      item: null,
      start: at(MONDAY, '08:00'),
      end: at(MONDAY, '10:00'),
      slot_minutes: 20,
      capacity: 1,
      overbook: 1,
    },
  ],
  time_off: [],
  holidays: [],
  doctors: [
    { id: 1, name: 'Amina Hassan' },
    { id: 2, name: 'Daniel Kip' },
  ],
  rooms: [{ id: 7, name: 'Room 1' }],
  ...more,
})
const wanted = { side: 'doctor' as const, days: [MONDAY, TUESDAY], isWanted: () => true, nameOfNone: 'No doctor' }
const planFor = (entries: Entry[], more: Partial<Calendar> = {}) => planOf(calendarOf({ entries, ...more }), wanted)
const cellOf = (plan: ReturnType<typeof planFor>, doctor: number, day: string) => {
  const cell = plan.cells.get(cellKey(doctor, day))
  if (!cell) throw new Error('no such cell')
  return cell
}

describe('days', () => {
  test('a week begins on Monday, a month is shown in whole weeks', () => {
    expect(daysOf('week', '2026-11-29')).toEqual(daysOf('week', MONDAY))
    expect(daysOf('month', '2026-11-15').length % 7).toBe(0)
    expect(daysOf('month', '2026-11-15')[0]).toBe('2026-10-26')
    expect(daysOf('month', '2026-02-10')).toHaveLength(35)
  })
  test('the 31st becomes the last day of a shorter month', () => {
    expect(stepped('month', '2027-01-31', 1)).toBe('2027-02-28')
    expect(stepped('month', '2027-01-31', -2)).toBe('2026-11-30')
    expect(stepped('month', '2028-01-31', 1)).toBe('2028-02-29')
    expect(stepped('week', MONDAY, -1)).toBe('2026-11-16')
  })
  test('times are the clinic’s, on days when its clocks change too', () => {
    // Berlin, 29 March 2026: 01:59 is followed by 03:00.
    expect(piecesOf('2026-03-29T00:45:00Z', '2026-03-29T01:15:00Z', 'Europe/Berlin')).toEqual([
      { day: '2026-03-29', at: 105, to: 195, isRest: false },
    ])
    // 25 October 2026: 02:50 is followed by 02:10 twenty minutes later; it is drawn as long as it takes.
    expect(piecesOf('2026-10-25T00:50:00Z', '2026-10-25T01:10:00Z', 'Europe/Berlin')).toEqual([
      { day: '2026-10-25', at: 170, to: 190, isRest: false },
    ])
  })
  test('what goes past midnight stands on both days', () => {
    expect(piecesOf(at(MONDAY, '23:30'), at(TUESDAY, '00:30'), NAIROBI)).toEqual([
      { day: MONDAY, at: 1410, to: 1440, isRest: false },
      { day: TUESDAY, at: 0, to: 30, isRest: true },
    ])
    expect(piecesOf(at(MONDAY, '23:00'), at(TUESDAY, '00:00'), NAIROBI)).toHaveLength(1)
  })
})

test('those who overlap stand side by side, those who do not take the whole width', () => {
  const spans = [
    { id: 'a', at: 0, to: 30 },
    { id: 'b', at: 10, to: 20 },
    { id: 'c', at: 20, to: 40 },
    { id: 'd', at: 40, to: 60 },
  ]
  expect(inLanes(spans).map(({ id, lane, lanes }) => `${id}${lane}/${lanes}`)).toEqual(['a0/2', 'b1/2', 'c1/2', 'd0/1'])
})

test('what is very short keeps room for a name: five minutes under each other stand side by side, ten do not', () => {
  const five = [
    { id: 'a', at: 0, to: 5 },
    { id: 'b', at: 5, to: 10 },
  ]
  const ten = [
    { id: 'c', at: 20, to: 30 },
    { id: 'd', at: 30, to: 40 },
  ]
  const spans = [...five, ...ten]
  expect(inLanes(spans).map(({ id, lane, lanes }) => `${id}${lane}/${lanes}`)).toEqual(['a0/2', 'b1/2', 'c0/1', 'd0/1'])
  expect(spans.map((span) => minutesBelow(span, spans))).toEqual([20, 15, 10, Infinity])
})

describe('free times', () => {
  test('are the slots of sessions that nobody has, and not those of leave or the past', () => {
    const cell = cellOf(
      planFor([entry(1, MONDAY, '08:20', '08:40'), entry(2, MONDAY, '09:00', '09:20', { status: 'no-show' })], {
        time_off: [{ id: 1, doctor: 1, start: at(MONDAY, '09:40'), end: at(MONDAY, '12:00'), kind: 'leave' }],
      }),
      1,
      MONDAY,
    )
    expect(freeTimes(cell, 0)).toEqual([480, 520, 540, 560])
    expect(freeTimes(cell, 541)).toEqual([560])
  })
  test('a press means the slot that it is in; outside of sessions a quarter of an hour', () => {
    const cell = cellOf(planFor([]), 1, MONDAY)
    expect(snapped(cell, 519)).toBe(500)
    expect(snapped(cell, 700)).toBe(690)
    expect(nextTime(cell, 500, 1)).toBe(520)
    expect(nextTime(cell, 500, -1)).toBe(480)
    expect(nextTime(cell, 480, -1)).toBe(465)
  })
})

describe('the plan', () => {
  test('has a column for those without a doctor, flags who was squeezed in, and dims what a filter leaves out', () => {
    const entries = [
      entry(1, MONDAY, '08:00', '08:20'),
      entry(2, MONDAY, '08:00', '08:20', { place: 2 }),
      entry(3, MONDAY, '08:40', '09:00', { doctor: null }),
    ]
    const plan = planOf(calendarOf({ entries }), { ...wanted, isWanted: ({ id }) => id !== 1 })
    expect(plan.resources.map(({ id }) => id)).toEqual([1, 2, 0])
    expect(cellOf(plan, 1, MONDAY).placed.map(({ isOver, isDim }) => [isOver, isDim])).toEqual([
      [false, true],
      [true, false],
    ])
  })
  test('shows office hours, and more where somebody comes earlier or later', () => {
    expect(planFor([])).toMatchObject({ from: 480, to: 1020 })
    expect(planFor([entry(1, MONDAY, '06:30', '07:00'), entry(2, TUESDAY, '19:00', '19:10')])).toMatchObject({ from: 360, to: 1200 })
  })
  test('a newer answer wins over the list, and an older one does not', () => {
    const calendar = calendarOf({ entries: [entry(1, MONDAY, '08:00', '08:20', { version: 3 })] })
    const known = { start: at(MONDAY, '09:00'), end: at(MONDAY, '09:20'), doctor: 2, room: null, place: 1 }
    expect(withOptimistic(calendar, new Map([[1, { ...known, version: 4 }]])).entries[0]?.doctor).toBe(2)
    expect(withOptimistic(calendar, new Map([[1, { ...known, version: 3 }]])).entries[0]?.doctor).toBe(1)
  })
})

describe('the grid', () => {
  const plan = planFor([
    entry(1, MONDAY, '08:00', '08:20'),
    entry(2, MONDAY, '09:00', '09:20'),
    entry(3, TUESDAY, '08:50', '09:10'),
    entry(4, TUESDAY, '11:00', '11:20', { doctor: 2 }),
  ])
  const geometry = geometryOf(plan, 60, 1000)

  test('finds the same place under a point that it draws there', () => {
    const spot = { band: 1, column: 1, at: 560 }
    const { left, top } = boxOf(geometry, spot, 20)
    expect(spotAt(geometry, left + 3, top)).toEqual(spot)
  })
  test('with text of twice the size all that holds text is twice as high', () => {
    const large = geometryOf(plan, 60, 1000, 2)
    expect(large.minute).toBe(2 * geometry.minute)
    expect(large.head).toBe(2 * geometry.head)
    expect(large.gutter).toBe(2 * geometry.gutter)
    expect(large.column).toBeGreaterThanOrEqual(2 * 104)
  })
  test('only what is in view has to be drawn', () => {
    const many = planOf(calendarOf({ doctors: Array.from({ length: 30 }, (_, id) => ({ id: id + 1, name: `D${id}` })) }), wanted)
    const high = geometryOf(many, 60, 1000)
    expect(visibleIn(high, { left: 0, top: 0, width: 1000, height: 700 })).toMatchObject({ firstBand: 0, lastBand: 1 })
    expect(visibleIn(high, { left: 0, top: wholeHeight(high) - 700, width: 1000, height: 700 }).lastBand).toBe(29)
  })
  test('a short slot gets hours that are high enough to read', () => {
    const [session] = calendarOf().sessions
    const short = planFor([], { sessions: session ? [{ ...session, slot_minutes: 10 }] : [] })
    expect((usualZoom(plan) * 20) / 60).toBeGreaterThanOrEqual(26)
    expect((usualZoom(short) * 10) / 60).toBeGreaterThanOrEqual(26)
  })
  test('arrows go from one appointment to the next', () => {
    const first = firstStop(plan, geometry)
    expect(first?.id).toBe(1)
    const go = (id: number, doctor: number, day: string, key: string) =>
      stopAfter(plan, geometry, { id, key: cellKey(doctor, day) }, key)?.id
    expect(go(1, 1, MONDAY, 'ArrowDown')).toBe(2)
    expect(go(2, 1, MONDAY, 'ArrowDown')).toBeUndefined()
    expect(go(2, 1, MONDAY, 'ArrowRight')).toBe(3)
    expect(go(3, 1, TUESDAY, 'ArrowLeft')).toBe(2)
    expect(go(3, 1, TUESDAY, 'PageDown')).toBe(4)
    expect(go(4, 2, TUESDAY, 'PageUp')).toBe(3)
  })
})
