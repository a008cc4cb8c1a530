import { expect, test } from 'vitest'
import { minutes } from '#web/text/format.ts'
import { sayValue } from '#features/assistant/answer/say.ts'

test('a screen and an answer write a span of minutes alike: minutes to 90, then hours, then days', () => {
  const clinic = { currency: 'KES', zone: 'Africa/Nairobi' }
  const spans = [0, 47, 80, 90, 95, 125, 1439, 1440, 4500, -150]
  const written = ['0 min', '47 min', '80 min', '90 min', '1 h 35 min', '2 h 05 min', '23 h 59 min', '1 d', '3 d', '−2 h 30 min']
  expect(spans.map(minutes)).toEqual(written)
  expect(spans.map((span) => sayValue(span, 'minutes', clinic))).toEqual(written)
})
