import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** A key of its own for each purpose, made from the program's secret. */
export const keyFor = (codeKey: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', codeKey, 'kliniki', purpose, 32))

/** Hides a password from whoever reads the database alone; only the same purpose opens it again. */
export const seal = (codeKey: Buffer, purpose: string, text: string): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(codeKey, purpose), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** The password again; null when it was sealed with another key, as after a restore without the program's secrets. */
export const unseal = (codeKey: Buffer, purpose: string, sealed: Buffer): string | null => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(codeKey, purpose), sealed.subarray(0, IV_BYTES))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** What a form says of a kept password, as it goes into the row: absent or null keeps it, an empty text removes it. */
export const sealedAs = (codeKey: Buffer, purpose: string, typed: string | null | undefined): Buffer | null | undefined => {
  if (typed === null || typed === undefined) return undefined
  return typed === '' ? null : seal(codeKey, purpose, typed)
}
