import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { fieldError, notFound } from '#platform/errors/problem.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import type { addAlert, addAllergy } from '../contract.ts'

/** Parts of a record that are ended, never deleted. */
type Ended = 'allergies' | 'patient_alerts' | 'next_of_kin'
/** Parts of a record that go away; the audit trail keeps them. */
type Removed = 'patient_identifiers' | 'patient_insurances'

export interface PartOf {
  patientId: number
  id: number
}

/** Ends a part of this patient's record; 404 when it is another's, or ended already. */
export const endPart = async (
  { db, now, user }: Pick<Context, 'db' | 'now' | 'user'>,
  table: Ended,
  what: string,
  { patientId, id }: PartOf,
  reason?: string,
) => {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set ended_at = ${now}, ended_by = ${user.id}${reason === undefined ? sql`` : sql`, end_reason = ${reason}`}
    where id = ${id} and patient_id = ${patientId} and ended_at is null returning id`.execute(db)
  if (rows.length === 0) throw notFound(what)
  return { id, row: undefined, note: reason === undefined ? undefined : { reason } }
}

/** Takes a part off this patient's record and answers what it was; 404 when it is another's. */
export const removePart = async (db: Db, table: Removed, what: string, { patientId, id }: PartOf) => {
  const key = table === 'patient_insurances' ? sql`insurance_company_id` : sql`id`
  const { rows } =
    await sql<object>`delete from ${sql.table(table)} where ${key} = ${id} and patient_id = ${patientId} returning *`.execute(db)
  if (rows.length === 0) throw notFound(what)
  return { id, row: undefined, note: rows[0] }
}

type ContactInput = { tel_no?: string | null; email_address?: string | null; residence?: string | null }

export const insertContact = ({ db, now, user }: Pick<Context, 'db' | 'now' | 'user'>, contact: ContactInput, patientId: number | null) =>
  db
    .insertInto('contact_details')
    .values({ ...contact, patient_id: patientId, created_at: now, created_by: user.id })
    .returning(['id', 'tel_no', 'email_address', 'residence'])
    .executeTakeFirstOrThrow()

/** Contact details that were made first, by the same person, and belong to nobody else. */
export const claimContact = async ({ db, user }: Pick<Context, 'db' | 'user'>, id: number, patientId: number) => {
  const contact = await db
    .updateTable('contact_details')
    .set({ patient_id: patientId })
    .where('id', '=', id)
    .where('created_by', '=', user.id)
    .where((eb) => eb.or([eb('patient_id', 'is', null), eb('patient_id', '=', patientId)]))
    .returning(['id', 'tel_no', 'email_address', 'residence'])
    .executeTakeFirst()
  if (!contact) throw fieldError('contacts', 'Contact details not found.')
  return contact
}

/**
 * The present allergy or intolerance of a patient to this substance, in any letter case, one or several (penicillin, penicillins); undefined
 * when there is none. An intolerance that is recorded says nothing of an allergy.
 */
export const findAllergy = async (
  db: Db,
  patientId: number,
  { substance, isIntolerance }: { substance: string; isIntolerance: boolean },
) => {
  const { rows } = await sql<{ id: number }>`
    select id from allergies
    where patient_id = ${patientId} and rtrim(lower(substance), 's') = rtrim(lower(${substance}), 's') and ended_at is null
      and is_intolerance = ${isIntolerance}`.execute(db)
  return rows[0]
}

/** Records an allergy; `source` names the paper that says so, where it was not the patient. */
export const insertAllergy = (
  { db, now, user }: Pick<Context, 'db' | 'now'> & { user: Pick<Context['user'], 'id'> },
  patientId: number,
  { reaction = null, ...allergy }: ParsedOf<typeof addAllergy>['body'],
  source: string | null = null,
) =>
  db
    .insertInto('allergies')
    .values({ ...allergy, reaction, patient_id: patientId, recorded_at: now, recorded_by: user.id, source })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The present alert of a patient with this text, in any letter case; undefined when there is none. */
export const findAlert = async (db: Db, patientId: number, text: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from patient_alerts where patient_id = ${patientId} and lower(text) = lower(${text}) and ended_at is null order by id limit 1`.execute(
    db,
  )
  return rows[0]
}

/** Records an alert; `source` names the finding of a document that it was made of. */
export const insertAlert = (
  { db, now, user }: Pick<Context, 'db' | 'now' | 'user'>,
  patientId: number,
  alert: ParsedOf<typeof addAlert>['body'],
  source: string | null = null,
) =>
  db
    .insertInto('patient_alerts')
    .values({ ...alert, patient_id: patientId, recorded_at: now, recorded_by: user.id, source })
    .returningAll()
    .executeTakeFirstOrThrow()
