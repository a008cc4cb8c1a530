import { sha256 } from '#platform/auth/tokens.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { Limiter } from '#platform/http/limits.ts'
import { networkOf } from '#platform/http/network.ts'

const HOUR = 3_600
const DAY = 86_400

// Many people share the address of a mobile network or of a waiting room; hardly anybody books ten times in an hour.
const ofAddress = { hour: { points: 60, seconds: HOUR }, day: { points: 300, seconds: DAY } }
const ofDevice = { hour: { points: 10, seconds: HOUR }, day: { points: 20, seconds: DAY } }
/** Moves and cancellations of one booking: each of them may write to somebody. */
const ofBooking = { points: 12, seconds: DAY }
/** Messages to one telephone or address because of bookings without signing in. */
const ofContact = { points: 5, seconds: DAY }

const hashed = (text: string) => sha256(text).toString('base64url')

interface Caller {
  ip: string
  device: string | null
}

/** 429 for an address or a device that books more than people do. */
export const limitBooking = async (limiter: Limiter, { ip, device }: Caller) => {
  const network = networkOf(ip)
  await limiter.spend('booking address hour', network, ofAddress.hour)
  await limiter.spend('booking address day', network, ofAddress.day)
  if (device === null) return
  await limiter.spend('booking device hour', hashed(device), ofDevice.hour)
  await limiter.spend('booking device day', hashed(device), ofDevice.day)
}

/** 429 for a booking that is changed again and again. */
export const limitChange = (limiter: Limiter, booking: number) => limiter.spend('booking change', String(booking), ofBooking)

/** A number is the same with and without its country: its last nine digits. */
const sameFor = (contact: string) => (contact.includes('@') ? contact : contact.replaceAll(/\D/g, '').slice(-9))

/**
 * Whether one more message may go to whoever is named: strangers are not written to because somebody types their number. The booking is
 * taken all the same, so that the reply tells nothing.
 */
export const mayWriteTo = async (limiter: Limiter, contacts: readonly (string | null | undefined)[]): Promise<boolean> => {
  try {
    for (const contact of contacts) if (contact) await limiter.spend('booking contact', hashed(sameFor(contact)), ofContact)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false
    throw error
  }
}
