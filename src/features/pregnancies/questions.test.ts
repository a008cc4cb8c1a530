import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
let admin: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.db.updateTable('company').set({ time_zone: 'Africa/Nairobi' }).execute()
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
  const wanjiku = await aPatient(clinic.db, { first_name: 'Wanjiku', second_name: 'Kamau', unique_id: 'P-26-00012' })
  await aPatient(clinic.db, { first_name: 'Nafula', second_name: 'Barasa', unique_id: 'P-26-00013' })
  const reply = await admin.call('POST', `/patients/patients/${wanjiku.id}/pregnancies/`, { source: 'test', lmp: '2025-12-05' })
  expect(reply.status, reply.text).toBe(201)
})
afterAll(() => clinic.close())

interface Answer {
  status: string
  response: string
  structured_data: Record<string, unknown>[]
}
const ask = async (question: string) => {
  const reply = await admin.call('POST', '/chatbot/chat/', { question, follows: null })
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Answer>()
}

test('the assistant counts and lists pregnant patients, and says when one is due', async () => {
  expect(Object.values((await ask('How many patients are pregnant?')).structured_data[0] ?? {})[0]).toBe(1)
  expect(JSON.stringify((await ask('List pregnant patients')).structured_data)).toContain('Wanjiku')
  expect((await ask('When is Wanjiku Kamau due?')).response).toContain('11 September 2026')
})

test('of a patient without a pregnancy it says that it is not known, never no', async () => {
  const { response } = await ask('Is Nafula Barasa pregnant?')
  expect(response).toContain('Whether the patient is pregnant is not known.')
})

test('it gives no advice about pregnancy', async () => {
  expect((await ask('Is it safe to give ibuprofen in pregnancy?')).status).toBe('refused')
})
