import { expect, test } from 'vitest'
import { ApiError, offlineError } from '#web/calls/http.ts'
import { refusalOf } from './refusal.ts'

test('a taken time brings the free ones along', () => {
  const free = [{ doctor: 3, doctor_name: 'Amina Hassan', start: '2026-11-23T06:20:00Z' }]
  expect(refusalOf(new ApiError(409, { detail: 'x', code: 'slot_taken', free }))).toEqual({
    kind: 'taken',
    free: [{ doctor: 3, start: '2026-11-23T06:20:00Z' }],
  })
  // A time that went by while the form lay open.
  expect(refusalOf(new ApiError(400, { appointment_date_time: ['This is in the past.'] }))).toEqual({ kind: 'taken', free: [] })
})

test('a wrong box leads to its screen, the first of them first', () => {
  expect(refusalOf(new ApiError(400, { email: ['Enter an e-mail address.'], date_of_birth: ['No.'], gender: ['No.'] }))).toEqual({
    kind: 'wrong',
    screen: 'birth',
    errors: { born: 'No.', gender: 'No.' },
  })
})

test('closed, other words to agree to, and everything else', () => {
  expect(refusalOf(new ApiError(409, { detail: 'x', code: 'booking_closed' })).kind).toBe('closed')
  expect(refusalOf(new ApiError(409, { detail: 'x', code: 'consent_changed' })).kind).toBe('words')
  for (const error of [offlineError(), new ApiError(429, {}, 60), new ApiError(503, {}), new Error('x')])
    expect(refusalOf(error)).toEqual({ kind: 'failed', error })
})
