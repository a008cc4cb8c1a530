import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fieldNames } from '#shared/record.ts'
import { imported } from './cells.ts'

const identifier = (kind: string) => sql`(
  select i.value from patient_identifiers i where i.patient_id = p.id and i.kind = ${kind} order by i.id limit 1)`

/**
 * True for a patient who goes out by file, with allergies, problems and all else: not one who is deactivated or merged, was never identified, or
 * died, because a file cannot say that and the patient would be alive elsewhere.
 */
export const isExported = (patient: RawBuilder<unknown>) => sql`exists (select from patients e
  where e.id = ${patient} and e.deactivated_at is null and died_on(e.id) is null and not e.is_unidentified)`

// A second name that is missing is an empty cell, not an empty text.
const { second_name: _apart, ...whole } = imported
const declared = sql.raw(
  fieldNames(whole)
    .map((name) => `'${name}', p.${name}`)
    .join(', '),
)

/**
 * Patients as the cells of a file, by id. Our own number goes out where there is no older one, so that another clinic finds them by
 * it; of several identifiers of a kind, insurances and kin the first goes out.
 */
export const findPatientCells = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; cells: Record<string, string | null> }>`
    select p.id, json_build_object('old_number', coalesce(${identifier('old number')}, p.unique_id), ${declared},
      'second_name', nullif(p.second_name, ''), 'birth_date_estimated', case when p.is_birth_date_estimated then 'yes' end,
      'national_id', ${identifier('national id')},
      'insurance', s.name, 'member_number', s.member_number, 'kin_name', nullif(concat_ws(' ', k.first_name, nullif(k.second_name, '')), ''),
      'kin_relationship', k.relationship, 'kin_phone', k.tel_no) as cells
    from patients p
    left join lateral (select c.name, i.member_number from patient_insurances i join insurance_companies c on c.id = i.insurance_company_id
      where i.patient_id = p.id order by i.id limit 1) s on true
    left join lateral (select n.first_name, n.second_name, n.relationship, c.tel_no from next_of_kin n
      left join contact_details c on c.id = n.contacts where n.patient_id = p.id and n.ended_at is null order by n.id limit 1) k on true
    where p.id > ${after} and ${isExported(sql`p.id`)} order by p.id limit ${limit}`.execute(db)
  return rows
}
