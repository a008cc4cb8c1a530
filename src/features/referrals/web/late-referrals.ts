import type { ResponseOf } from '#shared/endpoint.ts'
import type { listReferrals } from '../contract.ts'

type Row = ResponseOf<typeof listReferrals>[number]

/** A referral without an answer for so long needs attention. */
const LATE_MS = 7 * 24 * 3_600_000

/** How many referrals wait for an answer for more than a week. */
export const countLate = (referrals: readonly Pick<Row, 'status' | 'referred_at'>[], now: number): number =>
  referrals.filter(({ status, referred_at }) => status === 'pending' && now - Date.parse(referred_at) > LATE_MS).length
