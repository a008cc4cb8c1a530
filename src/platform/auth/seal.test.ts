import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, sealedAs, unseal } from './seal.ts'

const key = randomBytes(32)

test('what is sealed is opened by the same key and purpose alone', () => {
  const sealed = seal(key, 'a', 'sécret')
  expect(sealed.toString('latin1')).not.toContain('cret')
  expect(unseal(key, 'a', sealed)).toBe('sécret')
  expect(unseal(key, 'b', sealed)).toBeNull()
  expect(unseal(randomBytes(32), 'a', sealed)).toBeNull()
  expect(unseal(key, 'a', Buffer.concat([sealed.subarray(0, -1), Buffer.of(sealed.at(-1)! ^ 1)]))).toBeNull()
  expect(unseal(key, 'a', Buffer.alloc(3))).toBeNull()
})

test('passwords of the messages stay readable as they have always been written', () => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(hkdfSync('sha256', key, 'kliniki', 'message settings', 32)), iv)
  const sealed = Buffer.concat([iv, cipher.update('old', 'utf8'), cipher.final(), cipher.getAuthTag()])
  expect(unseal(key, 'message settings', sealed)).toBe('old')
})

test('a form keeps with null, removes with an empty text', () => {
  expect([sealedAs(key, 'a', undefined), sealedAs(key, 'a', null), sealedAs(key, 'a', '')]).toEqual([undefined, undefined, null])
  expect(unseal(key, 'a', sealedAs(key, 'a', 'new')!)).toBe('new')
})
