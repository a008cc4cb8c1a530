import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { derivedKeys, findFolderKeys, keepSecret, loadSecrets, rotateTokenKey, secretsDir, tokenKeysOf } from './secrets.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kliniki-secrets-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the secrets of a clinic', () => {
  it('are made once, of full length, and kept to their owner', () => {
    const first = loadSecrets(dataDir)
    expect(loadSecrets(dataDir)).toEqual(first)
    expect([first.tokenKey.key, first.fileKey, first.codeKey].map(({ length }) => length)).toEqual([32, 32, 32])
    expect(first.fileKey.equals(first.codeKey)).toBe(false)
    expect(first.previousTokenKey).toBeUndefined()
    const dir = secretsDir(dataDir)
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(dir)).toHaveLength(3)
  })

  it('never replace one that another process has just made', () => {
    const second = () => {
      keepSecret(dataDir, 'code', () => 'theirs')
      return 'ours'
    }
    expect(keepSecret(dataDir, 'code', second)).toBe('theirs')
  })

  it('go on verifying with the key before the last rotation', () => {
    const before = loadSecrets(dataDir)
    rotateTokenKey(dataDir)
    const after = loadSecrets(dataDir)
    expect(after.previousTokenKey).toEqual(before.tokenKey)
    expect(after.tokenKey.id).not.toBe(before.tokenKey.id)
    expect(after.fileKey).toEqual(before.fileKey)
  })

  it('are the same on every machine that shares KLINIKI_SECRET', () => {
    const [secret, next] = ['a'.repeat(32), 'b'.repeat(32)]
    const here = tokenKeysOf(join(dataDir, 'here'), { secret })
    expect(tokenKeysOf(join(dataDir, 'there'), { secret })).toEqual(here)
    const { file, code, master } = derivedKeys(secret)
    expect(derivedKeys(secret)).toEqual({ file, code, master })
    expect(new Set([file, code, master].map((key) => key.toString('hex'))).size).toBe(3)
    expect(tokenKeysOf(dataDir, { secret: next, previousSecret: secret }).previousTokenKey).toEqual(here.tokenKey)
    expect(findFolderKeys(dataDir)).toEqual({})
  })

  it('still verify what was signed before KLINIKI_SECRET was set, and before it was removed', () => {
    const secret = 'a'.repeat(32)
    const { tokenKey } = loadSecrets(dataDir)
    const shared = tokenKeysOf(dataDir, { secret })
    expect(shared.previousTokenKey).toEqual(tokenKey)
    expect(tokenKeysOf(dataDir, { previousSecret: secret })).toEqual({ tokenKey, previousTokenKey: shared.tokenKey })
  })

  it('say so when they have no place to be kept', () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(() => loadSecrets(join(dataDir, 'file'))).toThrow(`cannot be used: ${join(dataDir, 'file')} is a file, not a folder.`)
  })
})
