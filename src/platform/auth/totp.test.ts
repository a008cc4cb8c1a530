import { expect, test } from 'vitest'
import { makeTotpSecret, secretText, stepOf, totpAt, totpStep, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

test('the vectors of RFC 6238, by their last six digits', () => {
  const vectors = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const
  for (const [seconds, code] of vectors) expect(totpAt(secret, stepOf(at(seconds)))).toBe(code.slice(2))
})

test('a code is good in its half minute and in those beside it, once, however it is spaced', () => {
  const now = at(1111111111)
  const step = stepOf(now)
  const found = [-2, -1, 0, 1, 2].map((beside) => totpStep(secret, totpAt(secret, step + beside), now, null))
  expect(found).toEqual([null, step - 1, step, step + 1, null])
  for (const spaced of ['050 471', '050-471']) expect(totpStep(secret, spaced, now, null)).toBe(step)
  expect(totpStep(secret, '050471', now, step - 1)).toBe(step)
  expect(totpStep(secret, '050471', now, step)).toBeNull()
  for (const typed of ['', '50471', '0050471', '０５０４７１', '-50471', '05047a']) expect(totpStep(secret, typed, now, null)).toBeNull()
})

test('a secret is twenty bytes, in base32 as authenticators read it', () => {
  expect(secretText(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(makeTotpSecret(Buffer.alloc(32, 7).toString('base64url'))).toEqual(Buffer.alloc(20, 7))
  expect(totpUri(secret, 'Afya & Co', 'a@b.example')).toBe(
    'otpauth://totp/Afya%20%26%20Co:a%40b.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Afya%20%26%20Co',
  )
})
