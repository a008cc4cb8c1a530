import { sql } from 'kysely'
import { clinicDay } from '#features/company/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { PatientInput } from '../contract.ts'

interface Maker {
  id: number | null
  now: Date
}

/** What a new patient's kin, contacts and the rest are as rows; numbered, so that kin and contact find each other. */
const rowsOf = (patient: PatientInput) => ({
  kin: (patient.next_of_kin ?? []).map(({ contact, ...kin }, place) => ({
    place,
    ...kin,
    second_name: kin.second_name ?? '',
    ...contact,
    has_contact: contact !== undefined,
  })),
  identifiers: patient.identifiers ?? [],
  insurances: patient.insurances ?? [],
  allergies: patient.allergies ?? [],
  alerts: patient.alerts ?? [],
})

/**
 * Saves a patient with everything that came along, in one statement, and gives the number: all of it or nothing. Answers the new id.
 * 400 on `identifiers` when one of them is taken. The audit row is the caller's.
 */
export const insertPatient = async (db: Db, patient: PatientInput, maker: Maker): Promise<number> => {
  try {
    return await insertRows(db, patient, maker)
  } catch (error) {
    // The form's field is the list; the constraint knows the column alone.
    if (error instanceof Error && 'constraint' in error && error.constraint === 'patient_identifiers_value_key')
      throw fieldError('identifiers', 'Another patient has one of these identifiers already.')
    throw error
  }
}

const insertRows = async (db: Db, patient: PatientInput, { id: by, now }: Maker): Promise<number> => {
  const { kin, identifiers, insurances, allergies, alerts } = rowsOf(patient)
  const { rows } = await sql<{ id: number }>`
    with p as (
      insert into patients (unique_id, first_name, second_name, other_names, single_name, is_unidentified, found_at, gender, date_of_birth,
        is_birth_date_estimated, phone, email, residence, occupation, language, created_at, created_by)
      values (next_number('patient', extract(year from ${clinicDay(now)})::integer),
        ${patient.first_name}, ${patient.second_name ?? ''}, ${patient.other_names ?? null}, ${patient.single_name ?? false},
        ${patient.is_unidentified ?? false}, ${patient.found_at ?? null}, ${patient.gender}, ${patient.date_of_birth ?? null},
        ${patient.is_birth_date_estimated ?? false}, ${patient.phone ?? null}, ${patient.email ?? null}, ${patient.residence ?? null},
        ${patient.occupation ?? null}, ${patient.language ?? null}, ${now}, ${by})
      returning id
    )${kin.length > 0 ? kinRows(kin, by, now) : sql``}${identifiers.length > 0 ? identifierRows(identifiers) : sql``}${insurances.length > 0 ? insuranceRows(insurances) : sql``}${allergies.length > 0 ? allergyRows(allergies, by, now) : sql``}${alerts.length > 0 ? alertRows(alerts, by, now) : sql``}
    select id from p`.execute(db)
  return rows[0]!.id
}

/** Throws a 400 when one of the insurance companies is unknown or out of use. */
export const checkInsurances = async (db: Db, { insurances = [] }: PatientInput) => {
  if (insurances.length === 0) return
  const ids = insurances.map((insurance) => insurance.insurance_company_id)
  const usable = await db.selectFrom('insurance_companies').select('id').where('id', 'in', ids).where('is_active', '=', true).execute()
  if (usable.length < ids.length) throw fieldError('insurances', 'An insurance company is unknown or out of use.')
}

const json = (rows: unknown) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`

// A kin and its contact details get their ids first, so that both rows can be written in the same statement.
const kinRows = (kin: unknown[], by: number | null, now: Date) => sql`, k as materialized (
    select x.*, case when has_contact then nextval(pg_get_serial_sequence('contact_details', 'id'))::integer end as contact_id
    from ${json(kin)} x(place integer, first_name text, second_name text, relationship text, tel_no text, email_address text, residence text, has_contact boolean)
  ), contacts as (
    insert into contact_details (id, patient_id, tel_no, email_address, residence, created_at, created_by) overriding system value
    select k.contact_id, p.id, k.tel_no, k.email_address, k.residence, ${now}, ${by}::integer from p, k where k.has_contact
  ), kin as (
    insert into next_of_kin (patient_id, first_name, second_name, relationship, contacts, created_at, created_by)
    select p.id, k.first_name, k.second_name, k.relationship, k.contact_id, ${now}, ${by}::integer from p, k order by k.place
  )`

const identifierRows = (identifiers: unknown[]) => sql`, identifiers as (
    insert into patient_identifiers (patient_id, kind, value, issuer)
    select p.id, x.kind, x.value, x.issuer from p, ${json(identifiers)} x(kind identifier_kind, value text, issuer text)
  )`

const insuranceRows = (insurances: unknown[]) => sql`, insured as (
    insert into patient_insurances (patient_id, insurance_company_id, member_number, valid_until)
    select p.id, x.insurance_company_id, x.member_number, x.valid_until
    from p, ${json(insurances)} x(insurance_company_id integer, member_number text, valid_until date)
  )`

const allergyRows = (allergies: unknown[], by: number | null, now: Date) => sql`, allergic as (
    insert into allergies (patient_id, substance, category, severity, reaction, recorded_at, recorded_by)
    select p.id, x.substance, x.category, x.severity, x.reaction, ${now}, ${by}::integer
    from p, ${json(allergies)} x(substance text, category allergy_category, severity allergy_severity, reaction text)
  )`

const alertRows = (alerts: unknown[], by: number | null, now: Date) => sql`, alerted as (
    insert into patient_alerts (patient_id, text, is_critical, recorded_at, recorded_by)
    select p.id, x.text, coalesce(x.is_critical, false), ${now}, ${by}::integer from p, ${json(alerts)} x(text text, is_critical boolean)
  )`
