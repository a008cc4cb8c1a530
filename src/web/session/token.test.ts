import { expect, test } from 'vitest'
import { decodeToken, landingOf } from './token.ts'

const tokenWith = (payload: unknown) => `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`
const claims = { user_id: 7, role: 'doctor', first_name: 'Zoë', email: 'z@clinic.example', iat: 1000, exp: 1600 }

test('the session user is decoded from the access token', () => {
  const token = tokenWith(claims)
  expect(decodeToken(token)).toEqual({
    user_id: 7,
    role: 'doctor',
    token,
    first_name: 'Zoë',
    email: 'z@clinic.example',
    lifetime: 600,
    expires_at: 1600,
  })
})

test.each([[undefined], [null], [42], [{ token: 'x' }]])('a token that is not a string (%s) is an error', (token) => {
  expect(() => decodeToken(token)).toThrow('The token must be a string.')
})

test.each([
  [''],
  ['abc'],
  ['a.b.c'],
  ['a.@@@.c'],
  [tokenWith(null)],
  [tokenWith([])],
  [tokenWith({ role: 'doctor' })],
  [tokenWith({ ...claims, user_id: '7' })],
])('a token that cannot be decoded (%s) is an error', (token) => {
  expect(() => decodeToken(token)).toThrow()
})

test('patients land on their overview, everybody else at the reception', () => {
  expect(landingOf('patient')).toBe('/patient-overview')
  expect(landingOf('nurse')).toBe('/dashboard/reception-interface')
})
