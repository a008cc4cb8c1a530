import { expect, test } from 'vitest'
import { countLate } from './late-referrals.ts'

const asked = (referred_at: string, status: 'pending' | 'accepted' = 'pending') => ({ referred_at, status })

test('only referrals without an answer for more than a week are late', () => {
  const now = Date.parse('2026-03-20T10:00:00Z')
  expect(countLate([asked('2026-03-12T09:00:00Z'), asked('2026-03-13T11:00:00Z')], now)).toBe(1)
  expect(countLate([asked('2026-01-12T09:00:00Z', 'accepted')], now)).toBe(0)
})
