import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeFilesBefore } from './stray.ts'

export interface FileStore {
  /** Keeps `bytes` under their own SHA-256; keeping the same bytes twice keeps them once. On disk when it returns. */
  put(bytes: Uint8Array): Promise<{ sha256: string; size: number }>
  /** The bytes, checked against their SHA-256. Throws when they are missing or were altered. */
  get(sha256: string): Promise<Buffer>
  /** Removes what a process that was stopped in the middle of `put`, before `limit`, left half written. */
  removeDrafts(limit: Date): Promise<void>
}

const IV_BYTES = 12
const TAG_BYTES = 16

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A new name survives a power cut only when its folder, too, is on disk. Windows cannot open folders, and needs not. */
const syncDir = async (dir: string) => {
  if (process.platform === 'win32') return
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A content-addressed store on disk, encrypted with AES-256-GCM. Paths come from hashes alone, never from people. */
export const fileStore = (dir: string, key: Buffer): FileStore => {
  const pathOf = (sha256: string) => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256')
    return join(dir, sha256.slice(0, 2), sha256)
  }
  const draftDir = join(dir, 'drafts')
  return {
    put: async (bytes) => {
      const sha256 = sha256Of(bytes)
      const path = pathOf(sha256)
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      await mkdir(draftDir, { recursive: true, mode: 0o700 })
      const isNewFolder = (await mkdir(dirname(path), { recursive: true, mode: 0o700 })) !== undefined
      // Written aside and renamed: a reader sees the whole file or none.
      const draft = join(draftDir, randomBytes(16).toString('hex'))
      await writeFile(draft, sealed, { mode: 0o600, flush: true })
      await rename(draft, path)
      await syncDir(dirname(path))
      if (isNewFolder) await syncDir(dir)
      return { sha256, size: bytes.length }
    },
    get: async (sha256) => {
      const sealed = await readFile(pathOf(sha256))
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      const bytes = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
      if (sha256Of(bytes) !== sha256) throw new Error(`The file ${sha256} does not hold what it held.`)
      return bytes
    },
    removeDrafts: (limit) => removeFilesBefore(draftDir, limit),
  }
}
