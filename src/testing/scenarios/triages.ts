import { expect } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getTriage } from '#features/triage/contract.ts'
import { aPatient, aVisitWithOrders } from '../builders.ts'
import type { Person, TestClinic } from '../clinic.ts'

export type Triage = ResponseOf<typeof getTriage>
export const TRIAGE = '/patients/triage/'
export const MINUTE = 60_000

/** An adult's set in which nothing is out of the ordinary. */
export const ordinary = {
  temperature: 37,
  pulse: 72,
  systolic: 120,
  diastolic: 80,
  respiration: 16,
  spo2: 98,
  on_oxygen: false,
  consciousness: 'alert',
}

const answered = async (call: ReturnType<Person['call']>, status: number) => {
  const reply = await call
  expect(reply.status, reply.text).toBe(status)
  return reply.json<Triage>()
}

/** A nurse's calls, and the desk that starts visits. */
export const triages = async (clinic: TestClinic) => {
  const desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  const patch = (id: number, body: object, headers = {}) => nurse.call('PATCH', `${TRIAGE}${id}/`, body, headers)
  const read = (id: number) => answered(nurse.call('GET', `${TRIAGE}${id}/`), 200)
  return {
    desk,
    nurse,
    patch,
    read,
    /** A visit of somebody who is 36, unless said otherwise, and its triage. */
    aTriage: async (patient: Parameters<typeof aPatient>[1] = {}) => {
      const visit = await aVisitWithOrders(desk, (await aPatient(clinic.db, { date_of_birth: '1990-01-01', ...patient })).id)
      const { id } = await clinic.db.selectFrom('triages').select('id').where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
      return { id, visit, patient: visit.patient }
    },
    saved: (id: number, body: object) => answered(patch(id, body), 200),
    observe: (id: number, body: object) => answered(nurse.call('POST', `${TRIAGE}${id}/observations/`, body), 201),
    /** The messages of a refusal that changed nothing. */
    refused: async (id: number, body: object) => {
      const before = await read(id)
      const reply = await patch(id, body)
      expect(reply.status, reply.text).toBe(400)
      expect(await read(id)).toEqual(before)
      return reply.json<Record<string, string[]>>()
    },
  }
}
