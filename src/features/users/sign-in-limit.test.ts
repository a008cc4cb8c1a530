import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, signIn } from '../../testing/accounts.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

test('an address may try sixty times a minute, then it waits, whomever it names', async () => {
  const person = await anAccount(clinic.db, 'nurse')
  const attempts = await Promise.all(Array.from({ length: 60 }, (_, at) => signIn(clinic, `person${at}@nowhere.example`)))
  expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([401]))
  const next = await signIn(clinic, person.email)
  expect([next.status, next.json<{ non_field_errors: string[] }>().non_field_errors.length]).toEqual([429, 1])
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(0)
})
