import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput } from '#platform/errors/problem.ts'
import { having, fieldNames } from '#shared/record.ts'
import type { PatientInput } from '../contract.ts'
import { patientFields } from '../record.ts'

interface Maker {
  id: number | null
  now: Date
}

/** A patient to be saved; `source` tells a second import of the same row that there is nothing to do. */
export type NewPatient = PatientInput & { source?: string | undefined }

const TAKEN = 'Another patient already has one of these identifiers.'

/** The columns that are written: those of the declared fields. */
const written = [...fieldNames(patientFields), 'source'] as const
/** Yes or no, and no unless it is sent. */
const marks = fieldNames(having(patientFields, 'type', 'yes'))
const writtenColumns = sql.join(written.map((name) => sql.ref(name)))

/** The columns of a patient as a row; what the server decides stays out, whatever was sent of it. */
const toRow = (patient: NewPatient) => ({
  ...Object.fromEntries(written.map((name) => [name, patient[name]])),
  second_name: patient.second_name ?? '',
  ...Object.fromEntries(marks.map((name) => [name, patient[name] ?? false])),
})

/** What new patients are as rows, with the place of each among them; kin are numbered as well, so that kin and contact find each other. */
const rowsOf = (patients: readonly NewPatient[]) => {
  const of = <T extends object>(list: (patient: NewPatient) => readonly T[] | undefined) =>
    patients.flatMap((patient, place) => (list(patient) ?? []).map((row, nth) => ({ ...row, place, nth })))
  return {
    people: patients.map(toRow),
    kin: of(({ next_of_kin }) =>
      next_of_kin?.map(({ contact, ...kin }) => ({
        ...kin,
        second_name: kin.second_name ?? '',
        ...contact,
        has_contact: contact !== undefined,
      })),
    ),
    identifiers: of(({ identifiers }) => identifiers),
    insurances: of(({ insurances }) => insurances),
    allergies: of(({ allergies }) => allergies),
    alerts: of(({ alerts }) => alerts),
  }
}

/**
 * Saves patients with everything that came along, in one statement, and gives their numbers: all of it or nothing. Answers the new ids, in
 * the order of the patients. 400 on `identifiers` when one of them is taken. The audit rows are the caller's.
 */
export const insertPatients = async (db: Db, patients: readonly NewPatient[], maker: Maker): Promise<number[]> => {
  try {
    return await insertRows(db, patients, maker)
  } catch (error) {
    // The form's field is the list; the constraint knows the column alone.
    if (error instanceof Error && 'constraint' in error && error.constraint === 'patient_identifiers_value_key')
      throw fieldError('identifiers', TAKEN)
    throw error
  }
}

/** The same for one patient. */
export const insertPatient = async (db: Db, patient: PatientInput, maker: Maker): Promise<number> =>
  (await insertPatients(db, [patient], maker))[0]!

// The ids come first, so that every row can name its patient in the same statement; `made` lets the patients be written before the rest, whose
// triggers find them.
const insertRows = async (db: Db, patients: readonly NewPatient[], { id: by, now }: Maker): Promise<number[]> => {
  const { people, kin, identifiers, insurances, allergies, alerts } = rowsOf(patients)
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select x.*, nextval(pg_get_serial_sequence('patients', 'id'))::integer as new_id
      from (select ${writtenColumns}, (ordinality - 1)::integer as place
        from jsonb_populate_recordset(null::patients, ${JSON.stringify(people)}::jsonb) with ordinality order by ordinality) x
    ), numbers as materialized (
      select * from next_numbers('patient', extract(year from ${clinicDay(now)})::integer, ${people.length}) with ordinality n(unique_id, nth)
    ), p as (
      insert into patients (id, unique_id, created_at, created_by, ${writtenColumns}) overriding system value
      select new_id, unique_id, ${now}::timestamptz, ${by}::integer, ${writtenColumns}
      from given join numbers on numbers.nth = given.place + 1
      returning id
    ), made as (
      select given.place, p.id from given join p on p.id = given.new_id
    )${kin.length > 0 ? kinRows(kin, by, now) : sql``}${identifiers.length > 0 ? identifierRows(identifiers) : sql``}${insurances.length > 0 ? insuranceRows(insurances) : sql``}${allergies.length > 0 ? allergyRows(allergies, by, now) : sql``}${alerts.length > 0 ? alertRows(alerts, by, now) : sql``}
    select id from made order by place`.execute(db)
  return rows.map(({ id }) => id)
}

const hasUnusableInsurance = async (db: Db, { insurances = [] }: PatientInput): Promise<boolean> => {
  if (insurances.length === 0) return false
  const ids = insurances.map((insurance) => insurance.insurance_company_id)
  const usable = await db.selectFrom('insurance_companies').select('id').where('id', 'in', ids).where('is_active', '=', true).execute()
  return usable.length < ids.length
}

/** Of a new patient alone: the constraint has the last word. */
const hasTakenIdentifier = async (db: Db, { identifiers = [] }: PatientInput): Promise<boolean> => {
  if (identifiers.length === 0) return false
  const { rows } = await sql`
    select 1 from patient_identifiers i join ${json(identifiers)} x(kind identifier_kind, value text) on x.kind = i.kind and lower(x.value) = lower(i.value)
    limit 1`.execute(db)
  return rows.length > 0
}

/** Throws a 400 that names everything that only the clinic's records can say of a new patient: taken identifiers, unusable insurers. */
export const checkNewPatient = async (db: Db, patient: PatientInput): Promise<void> => {
  const [isUnusable, isTaken] = await Promise.all([hasUnusableInsurance(db, patient), hasTakenIdentifier(db, patient)])
  if (isUnusable || isTaken)
    throw invalidInput({
      ...(isUnusable && { insurances: ['An insurance company is unknown or inactive.'] }),
      ...(isTaken && { identifiers: [TAKEN] }),
    })
}

const json = (rows: unknown) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`

// A kin and its contact details get their ids first, so that both rows can be written in the same statement.
const kinRows = (kin: unknown[], by: number | null, now: Date) => sql`, k as materialized (
    select x.*, p.id as patient_id, case when has_contact then nextval(pg_get_serial_sequence('contact_details', 'id'))::integer end as contact_id
    from ${json(kin)} x(place integer, nth integer, first_name text, second_name text, relationship text, tel_no text, email_address text,
      residence text, has_contact boolean) join made p using (place)
  ), contacts as (
    insert into contact_details (id, patient_id, tel_no, email_address, residence, created_at, created_by) overriding system value
    select contact_id, patient_id, tel_no, email_address, residence, ${now}, ${by}::integer from k where has_contact
  ), kin as (
    insert into next_of_kin (patient_id, first_name, second_name, relationship, contacts, created_at, created_by)
    select patient_id, first_name, second_name, relationship, contact_id, ${now}, ${by}::integer from k order by place, nth
  )`

const identifierRows = (identifiers: unknown[]) => sql`, identifiers as (
    insert into patient_identifiers (patient_id, kind, value, issuer)
    select p.id, x.kind, x.value, x.issuer
    from ${json(identifiers)} x(place integer, nth integer, kind identifier_kind, value text, issuer text) join made p using (place)
    order by place, nth
  )`

const insuranceRows = (insurances: unknown[]) => sql`, insured as (
    insert into patient_insurances (patient_id, insurance_company_id, member_number, valid_until)
    select p.id, x.insurance_company_id, x.member_number, x.valid_until
    from ${json(insurances)} x(place integer, nth integer, insurance_company_id integer, member_number text, valid_until date)
    join made p using (place) order by place, nth
  )`

const allergyRows = (allergies: unknown[], by: number | null, now: Date) => sql`, allergic as (
    insert into allergies (patient_id, substance, category, severity, reaction, is_intolerance, recorded_at, recorded_by)
    select p.id, x.substance, x.category, x.severity, x.reaction, coalesce(x.is_intolerance, false), ${now}, ${by}::integer
    from ${json(allergies)} x(place integer, nth integer, substance text, category allergy_category, severity allergy_severity, reaction text,
      is_intolerance boolean)
    join made p using (place) order by place, nth
  )`

const alertRows = (alerts: unknown[], by: number | null, now: Date) => sql`, alerted as (
    insert into patient_alerts (patient_id, text, is_critical, recorded_at, recorded_by)
    select p.id, x.text, coalesce(x.is_critical, false), ${now}, ${by}::integer
    from ${json(alerts)} x(place integer, nth integer, text text, is_critical boolean) join made p using (place) order by place, nth
  )`
