import { randomBytes, randomUUID } from 'node:crypto'

/** Where randomness comes from. */
export interface Ids {
  uuid(): string
  /** 256 bits, URL-safe. */
  secret(): string
}
export const systemIds: Ids = { uuid: () => randomUUID(), secret: () => randomBytes(32).toString('base64url') }
