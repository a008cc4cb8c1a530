import { createHash, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { findSecret, writeSecret } from '../secrets.ts'
import { BackupError } from './backup-error.ts'

const NAME = 'backup-keys'
const SCRYPT = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }

const Keys = z.array(z.strictObject({ id: z.string(), kind: z.enum(['passphrase', 'secret']), salt: z.string(), key: z.string() }))

/** `secret`: made by the program, and then readable only with the folder of secrets. */
export type KeyKind = 'passphrase' | 'secret'

/** What the header of an archive says of its key: enough to know it again, and to make it from the passphrase. */
export interface KeyName {
  /** Known by everybody who has the archive; says nothing of the key. */
  id: string
  kind: KeyKind
  salt: string
}
export interface BackupKey extends KeyName {
  /** 32 bytes. */
  key: Buffer
}

const idOf = (key: Buffer) => createHash('sha256').update('kliniki backup key').update(key).digest('hex').slice(0, 32)

const derive = (passphrase: string, salt: string): Promise<Buffer> =>
  new Promise((done, failed) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'hex'), 32, SCRYPT, (error, key) => (error ? failed(error) : done(key)))
  })

/** The keys of this clinic's backups, the one that new ones are sealed with first. */
export const readKeys = (dataDir: string): BackupKey[] => {
  const text = findSecret(dataDir, NAME)
  return text ? Keys.parse(JSON.parse(text)).map((one) => ({ ...one, key: Buffer.from(one.key, 'base64') })) : []
}

/** Keeps `keys`, each once. */
export const writeKeys = (dataDir: string, keys: readonly BackupKey[]): void => {
  const once = keys.filter(({ id }, index) => keys.findIndex((other) => other.id === id) === index)
  writeSecret(dataDir, NAME, JSON.stringify(once.map((one) => ({ ...one, key: one.key.toString('base64') }))))
}

/** What the next backup is sealed with: made from the passphrase that was set last, at random where there was none. */
export const currentKey = (dataDir: string): BackupKey => {
  const [known] = readKeys(dataDir)
  if (known) return known
  const key = randomBytes(32)
  const made: BackupKey = { id: idOf(key), kind: 'secret', salt: '', key }
  writeKeys(dataDir, [made])
  return made
}

/** A key from `passphrase`, which itself is kept nowhere. */
export const keyFrom = async (passphrase: string): Promise<BackupKey> => {
  const salt = randomBytes(16).toString('hex')
  const key = await derive(passphrase, salt)
  return { id: idOf(key), kind: 'passphrase', salt, key }
}

/** Seals every backup from now on with `key`; older ones stay readable here. */
export const addKey = (dataDir: string, key: BackupKey): void => writeKeys(dataDir, [key, ...readKeys(dataDir)])

/**
 * The key of an archive: from the passphrase when one is given, else from the secrets of `dataDir`. BackupError when it is the wrong
 * one, or there is none.
 */
export const findKey = async ({ id, kind, salt }: KeyName, dataDir: string | undefined, passphrase?: string): Promise<BackupKey> => {
  if (passphrase !== undefined && kind === 'passphrase') {
    const key = await derive(passphrase, salt)
    if (idOf(key) !== id) throw new BackupError('Wrong passphrase: this backup was made with another one.')
    return { id, kind, salt, key }
  }
  const kept = dataDir === undefined ? undefined : readKeys(dataDir).find((one) => one.id === id)
  if (kept) return kept
  if (kind === 'passphrase') throw new BackupError('This backup can only be read with its passphrase.')
  throw new BackupError(
    'This backup was made without a passphrase: it can only be read with the secrets folder of the clinic that made it.',
  )
}
