import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fullName } from '#features/patients/rules.ts'
import type { PrintedDocument } from './print-pages.ts'
import { age, sexes } from '#platform/pdf/printed-values.ts'

/** Who a paper is about: the patient, or a customer who is none. The age is that of `on` (YYYY-MM-DD). */
export const findParty = async (
  db: Db,
  { patientId, customer, on }: { patientId: number | null; customer: string | null; on: string },
): Promise<PrintedDocument['party']> => {
  if (patientId === null) return { title: 'Customer', name: customer ?? '', facts: [] }
  const patient = await db
    .selectFrom('patients')
    .select(['unique_id', 'first_name', 'second_name', 'other_names', 'is_unidentified', 'found_at', 'gender', 'phone'])
    .select(['date_of_birth', 'is_birth_date_estimated', sql<string>`least(${on}::date, died_on(patients.id))`.as('aged_on')])
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  const { date_of_birth: birth, is_birth_date_estimated: isEstimated } = patient
  return {
    title: 'Patient',
    name: patient.is_unidentified ? `Unknown (${patient.found_at ?? patient.unique_id})` : fullName(patient),
    facts: [
      ['Number', patient.unique_id],
      ...(birth ? [['Age', age(birth, patient.aged_on, isEstimated)] as [string, string]] : []),
      ['Sex', sexes[patient.gender]],
      ...(patient.phone ? [['Phone', patient.phone] as [string, string]] : []),
    ],
  }
}
