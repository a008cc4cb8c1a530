import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

test('the server says that it is alive and ready', async () => {
  expect((await clinic.call('GET', '/health/live')).status).toBe(200)
  expect((await clinic.call('GET', '/health/ready')).status).toBe(200)
})
test('an unknown address is a plain 404', async () => {
  const reply = await clinic.call('GET', '/no/such/thing/')
  expect([reply.status, reply.json()]).toEqual([404, { detail: 'This address does not exist.', code: 'not_found' }])
})
test('the schema is for signed-in staff', async () => {
  expect((await clinic.call('GET', '/schema/')).status).toBe(401)
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  const patient = await clinic.signedInFrom('Patient', 'patient')
  expect((await patient.call('GET', '/schema/')).status).toBe(403)
  expect((await nurse.call('GET', '/schema/')).json<{ openapi: string }>().openapi).toBe('3.1.0')
})
