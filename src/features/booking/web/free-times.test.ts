import { expect, test } from 'vitest'
import { daysOf, freeTimes, partsOf } from './free-times.ts'

const at = (start: string, doctor = 1) => ({ start, doctor })

test('a time that two doctors have is there once, soonest first', () => {
  const times = freeTimes([at('2026-03-02T07:00:00Z', 2), at('2026-03-02T06:00:00Z', 1), at('2026-03-02T07:00:00.000Z', 1)])
  expect(times).toEqual([at('2026-03-02T06:00:00Z', 1), at('2026-03-02T07:00:00Z', 2)])
})

test('a time belongs to the clinic’s day, wherever the telephone is', () => {
  const days = daysOf([at('2026-03-02T20:30:00Z'), at('2026-03-02T21:30:00Z')], 'Africa/Nairobi')
  expect([...days.keys()]).toEqual(['2026-03-02', '2026-03-03'])
})

test('noon begins the afternoon, five the evening', () => {
  const times = ['05:00', '08:59', '09:00', '13:59', '14:00'].map((time) => at(`2026-03-02T${time}:00Z`))
  expect(partsOf(times, 'Africa/Nairobi').map(({ label, times }) => [label, times.length])).toEqual([
    ['Morning', 2],
    ['Afternoon', 2],
    ['Evening', 1],
  ])
  expect(partsOf(times.slice(0, 1), 'Africa/Nairobi').map(({ label }) => label)).toEqual(['Morning'])
})
