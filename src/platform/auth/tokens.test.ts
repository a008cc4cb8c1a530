import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign as signWith } from 'node:crypto'
import { expect, test } from 'vitest'
import { accessTokens, successorOf } from './tokens.ts'

const now = { value: new Date('2026-03-02T07:30:00Z') }
const clock = () => now.value
const ours = { id: 'ours', key: randomBytes(32) }
const tokens = accessTokens([ours], clock)
const seconds = Math.floor(now.value.getTime() / 1000)
const person = { user_id: 7, role: 'nurse', first_name: 'Amina', email: 'amina@clinic.example', sid: randomUUID() } as const
const good = { ...person, token_type: 'access', iat: seconds, exp: seconds + 600, iss: 'kliniki', aud: 'kliniki' }

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forge = (payload: unknown, header: Record<string, unknown> = {}, key: string | Buffer = ours.key, hash = 'sha256') => {
  const text = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(payload)}`
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}
const unsigned = (payload: unknown, alg: string) => `${part({ alg, typ: 'JWT' })}.${part(payload)}.`
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string
const byRsa = (payload: unknown) => {
  const text = `${part({ alg: 'RS256', typ: 'JWT', jwk: rsa.publicKey.export({ format: 'jwk' }) })}.${part(payload)}`
  return `${text}.${signWith('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`
}
const tampered = (token: string, change: Record<string, unknown>) => {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  return [header, part({ ...claims, ...change }), signature].join('.')
}

test('our own token is accepted, with its claims, for ten minutes', () => {
  const token = tokens.sign(person)
  expect(tokens.verify(token)).toMatchObject(person)
  expect(tokens.verify(forge(good))).toMatchObject(person)
  now.value = new Date((seconds + 599) * 1000)
  expect(tokens.verify(token)).not.toBeNull()
  now.value = new Date((seconds + 600) * 1000)
  expect(tokens.verify(token)).toBeNull()
  now.value = new Date(seconds * 1000)
})

test.each([
  ['no algorithm', unsigned(good, 'none')],
  ['no algorithm in capitals', unsigned(good, 'NONE')],
  ['no algorithm with a signature', forge(good, { alg: 'none' })],
  ['another HMAC', forge(good, { alg: 'HS512' }, ours.key, 'sha512')],
  ['RS256 with a key in the header', byRsa(good)],
  ['HS256 with a public key as the secret', forge(good, {}, publicPem)],
  ['an RS256 header over our own HMAC', forge(good, { alg: 'RS256' })],
  ['a foreign key', forge(good, {}, randomBytes(32))],
  ['an empty key', forge(good, {}, '')],
  ['a key id that is a path', forge(good, { kid: '../../dev/null' }, '')],
  ['a key address in the header', forge(good, { jku: 'https://keys.example/jwks.json' }, randomBytes(32))],
  ['another issuer', forge({ ...good, iss: 'another' })],
  ['another audience', forge({ ...good, aud: 'another' })],
  ['no issuer', forge({ ...good, iss: undefined })],
  ['no audience', forge({ ...good, aud: undefined })],
  ['expired', forge({ ...good, exp: seconds })],
  ['without an end', forge({ ...good, exp: undefined })],
  ['an end that is no number', forge({ ...good, exp: '9999999999' })],
  ['not valid yet', forge({ ...good, nbf: seconds + 60 })],
  ['a refresh token by type', forge({ ...good, token_type: 'refresh' })],
  ['no type', forge({ ...good, token_type: undefined })],
  ['a role that does not exist', forge({ ...good, role: 'god' })],
  ['a person that is no number', forge({ ...good, user_id: '7' })],
  ['a session that is no session', forge({ ...good, sid: "' or 1=1" })],
  ['a role that was tampered with', tampered(tokens.sign(person), { role: 'sysadmin' })],
  ['a person that was tampered with', tampered(tokens.sign(person), { user_id: 1 })],
  ['nothing', ''],
  ['two dots', '..'],
  ['text', 'not a token'],
  ['an opaque refresh token', randomBytes(32).toString('base64url')],
])('refused: %s', (_, token) => {
  expect(tokens.verify(token)).toBeNull()
})

test('a token that was accepted once is refused when its time is over, though it is remembered', () => {
  const token = tokens.sign(person)
  expect(tokens.verify(token)).not.toBeNull()
  now.value = new Date((seconds + 700) * 1000)
  expect(tokens.verify(token)).toBeNull()
  now.value = new Date(seconds * 1000)
})

test('after a rotation the new key signs and the old one still verifies', () => {
  const fresh = { id: 'fresh', key: randomBytes(32) }
  const rotated = accessTokens([fresh, ours], clock)
  expect(rotated.verify(tokens.sign(person))).toMatchObject(person)
  expect(tokens.verify(rotated.sign(person))).toBeNull()
  expect(accessTokens([fresh], clock).verify(tokens.sign(person))).toBeNull()
})

test('the successor of a refresh token depends on the secret and on the token', () => {
  const secret = randomBytes(32)
  expect(successorOf(secret, 'one')).toBe(successorOf(secret, 'one'))
  expect(successorOf(secret, 'one')).not.toBe(successorOf(secret, 'two'))
  expect(successorOf(randomBytes(32), 'one')).not.toBe(successorOf(secret, 'one'))
})
