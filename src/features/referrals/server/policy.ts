import type { User } from '#platform/http/handle.ts'
import type { Referral } from '../contract.ts'
import { isReferralMove, type ReferralStatus } from '../rules.ts'

type Mover = Pick<User, 'id' | 'permissions'>
type Addressed = Pick<Referral, 'type' | 'status' | 'doctor' | 'department' | 'referred_by'>

/**
 * Whether this move is for this person to make: who referred takes it back, whom it is addressed to does the rest. A department that names
 * no doctor is everybody who may handle referrals, and so is whoever types in what somebody outside answered.
 */
export const mayMove = ({ id, permissions }: Mover, referral: Addressed, to: ReferralStatus) => {
  if (!permissions.has('referrals.change')) return false
  if (to === 'cancelled') return referral.referred_by === id
  return referral.type === 'external' || referral.doctor === null || referral.doctor === id
}

/** What a person may make of a referral from where it stands. */
export const toRights = (user: Mover, referral: Addressed): Referral['may'] => {
  const may = (to: ReferralStatus) => isReferralMove(referral.type, referral.status, to) && mayMove(user, referral, to)
  return { accept: may('accepted'), decline: may('declined'), complete: may('completed'), cancel: may('cancelled') }
}
