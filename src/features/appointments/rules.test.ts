import { expect, test } from 'vitest'
import {
  appointmentStatuses,
  changeUntil,
  mayCheckIn,
  nextStatuses,
  refusalOfMove,
  type AppointmentStatus,
  type AppointmentState,
} from './rules.ts'

const state = (status: AppointmentStatus, more: Partial<AppointmentState> = {}): AppointmentState => ({
  status,
  hasPatient: true,
  hasVisit: false,
  isToday: true,
  hasBegun: true,
  ...more,
})

/** From each state, on the day itself and after its time has come, without a visit. */
const allowed: Record<AppointmentStatus, AppointmentStatus[]> = {
  pending: ['confirmed', 'arrived', 'cancelled', 'no-show'],
  confirmed: ['pending', 'arrived', 'cancelled', 'no-show'],
  arrived: ['completed', 'confirmed'],
  completed: [],
  cancelled: [],
  'no-show': ['arrived', 'confirmed'],
}

test.each(appointmentStatuses)('what %s may become, and nothing else', (from) => {
  const possible = appointmentStatuses.filter((to) => allowed[from].includes(to))
  expect(nextStatuses(state(from))).toEqual(possible)
  for (const to of appointmentStatuses) expect(refusalOfMove(state(from), to) === null, `${from} to ${to}`).toBe(possible.includes(to))
})

test('what was cancelled comes back while its time is ahead', () =>
  expect(nextStatuses(state('cancelled', { hasBegun: false }))).toEqual(['pending', 'confirmed']))
test('nobody has missed what has not begun', () =>
  expect(nextStatuses(state('confirmed', { hasBegun: false }))).toEqual(['pending', 'arrived', 'cancelled']))
test('nobody arrives on another day, or without a record', () => {
  expect(nextStatuses(state('pending', { isToday: false }))).toEqual(['confirmed', 'cancelled', 'no-show'])
  expect(nextStatuses(state('pending', { hasPatient: false }))).toEqual(['confirmed', 'cancelled', 'no-show'])
  expect(nextStatuses(state('no-show', { isToday: false }))).toEqual(['confirmed'])
})
test('the visit decides when a patient in a visit is done', () => expect(nextStatuses(state('arrived', { hasVisit: true }))).toEqual([]))

const may = (status: AppointmentStatus, more: Partial<AppointmentState> = {}) => mayCheckIn(state(status, more))

test('check-in is for the day itself, and once', () => {
  expect(appointmentStatuses.filter((status) => may(status))).toEqual(['pending', 'confirmed', 'arrived', 'no-show'])
  expect([may('pending', { isToday: false }), may('arrived', { hasVisit: true }), may('pending', { hasPatient: false })]).toEqual([
    false,
    false,
    false,
  ])
})

test('a change ends so many minutes before, across the change of clocks too', () => {
  expect(changeUntil(new Date('2026-03-29T01:30:00Z'), 60).toISOString()).toBe('2026-03-29T00:30:00.000Z')
})
