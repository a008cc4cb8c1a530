import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessError } from './folder-access.ts'

export interface TokenKey {
  id: string
  key: Buffer
}

export interface Secrets {
  /** Signs new access tokens. */
  tokenKey: TokenKey
  /** Still verifies tokens signed before the last rotation. */
  previousTokenKey: TokenKey | undefined
  /** 32 bytes: encrypts stored documents. */
  fileKey: Buffer
  /** Still open documents that were encrypted before the secret was changed. */
  previousFileKeys: readonly Buffer[]
  /** 32 bytes: keys the hashes of one-time codes and device cookies. */
  codeKey: Buffer
}

const tokenKeyOf = (key: Buffer): TokenKey => ({ id: createHash('sha256').update(key).digest('hex').slice(0, 12), key })

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code

/** The folder of keys and passwords, readable by its owner alone; made when missing. */
export const secretsDir = (dataDir: string): string => {
  const dir = join(dataDir, 'secrets')
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    chmodSync(dir, 0o700)
  } catch (error) {
    throw accessError('The folder', error, dir, 'written', dataDir)
  }
  return dir
}

/** Replaces a secret as a whole: readers see the old text or the new one, never a part. */
export const writeSecret = (dataDir: string, name: string, text: string): void => {
  const dir = secretsDir(dataDir)
  const draft = join(dir, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, join(dir, name))
  } catch (error) {
    rmSync(draft, { force: true })
    throw accessError('The folder', error, dir, 'written', dataDir)
  }
}

/** The secret of that name, if there is one. Makes no folder: one that was left behind can be put where it belongs. */
export const findSecret = (dataDir: string, name: string): string | undefined => {
  const path = join(dataDir, 'secrets', name)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw accessError('The key', error, path, 'read', dataDir)
  }
}

/** The secret of that name, made on first use; processes that ask at the same moment get the same one. */
export const keepSecret = (dataDir: string, name: string, make: () => string = () => randomBytes(32).toString('base64url')): string => {
  const known = findSecret(dataDir, name)
  if (known) return known
  const dir = secretsDir(dataDir)
  const draft = join(dir, `.${name}.${process.pid}.${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(draft, make(), { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, join(dir, name))
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw accessError('The folder', error, dir, 'written', dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(join(dir, name), 'utf8')
}

const derive = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'kliniki', purpose, 32))

const fromText = (text: string) => Buffer.from(text, 'base64url')

/** Keys of one source: the folder of secrets, or what is derived from KLINIKI_SECRET. */
export interface SourceKeys {
  file: Buffer
  code: Buffer
}

/** What is made from a KLINIKI_SECRET, alike on every machine that shares it; `master` decrypts the keys that the database keeps. */
export const derivedKeys = (secret: string): SourceKeys & { master: Buffer } => ({
  file: derive(secret, 'file'),
  code: derive(secret, 'code'),
  master: derive(secret, 'keys'),
})

/** The keys in the folder of secrets, as far as they are there. Makes none. */
export const findFolderKeys = (dataDir: string): Partial<SourceKeys> => {
  const [file, code] = [findSecret(dataDir, 'file-key'), findSecret(dataDir, 'code-key')]
  return { ...(file && { file: fromText(file) }), ...(code && { code: fromText(code) }) }
}

/** The same, made on first use. */
export const makeFolderKeys = (dataDir: string): SourceKeys => ({
  file: fromText(keepSecret(dataDir, 'file-key')),
  code: fromText(keepSecret(dataDir, 'code-key')),
})

/** Keeps these in the folder of secrets, in place of others. */
export const keepFolderKeys = (dataDir: string, { file, code }: SourceKeys): void => {
  const known = findFolderKeys(dataDir)
  if (!known.file?.equals(file)) writeSecret(dataDir, 'file-key', file.toString('base64url'))
  if (!known.code?.equals(code)) writeSecret(dataDir, 'code-key', code.toString('base64url'))
}

interface Shared {
  secret?: string | undefined
  previousSecret?: string | undefined
}

/** What signs access tokens; those that were signed before the secret was set, changed or removed are still taken. */
export const tokenKeysOf = (dataDir: string, { secret, previousSecret }: Shared): Pick<Secrets, 'tokenKey' | 'previousTokenKey'> => {
  const before = previousSecret ? derive(previousSecret, 'token') : undefined
  if (secret) {
    const ofFolder = before ? undefined : findSecret(dataDir, 'token-key')
    const previous = before ?? (ofFolder ? fromText(ofFolder) : undefined)
    return { tokenKey: tokenKeyOf(derive(secret, 'token')), previousTokenKey: previous && tokenKeyOf(previous) }
  }
  const rotated = findSecret(dataDir, 'token-key-previous')
  const previous = before ?? (rotated ? fromText(rotated) : undefined)
  return { tokenKey: tokenKeyOf(fromText(keepSecret(dataDir, 'token-key'))), previousTokenKey: previous && tokenKeyOf(previous) }
}

/** The keys of a clinic whose database keeps none: of its own folder alone. */
export const loadSecrets = (dataDir: string): Secrets => {
  const { file, code } = makeFolderKeys(dataDir)
  return { ...tokenKeysOf(dataDir, {}), fileKey: file, previousFileKeys: [], codeKey: code }
}

/** Makes a new signing key; the one before it goes on verifying until the next rotation. */
export const rotateTokenKey = (dataDir: string): void => {
  writeSecret(dataDir, 'token-key-previous', keepSecret(dataDir, 'token-key'))
  writeSecret(dataDir, 'token-key', randomBytes(32).toString('base64url'))
}
