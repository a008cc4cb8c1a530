import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aPatient, anAppointment } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { ask } from './contract.ts'

// Rows and columns that an answer leaves out, and what is not left out when somebody asks for it.

let clinic: TestClinic
let admin: Person
let account: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  await db.updateTable('company').set({ time_zone: 'Africa/Nairobi' }).execute()
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
  account = await clinic.signedInFrom('Patient', 'patient')
  const wanjiku = await aPatient(db, { first_name: 'Wanjiku', second_name: 'Kamau', unique_id: 'P-26-00012', user_id: account.id })
  const left = await aPatient(db, { first_name: 'Baraka', second_name: 'Mushi', deactivated_at: new Date('2026-03-01T06:00:00Z') })
  const penicillin = { substance: 'Penicillin', category: 'drug', severity: 'severe' } as const
  await db
    .insertInto('allergies')
    .values([wanjiku, left].map(({ id }) => ({ ...penicillin, patient_id: id })))
    .execute()
  const at = (time: string) => ({ patient_id: wanjiku.id, appointment_date_time: new Date(time) })
  await anAppointment(db, { ...at('2026-03-03T08:00:00Z'), status: 'cancelled' })
  await anAppointment(db, at('2026-03-04T08:00:00Z'))
})
afterAll(() => clinic.close())

const stated = async (person: Person, question: string) =>
  (await person.call('POST', '/chatbot/chat/', { question, follows: null })).json<ResponseOf<typeof ask>>()
const figure = async (question: string) => {
  const { structured_data, filter } = await stated(admin, question)
  return [Object.values(structured_data[0] ?? {})[0], filter[0]]
}

test('what was cancelled is not to come, unless it is asked for', async () => {
  expect(await figure('How many appointments tomorrow?')).toEqual([0, 'What: Appointments'])
  expect((await stated(admin, 'How many appointments tomorrow?')).filter).toContain('Cancelled appointments are left out')
  expect(await figure('How many appointments were cancelled tomorrow?')).toEqual([1, 'What: Cancelled appointments'])
  expect(await figure('How many appointments this month?')).toEqual([2, 'What: Appointments'])
  expect((await stated(admin, 'When is the next appointment of Wanjiku Kamau?')).response).toContain('4 March 2026')
})

test('who is no longer on file has no allergy now, and refunds are told from receipts', async () => {
  expect(await figure('How many patients are allergic to penicillin?')).toEqual([1, 'What: Patients with an allergy'])
  expect(await figure('How many receipts were refunded this month?')).toEqual([0, 'What: Refunds'])
  expect((await figure('How much was refunded this month?'))[1]).toBe('What: Refunded')
})

test('a patient is not shown what the clinic remarks about them', async () => {
  expect((await stated(admin, 'Show patient P-26-00012')).columns.map(({ key }) => key)).toContain('alerts')
  expect(await stated(account, 'What alerts do I have?')).toMatchObject({ status: 'refused', structured_data: [] })
})
