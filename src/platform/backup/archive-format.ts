import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import type { BackupKey } from './keys.ts'

/*
 * An archive: MAGIC, the header's length, the header (JSON, in the clear), its SHA-256, then pieces, then the end.
 * A piece: the length of what is sealed, the sealed bytes, the tag. It holds a part of one file: how it is packed, the path, the bytes.
 * Every piece is bound to the header and to its number, so that none can be moved, left out or brought from another archive.
 * The list of contents is written as the last pieces; the end says where they begin.
 */
export const MAGIC = Buffer.from('KLINIKI-BACKUP-1')
export const END_MAGIC = Buffer.from('KLINIKI-ENDS')
export const PIECE_BYTES = 1024 * 1024
/** Pieces that are packed or unpacked at the same time, on other threads than the one that reads and writes. */
export const AT_ONCE = 4
/** What is packed or unpacked where it is: to give it to another thread would take longer. */
export const SMALL_BYTES = 16 * 1024
/** Of the end: at which byte (8) and with which piece (4) the list begins, END_MAGIC. */
export const END_BYTES = 12 + END_MAGIC.length
const TAG_BYTES = 16
export const FRAME_BYTES = 4 + TAG_BYTES
/** A path is shorter than this, and what cannot be packed grows by less. */
export const SEALED_MOST = PIECE_BYTES + 70_000

/** The path under which the list of contents is written. */
export const LIST = ''

export const Header = z.strictObject({
  made_at: z.string(),
  program: z.string(),
  /** Makes the key of this archive another than that of every other one. */
  nonce: z.string().regex(/^[0-9a-f]{64}$/),
  key: z.strictObject({ id: z.string(), kind: z.enum(['passphrase', 'secret']), salt: z.string() }),
})
export type Header = z.output<typeof Header>

export interface Piece {
  path: string
  isPacked: boolean
  body: Buffer
}

const AEAD = 'aes-256-gcm'

const ivOf = (number: number) => {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(number, 8)
  return iv
}

/** Seals and opens the pieces of one archive. */
export const sealOf = ({ key }: Pick<BackupKey, 'key'>, header: Buffer, nonce: string) => {
  const own = Buffer.from(hkdfSync('sha256', key, Buffer.from(nonce, 'hex'), 'kliniki backup archive', 32))
  const digest = createHash('sha256').update(header).digest()
  return {
    seal: (number: number, { path, isPacked, body }: Piece): Buffer[] => {
      const name = Buffer.from(path)
      const front = Buffer.alloc(3)
      front.writeUInt8(isPacked ? 1 : 0, 0)
      front.writeUInt16BE(name.length, 1)
      const cipher = createCipheriv(AEAD, own, ivOf(number)).setAAD(digest)
      const sealed = [cipher.update(front), cipher.update(name), cipher.update(body), cipher.final()]
      const length = Buffer.alloc(4)
      length.writeUInt32BE(sealed.reduce((sum, part) => sum + part.length, 0))
      return [length, ...sealed, cipher.getAuthTag()]
    },
    /** Throws when one bit is another, or the number. `sealed` has its tag at the end. */
    open: (number: number, sealed: Buffer): Piece => {
      const at = sealed.length - TAG_BYTES
      const decipher = createDecipheriv(AEAD, own, ivOf(number)).setAAD(digest).setAuthTag(sealed.subarray(at))
      const plain = decipher.update(sealed.subarray(0, at))
      decipher.final()
      const end = 3 + plain.readUInt16BE(1)
      return { isPacked: plain.readUInt8(0) === 1, path: plain.toString('utf8', 3, end), body: plain.subarray(end) }
    },
  }
}
export type Seal = ReturnType<typeof sealOf>
