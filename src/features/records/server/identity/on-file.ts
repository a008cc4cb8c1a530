import { sql } from 'kysely'
import type { PatientOnFile } from './compare-identity.ts'
import type { Db } from '#platform/db/connect.ts'

type Row = Omit<PatientOnFile, 'names'> & { id: number; first: string; others: string; last: string; is_unidentified: boolean }

/** What is on file of these patients, as documents are compared with it. */
export const findOnFile = async (db: Db, patients: readonly number[]): Promise<Map<number, PatientOnFile>> => {
  if (patients.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select p.id, p.first_name as first, coalesce(p.other_names, '') as others, p.second_name as last, p.is_unidentified, p.gender, p.date_of_birth,
      p.is_birth_date_estimated,
      array(select p.unique_id union all select f.unique_id from patients f where f.merged_into = p.id) as numbers,
      coalesce((select json_agg(json_build_object('kind', i.kind, 'value', i.value)) from patient_identifiers i where i.patient_id = p.id), '[]')
        as identifiers,
      array(select p.phone where p.phone is not null
        union all select c.tel_no from contact_details c where c.patient_id = p.id and c.tel_no is not null) as phones
    from patients p where p.id = any(${[...patients]}::integer[])`.execute(db)
  return new Map(
    rows.map(({ id, first, others, last, is_unidentified, ...rest }) => {
      const names = is_unidentified ? { first: '', others: '', last: '' } : { first, others, last }
      return [id, { ...rest, names }]
    }),
  )
}
