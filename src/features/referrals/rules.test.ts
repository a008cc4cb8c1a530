import { expect, test } from 'vitest'
import { isReferralMove, referralMoves, referralStatuses, referralTypes, typeOfReferral } from './rules.ts'

test('a referral that came to its end stays there, and none is pending again', () => {
  for (const type of referralTypes) {
    for (const end of ['declined', 'completed', 'cancelled'] as const) expect(referralMoves[type][end]).toEqual([])
    for (const from of referralStatuses) expect(isReferralMove(type, from, 'pending')).toBe(false)
  }
})

test('somebody outside answers or does not; somebody of the house accepts first', () => {
  expect(isReferralMove('internal', 'pending', 'accepted')).toBe(true)
  expect(isReferralMove('internal', 'pending', 'completed')).toBe(false)
  expect(isReferralMove('external', 'pending', 'accepted')).toBe(false)
  expect(isReferralMove('external', 'pending', 'completed')).toBe(true)
})

test('whom it names says which type it is', () => {
  expect(typeOfReferral({ doctor: 3 })).toBe('internal')
  expect(typeOfReferral({ department: 3, provider: null })).toBe('internal')
  expect(typeOfReferral({ provider_email: 'a@b.example' })).toBe('external')
  expect(typeOfReferral({})).toBeNull()
  expect(typeOfReferral({ doctor: 3, provider: 'Eye clinic' })).toBeNull()
})
