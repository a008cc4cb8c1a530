import { expect, test } from 'vitest'
import { freeDays, isFree, parseTime } from './slot-days.ts'

const rows = [
  { doctor: 7, day: '2026-03-03', room: null, minutes: 20, starts: ['2026-03-03T06:00:00.000Z', '2026-03-03T06:20:00.000Z'], left: [1, 0] },
  { doctor: 3, day: '2026-03-02', room: 1, minutes: 30, starts: ['2026-03-02T07:00:00.000Z'], left: [1] },
  { doctor: 7, day: '2026-03-02', room: 2, minutes: 20, starts: ['2026-03-02T06:00:00.000Z', '2026-03-02T07:00:00.000Z'], left: [1, 2] },
]

test('free slots are days with times in order, shared by the doctors who are free then', () => {
  const days = freeDays(rows)
  expect(days.map(({ day, times }) => [day, times.map(({ start, left }) => [start.slice(11, 16), left])])).toEqual([
    [
      '2026-03-02',
      [
        ['06:00', 1],
        ['07:00', 3],
      ],
    ],
    ['2026-03-03', [['06:00', 1]]],
  ])
  expect(days[0]?.times[1]?.slots.map(({ doctor, minutes }) => [doctor, minutes])).toEqual([
    [7, 20],
    [3, 30],
  ])
})

test('what is to be moved is not offered the place where it is, with another doctor it is', () => {
  const [monday] = freeDays(rows, { start: '2026-03-02T10:00:00+03:00', doctor: 7 })
  expect(monday?.times.map(({ start, slots }) => [start.slice(11, 16), slots.map(({ doctor }) => doctor)])).toEqual([
    ['06:00', [7]],
    ['07:00', [3]],
  ])
})

test('a time is free with one doctor and taken with another', () => {
  const days = freeDays(rows)
  const start = '2026-03-02T06:00:00.000Z'
  expect(isFree(days, { start, doctor: 7, room: null, minutes: null })).toBe(true)
  expect(isFree(days, { start, doctor: null, room: null, minutes: null })).toBe(true)
  expect(isFree(days, { start, doctor: 3, room: null, minutes: null })).toBe(false)
})

test('a time is read the ways that hands write it', () => {
  expect(['9', '9:20', '0920', '9.20', ' 14h05 ', '23 59', '00:00'].map(parseTime)).toEqual([
    '09:00',
    '09:20',
    '09:20',
    '09:20',
    '14:05',
    '23:59',
    '00:00',
  ])
  expect(['', '24:00', '9:60', 'noon', '9:2', '123456'].map(parseTime)).toEqual([null, null, null, null, null, null])
})
