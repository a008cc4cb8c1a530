import type { Db } from '#platform/db/connect.ts'
import { aDoctor, aPatient } from '../builders.ts'

/** It is 2 March 2026, noon in Nairobi, in the clinic of `insertCare`. */
export const careNow = new Date('2026-03-02T09:00:00Z')
/** An instant of that year by month, day and time (UTC): `03-02T05:00`. */
export const at = (time: string) => new Date(`2026-${time}:00Z`)

/** Two doctors, two nurses of whom one left, and the account of a patient. */
export const insertPeople = async (db: Db) => {
  const ouma = await aDoctor(db, { first_name: 'Achieng', last_name: 'Ouma', profession: 'Physician' })
  const kilonzo = await aDoctor(db, { first_name: 'Peter', last_name: 'Kilonzo', profession: ' ' })
  const nurse = await aDoctor(db, { role: 'nurse', first_name: 'Eunice', last_name: 'Chebet' })
  await aDoctor(db, { role: 'nurse', is_active: false })
  const account = await aDoctor(db, { role: 'patient' })
  return { ouma: ouma.id, kilonzo: kilonzo.id, nurse: nurse.id, account: account.id }
}

/** Five patients, one of them on file twice; insurances, next of kin and allergies, of which some are over. */
export const insertPatients = async (db: Db, account: number) => {
  const amina = await aPatient(db, {
    gender: 'female',
    date_of_birth: '1990-03-02',
    residence: 'Kibera',
    phone: '+254700000001',
    created_at: at('03-01T22:00'),
    user_id: account,
  })
  const baraka = await aPatient(db, { gender: 'male', date_of_birth: '2021-03-03', residence: ' Kibera', created_at: at('01-10T08:00') })
  const chebet = await aPatient(db, { gender: 'male', date_of_birth: '1955-03-03', created_at: at('02-15T08:00') })
  const gone = await aPatient(db, {
    gender: 'unknown',
    created_at: at('03-02T05:00'),
    deactivated_at: careNow,
    deactivation_reason: 'Twice',
  })
  const esther = await aPatient(db, { gender: 'female', date_of_birth: '2025-12-31', created_at: at('02-28T21:30') })
  const { id: insurer } = await db.insertInto('insurance_companies').values({ name: 'Umoja' }).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('patient_insurances')
    .values([
      { patient_id: amina.id, insurance_company_id: insurer, valid_until: '2026-03-02' },
      { patient_id: baraka.id, insurance_company_id: insurer, valid_until: '2026-03-01' },
    ])
    .execute()
  await db
    .insertInto('next_of_kin')
    .values({ patient_id: amina.id, first_name: 'Juma', second_name: 'Yusuf', relationship: 'Husband' })
    .execute()
  const allergy = { category: 'drug', recorded_at: at('03-02T06:00') } as const
  await db
    .insertInto('allergies')
    .values([
      { ...allergy, patient_id: amina.id, substance: 'Penicillin', severity: 'severe' },
      {
        ...allergy,
        patient_id: amina.id,
        substance: 'Peanuts',
        severity: 'mild',
        category: 'food',
        ended_at: careNow,
        end_reason: 'Tested',
      },
      { ...allergy, patient_id: amina.id, substance: 'Latex', severity: 'unknown', category: 'other' },
      { ...allergy, patient_id: baraka.id, substance: 'PENICILLIN', severity: 'mild', recorded_at: at('02-01T06:00') },
    ])
    .execute()
  await db
    .insertInto('pregnancies')
    .values([
      {
        patient_id: amina.id,
        source: 'test',
        lmp: '2025-12-05',
        edd: '2026-09-11',
        dated_by: 'last period',
        noted_on: '2026-03-02',
        noted_at: at('03-02T06:00'),
      },
      {
        patient_id: amina.id,
        source: 'test',
        noted_on: '2024-02-01',
        noted_at: new Date('2024-02-01T06:00Z'),
        outcome: 'live birth',
        ended_on: '2024-08-01',
        ended_at: new Date('2024-08-01T06:00Z'),
      },
    ])
    .execute()
  return { amina: amina.id, baraka: baraka.id, chebet: chebet.id, gone: gone.id, esther: esther.id }
}

export type Staff = Awaited<ReturnType<typeof insertPeople>>
export type Patients = Awaited<ReturnType<typeof insertPatients>>
