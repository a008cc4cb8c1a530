import { expect, test } from 'vitest'
import { bookingBody, bookValues, weeksLater } from './book-values.ts'
import { placeOf } from './when-values.ts'

const zone = 'Africa/Nairobi'

test('a free time that was pressed is booked with its doctor and room, and as long as the server says', () => {
  const values = bookValues({ start: '2026-03-02T06:20:00.000Z', doctor: 7, room: 2 })
  expect(bookingBody({ ...values, patient: 5, reason: 'Review' }, zone)).toEqual({
    patient: 5,
    appointment_date_time: '2026-03-02T06:20:00.000Z',
    assigned_doctor: 7,
    room: 2,
    reason: 'Review',
    status: 'confirmed',
  })
})

test('a typed time is one of the clinic, with the doctor and the length that were chosen', () => {
  const values = bookValues({ doctor: 7, item: 3 })
  const when = { ...values.when, isTyped: true, day: '2026-03-02', time: 'noon', minutes: '45', room: '4' }
  expect(bookingBody({ ...values, when: { ...when, time: '9.20' }, patient: 5, isConfirmed: false }, zone)).toMatchObject({
    appointment_date_time: '2026-03-02T06:20:00.000Z',
    minutes: 45,
    assigned_doctor: 7,
    room: 4,
    item: 3,
    status: 'pending',
  })
  expect(placeOf(when, 7, zone).problem).toBe('Enter a time such as 09:20.')
  expect(placeOf({ ...when, time: '2:30', day: '2026-03-29' }, 7, 'Europe/Paris').problem).toBe(
    'This time does not exist on that day: the clocks go forward.',
  )
})

test('weekly appointments keep their time of day when the clocks change', () => {
  expect(weeksLater('2026-03-25T08:00:00.000Z', 1, 'Europe/Paris')).toBe('2026-04-01T07:00:00.000Z')
})
