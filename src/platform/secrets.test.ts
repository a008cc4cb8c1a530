import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepSecret, loadSecrets, rotateTokenKey, secretsDir } from './secrets.ts'

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
    const here = loadSecrets(join(dataDir, 'here'), { secret })
    expect(loadSecrets(join(dataDir, 'there'), { secret })).toEqual(here)
    expect(here.fileKey.equals(here.codeKey)).toBe(false)
    const after = loadSecrets(dataDir, { secret: next, previousSecret: secret })
    expect([after.previousTokenKey, after.previousFileKeys]).toEqual([here.tokenKey, [here.fileKey]])
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('say so when they have no place to be kept', () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(() => loadSecrets(join(dataDir, 'file'))).toThrow(/cannot be written/)
  })
})
