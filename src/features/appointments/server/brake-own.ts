import type { User } from '#platform/http/handle.ts'
import type { Limiter } from '#platform/http/limits.ts'

/** Bookings, moves and cancellations of one account: each of them may write to somebody, and takes a time from others. */
const ofAccount = { points: 30, seconds: 86_400 }

/** 429 for a patient who books and changes again and again; nothing for staff. */
export const brakeOwn = async (limiter: Limiter, { id, role }: Pick<User, 'id' | 'role'>) => {
  if (role === 'patient') await limiter.spend('own appointments', String(id), ofAccount)
}
