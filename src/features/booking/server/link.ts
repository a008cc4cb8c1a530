import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { LinkMaker } from '#features/appointments/public.ts'
import type { Services } from '#platform/services.ts'

const ID_BYTES = 4
const TAG_BYTES = 20
/** 24 bytes are 32 characters, and every one of them counts. */
const FORM = /^[\w-]{32}$/

export interface Linked {
  id: number
  link_nonce: string
}

/** The secret links of public bookings: made of the program's own key, so that their rows open none; a message that tells one does. */
export interface BookingLinks {
  linkOf: (booking: Linked) => string
  /** The booking that a link names, whether it is genuine or not; 0 for what is no link. */
  idOf: (link: string) => number
  /** Whether the link is this booking's; takes the same time for every answer. */
  isOf: (link: string, booking: Linked) => boolean
}

const bytesOf = (link: string) => (FORM.test(link) ? Buffer.from(link, 'base64url') : Buffer.alloc(ID_BYTES + TAG_BYTES))

export const bookingLinks = (codeKey: Buffer): BookingLinks => {
  let key: Buffer | undefined
  const keyOf = () => (key ??= Buffer.from(hkdfSync('sha256', codeKey, 'kliniki', 'booking link', 32)))
  const tagOf = ({ id, link_nonce }: Linked) => createHmac('sha256', keyOf()).update(`${id}\n${link_nonce}`).digest().subarray(0, TAG_BYTES)
  return {
    linkOf: (booking) => {
      const id = Buffer.alloc(ID_BYTES)
      id.writeUInt32BE(booking.id)
      return Buffer.concat([id, tagOf(booking)]).toString('base64url')
    },
    idOf: (link) => {
      const id = bytesOf(link).readUInt32BE()
      return id <= 2_147_483_647 ? id : 0
    },
    isOf: (link, booking) => timingSafeEqual(bytesOf(link).subarray(ID_BYTES), tagOf(booking)),
  }
}

/**
 * Where a link is opened; null where nobody has said how the clinic is reached. The address that a caller happens to use is none: anybody
 * could make it say what they like, and have it sent to somebody.
 */
export const linkAddress =
  (publicUrl: string | undefined) =>
  (link: string): string | null =>
    publicUrl === undefined ? null : `${publicUrl}/booking/${link}`

/** Makes the address of a booking's link, for messages. */
export const bookingLinkMaker = ({ codeKey, publicUrl }: Pick<Services, 'codeKey' | 'publicUrl'>): LinkMaker => {
  const { linkOf } = bookingLinks(codeKey)
  const addressOf = linkAddress(publicUrl)
  return (booking) => addressOf(linkOf(booking))
}
