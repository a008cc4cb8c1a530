import type { Channel } from '../rules.ts'

/**
 * An address in the one form that the outbox and opt-outs know: e-mail in lower case, a number as digits with a plus. A number that begins
 * with a 0 gets the country code, when there is one.
 */
export const addressOf = (channel: Channel, typed: string, countryCode: string): string => {
  if (channel === 'email') return typed.trim().toLowerCase()
  const number = typed.replaceAll(/[^\d+]/g, '')
  const country = countryCode.replace('+', '')
  if (number.startsWith('+')) return number
  if (number.startsWith('00')) return `+${number.slice(2)}`
  if (number.startsWith('0')) return country ? `+${country}${number.slice(1)}` : number
  return country && number.startsWith(country) && number.length > 9 ? `+${number}` : number
}

/** The number as the gateway wants it: with a plus when the country code was written with one. */
export const numberForGateway = (address: string, countryCode: string) =>
  countryCode.startsWith('+') || countryCode === '' ? address : address.replace('+', '')

/** Enough of an address to be known by its owner, and by nobody else. */
export const maskAddress = (channel: Channel, address: string): string => {
  if (channel === 'sms') return `${'•'.repeat(Math.max(0, address.length - 3))}${address.slice(-3)}`
  const [name = '', domain = ''] = address.split('@')
  return `${name.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf('.'))}`
}
