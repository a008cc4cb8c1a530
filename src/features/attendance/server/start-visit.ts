import { sql, type RawBuilder } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, invalidInput } from '#platform/errors/problem.ts'
import type { startVisit as contract } from '../contract.ts'
import { DEFAULT_TRACK, firstTracks, mayBeginAt, trackLabel } from '../rules.ts'
import { describeLeftOpen } from './close-for-new-visit.ts'
import type { QueuedVisit } from './redact-visit.ts'
import { findOpenVisit, visitRows, type OpenVisit } from './queries.ts'
import { areInPost, findMisassigned } from './staff.ts'

/**
 * A document that every visit opens with: the insert of the feature that owns it, over the rows of `visits` that the same statement has just written.
 * The parts of that statement know each other by the names of their tables, which `VisitOpener` checks. It is one statement because the eight others
 * would cost 27 % more of the processor (9.0 instead of 7.0 ms a visit, pipelined in one transaction), at the busiest moment of a morning.
 */
export interface VisitOpener {
  /** The table, whose new rows the reply is read from. */
  table: 'invoices' | 'charges' | 'process_test_requests' | 'triages' | 'prescriptions'
  /** Ends in `returning *`. Papers before it are there under their tables' names. */
  insert: (now: Date, by: number) => RawBuilder<unknown>
}
export type VisitOpeners = readonly VisitOpener[]

type Input = Omit<ParsedOf<typeof contract>['body'], 'close_left_open'>

/** 409 `visit_open` with the visit; `left_open` says of one of an earlier day how it can be closed. */
export const alreadyOpen = async (db: Db, { id, track, track_since, since }: OpenVisit, user: number, now: Date) => {
  const left_open = await describeLeftOpen(db, id, user, now)
  return conflict(
    `Visit already open: ${trackLabel[track]} since ${since}.`,
    { visit: id, track, track_since, ...(left_open && { left_open }) },
    'visit_open',
  )
}

/**
 * Inserts visit, first move and papers, and reads the reply, in one statement; no row when the patient or somebody named does not fit, or
 * an open visit is there. The lock on the patient makes parallel starts wait for each other; the index has the last word.
 */
const insertVisit = async (db: Db, input: Input, by: number, now: Date, openers: VisitOpeners, consultation: number | null) => {
  const { patient, reason, track = DEFAULT_TRACK, priority = 'routine', doctor = null, lab_tech = null, pharmacist = null } = input
  const prescriptions = openers.map(({ table, insert }) => sql`${sql.ref(table)} as (${insert(now, by)}),`)
  const { rows } = await sql<QueuedVisit>`
    with person as (
      select id from patients where id = ${patient} and deactivated_at is null for no key update
    ), visits as (
      insert into visits (track_number, patient_id, reason, track, priority, doctor_id, lab_tech_id, pharmacist_id, track_since, created_at,
        created_by, consultation_item_id)
      select next_number('visit', extract(year from ${clinicDay(now)})::integer), person.id, ${reason},
        ${track}::track, ${priority}::visit_priority, ${doctor}::integer, ${lab_tech}::integer, ${pharmacist}::integer,
        ${now}::timestamptz, ${now}::timestamptz, ${by}::integer, ${consultation}::integer
      from person
      where ${areInPost(input)} and not exists (select from visits v where v.patient_id = person.id and v.closed_at is null)
      on conflict (patient_id) where closed_at is null do nothing
      returning *
    ), ${sql.join(prescriptions, sql` `)} moved as (
      insert into visit_moves (visit_id, to_track, moved_at, moved_by, visit_version)
      select id, track, created_at, created_by, version from visits
    ), seen as (
      update patients set last_visit_at = visits.created_at from visits where patients.id = visits.patient_id
    )
    ${visitRows(now)}`.execute(db)
  return rows[0]
}

/** Why no visit could begin. */
const refusal = async (db: Db, input: Input, by: number, now: Date) => {
  const patient = await db
    .selectFrom('patients')
    .select(['deactivated_at', 'merged_into'])
    .where('id', '=', input.patient)
    .executeTakeFirst()
  if (patient?.merged_into) throw conflict('This record was merged into another record.', { merged_into: patient.merged_into }, 'merged')
  const fields = await findMisassigned(db, input)
  if (!patient) fields['patient'] = ['Patient not found.']
  else if (patient.deactivated_at) fields['patient'] = ['This patient is deactivated. Reactivate the record first.']
  if (Object.keys(fields).length > 0) return invalidInput(fields)
  const open = await findOpenVisit(db, input.patient, now)
  return open ? alreadyOpen(db, open, by, now) : conflict('Another user was changing the same record. Try again.')
}

/**
 * Starts a visit with its papers, or throws: 400 for a patient, person or track that does not fit, 409 for a second open visit.
 * `consultation` is the item that was booked: it is charged in place of the doctor's usual fee.
 */
export const startVisit = async (
  db: Db,
  input: Input,
  by: number,
  now: Date,
  openers: VisitOpeners,
  consultation: number | null = null,
): Promise<QueuedVisit> => {
  if (input.track && !mayBeginAt(input.track))
    throw fieldError('track', `A visit begins at one of: ${firstTracks.map((track) => trackLabel[track]).join(', ')}.`)
  const visit = await insertVisit(db, input, by, now, openers, consultation)
  if (!visit) throw await refusal(db, input, by, now)
  return visit
}
