import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { patientName } from './patient-name.ts'

export interface NamedPatient {
  id: number
  name: string
  unique_id: string
  date_of_birth: string | null
}

/** The letters and digits of a number, however it is written. */
const plain = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** How many likely patients are compared word for word. */
const LIKELY = 40

/**
 * Active patients whose number is what was said, or whose names hold every one of these words exactly, in any order: nobody is found by a
 * word that is only like theirs.
 */
export const findPatientsNamed = async (db: Db, words: readonly string[]): Promise<NamedPatient[]> => {
  const searched = words.join(' ')
  const { rows } = await sql<NamedPatient & { search_name: string | null }>`
    select p.id, ${patientName} as name, p.unique_id, p.date_of_birth, p.search_name
    from search_patients(${searched}, ${LIKELY}) s(patient_id) join patients p on p.id = s.patient_id
    where p.deactivated_at is null`.execute(db)
  const byNumber = rows.filter(({ unique_id }) => plain(unique_id) === plain(searched))
  if (byNumber.length > 0) return byNumber
  return rows.filter(({ search_name }) => {
    const names = (search_name ?? '').split(' ')
    return words.every((word) => names.includes(word))
  })
}
