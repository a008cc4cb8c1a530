import { expect, test } from 'vitest'
import { wholeWeeks } from './whole-weeks.ts'

const weeks = [{ week: '2026-03-02' }, { week: '2026-03-09' }]
test.each([
  ['2026-03-09', 1],
  ['2026-03-15', 1],
  ['2026-03-16', 2],
  ['2026-03-04', 2],
])('on %s there are %d', (now, count) => expect(wholeWeeks(weeks, now)).toHaveLength(count))
