import type { Db } from '#platform/db/connect.ts'

import { aPatient, anAppointment, aVisit } from '../builders.ts'

/** Nafula, whose record the account is, and Wanjiku, whose it is not: each with an allergy, a visit on 2 March 2026 and an appointment two days later. */
export const twoAskedAbout = async (db: Db, user_id: number): Promise<{ hers: number; others: number }> => {
  const hers = (await aPatient(db, { first_name: 'Nafula', second_name: 'Wekesa', unique_id: 'P-26-00077', user_id })).id
  const others = (await aPatient(db, { first_name: 'Wanjiku', second_name: 'Kamau', unique_id: 'P-26-00012', phone: '+254700000012' })).id
  await db
    .insertInto('allergies')
    .values([
      { patient_id: others, substance: 'Penicillin', category: 'drug', severity: 'severe' },
      { patient_id: hers, substance: 'Peanuts', category: 'food', severity: 'mild' },
    ])
    .execute()
  for (const patient_id of [hers, others]) {
    await anAppointment(db, {
      patient_id,
      appointment_date_time: new Date('2026-03-04T08:00:00Z'),
      ends_at: new Date('2026-03-04T08:30:00Z'),
    })
    await aVisit(db, { patient_id, created_at: new Date('2026-03-02T06:00:00Z') })
  }
  return { hers, others }
}
