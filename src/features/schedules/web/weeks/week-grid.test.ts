import { expect, test } from 'vitest'
import { awayOn, daysOf, endAfter, gapsOf, hoursOf, inLanes, mondayOf, without } from './week-grid.ts'

const session = (starts_at: string, ends_at: string, more: object = {}) => ({
  id: 1,
  doctor: 1,
  room: null,
  item: null,
  weekday: 1,
  starts_at,
  ends_at,
  slot_minutes: 20,
  capacity: 1,
  overbook: 0,
  is_public: true,
  on_holidays: false,
  valid_from: '2026-01-01',
  valid_to: null,
  every_weeks: 1,
  ...more,
})
const MONDAY = '2026-11-16'
const zone = 'Africa/Nairobi'

test('a week begins on Monday, also over a year’s end', () => {
  expect(mondayOf('2026-11-22')).toBe(MONDAY)
  expect(mondayOf('2027-01-01')).toBe('2026-12-28')
})

test('the hours drawn grow with early and late sessions', () => {
  expect(hoursOf([])).toEqual([420, 1080])
  expect(hoursOf([session('05:45', '06:30'), session('20:00', '24:00')])).toEqual([300, 1440])
})

test('short sessions that follow one another stand side by side', () => {
  const short = [session('08:00', '08:10'), session('08:10', '08:20'), session('09:00', '12:00')]
  expect(inLanes(short, 30).map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 1],
  ])
  expect(inLanes([session('08:00', '12:00'), session('12:00', '13:00')], 30).every(({ lanes }) => lanes === 1)).toBe(true)
})

test('leave counts on the clinic’s days, the last of them until midnight', () => {
  const leave = { starts_at: '2026-11-16T09:00:00Z', ends_at: '2026-11-17T21:00:00Z' }
  expect(awayOn(leave, '2026-11-15', zone)).toBeNull()
  expect(awayOn(leave, MONDAY, zone)).toEqual([720, 1440])
  expect(awayOn(leave, '2026-11-17', zone)).toEqual([0, 1440])
  expect(awayOn(leave, '2026-11-18', zone)).toBeNull()
})

test('times at which nobody is there: lunch, leave, a holiday', () => {
  const sessions = [
    session('08:00', '12:00'),
    session('13:00', '17:00'),
    session('10:00', '12:30', { doctor: 2, weekday: 2 }),
    session('08:00', '17:00', { weekday: 3 }),
  ]
  const timeOff = [{ doctor: 1, starts_at: '2026-11-16T11:00:00Z', ends_at: '2026-11-16T21:00:00Z' }]
  const holidays = [{ day: '2020-11-18', name: 'Founders', is_yearly: true }]
  const days = daysOf(MONDAY, { sessions, timeOff, holidays, zone })
  expect(days[2]).toMatchObject({ holiday: 'Founders', sessions: [{ isHeld: false }] })
  // Away from 14:00 on, the afternoon begins at least; away from 13:00 on, it is not held.
  expect(days[0]?.sessions.map(({ isHeld }) => isHeld)).toEqual([true, true])
  const gone = daysOf(MONDAY, {
    sessions,
    timeOff: [{ doctor: 1, starts_at: '2026-11-16T10:00:00Z', ends_at: '2026-11-16T21:00:00Z' }],
    holidays,
    zone,
  })
  expect(gone[0]?.sessions.map(({ isHeld }) => isHeld)).toEqual([true, false])
  expect(gapsOf(days)).toEqual([
    [[720, 780]],
    [
      [480, 600],
      [750, 840],
    ],
    null,
    null,
    null,
    null,
    null,
  ])
})

test('what is left of a time without others', () => {
  expect(
    without(
      [0, 10],
      [
        [2, 4],
        [3, 6],
      ],
    ),
  ).toEqual([
    [0, 2],
    [6, 10],
  ])
  expect(without([0, 10], [[0, 10]])).toEqual([])
})

test('a new session goes until the next one, or for half a day', () => {
  expect(endAfter(480, [session('12:00', '17:00')])).toBe(720)
  expect(endAfter(480, [])).toBe(720)
  expect(endAfter(1300, [])).toBe(1440)
})
