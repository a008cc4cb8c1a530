import { expect, test } from 'vitest'
import { changeOfLeave, daysOfLeave, freshLeave } from './leave-values.ts'

const zone = 'Africa/Nairobi'

test('whole days go from midnight to midnight of the clinic, and come back as days', () => {
  const values = { ...freshLeave(1, '2026-12-24'), last_day: '2026-12-26' }
  const sent = changeOfLeave(values, zone)
  expect(sent).toMatchObject({ starts_at: '2026-12-23T21:00:00.000Z', ends_at: '2026-12-26T21:00:00.000Z' })
  expect(daysOfLeave(sent, zone)).toEqual({ first_day: '2026-12-24', from: '', last_day: '2026-12-26', to: '' })
})

test('an afternoon keeps its times', () => {
  const sent = changeOfLeave({ ...freshLeave(1, '2026-12-24'), from: '13:00', to: '17:30' }, zone)
  expect(sent).toMatchObject({ starts_at: '2026-12-24T10:00:00.000Z', ends_at: '2026-12-24T14:30:00.000Z' })
  expect(daysOfLeave(sent, zone)).toEqual({ first_day: '2026-12-24', from: '13:00', last_day: '2026-12-24', to: '17:30' })
})

test('a day of 25 hours is a whole day', () => {
  const sent = changeOfLeave(freshLeave(1, '2026-10-25'), 'Europe/Paris')
  expect(sent).toMatchObject({ starts_at: '2026-10-24T22:00:00.000Z', ends_at: '2026-10-25T23:00:00.000Z' })
  expect(daysOfLeave(sent, 'Europe/Paris')).toMatchObject({ first_day: '2026-10-25', last_day: '2026-10-25', to: '' })
})

test('what is no day is left for the contract to refuse', () => {
  expect(changeOfLeave({ ...freshLeave(1, 'soon') }, zone).starts_at).toBe('soon 00:00')
})
