import { sql } from 'kysely'
import { lockVisit } from '#features/attendance/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { type correctDeath, type Death, DeathPreview, type recordDeath, type undoDeath } from '../contract.ts'
import { UNDO_HOURS } from '../rules.ts'
import { endWork } from './end-work.ts'
import { findDeathPreview, findOpenWork, workSeen } from './open-work.ts'
import { findDeath, findEnded } from './queries.ts'
import { requirePlausibleDeath } from './require-plausible-death.ts'
import { restoreWork } from './restore-work.ts'

type Recording = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>
type Asking = Recording & Pick<Context, 'ifMatch'>
type Which = ParsedOf<typeof correctDeath>['params']
type Details = Pick<
  Death,
  | 'died_on'
  | 'died_at'
  | 'place'
  | 'place_note'
  | 'cause'
  | 'diagnosis_code'
  | 'cause_code'
  | 'reported_by'
  | 'reporter_relation'
  | 'reported_by_user'
  | 'note'
>

/** Holds the open visit before the patient, as every order does, so that none of them waits for the other. */
export const holdVisitOf = async (db: Db, patient: number) => {
  const { rows } = await sql<{ id: number }>`select id from visits where patient_id = ${patient} and closed_at is null`.execute(db)
  if (rows[0]) await lockVisit(db, rows[0].id)
}

/** The cause as it is kept: a diagnosis of the list by its title and code, or the words alone. 400 on `diagnosis_code`. */
const findCause = async (
  db: Db,
  { diagnosis_code, cause }: { diagnosis_code?: number | null | undefined; cause?: string | null | undefined },
) => {
  if (diagnosis_code == null) return { diagnosis_code: null, cause_code: null, cause: cause ?? null }
  const term = await db
    .selectFrom('diagnosis_codes')
    .select(['id', 'code', 'title'])
    .where('id', '=', diagnosis_code)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!term) throw fieldError('diagnosis_code', 'Choose a diagnosis from the list.')
  return { diagnosis_code: term.id, cause_code: term.code, cause: cause ?? term.title }
}

const requireReporter = async (db: Db, { reported_by, reporter_relation, reported_by_user }: Details) => {
  if (reported_by !== null && reported_by_user !== null)
    throw fieldError('reported_by', 'Enter either a name with the relationship, or a staff member.')
  if (reported_by === null && reported_by_user === null) throw fieldError('reported_by', 'Enter who reported the death.')
  if (reported_by === null && reporter_relation !== null)
    throw fieldError('reporter_relation', 'Enter the name of the person with this relationship.')
  if (reported_by_user === null) return
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', reported_by_user)
    .where('role', '<>', 'patient')
    .executeTakeFirst()
  if (!user) throw fieldError('reported_by_user', 'Choose a staff member.')
}

const requireWords = async (db: Db, details: Details) => {
  if (details.place === 'other' && details.place_note === null) throw fieldError('place_note', 'Enter where the patient died.')
  await requireReporter(db, details)
}

const columnsOf = ({ diagnosis_code, ...details }: Details) => ({ ...details, diagnosis_code_id: diagnosis_code })

/**
 * Records the death of a patient, whose open visit and row are locked, and ends all open work in the same transaction; answers the id. 400, 409
 * `died_already`, `implausible`, and `changed` with the preview where the open work is not what was seen.
 */
export const insertDeath = async (context: Recording, patient: number, body: ParsedOf<typeof recordDeath>['body']): Promise<number> => {
  const { db, user, now } = context
  const { seen, confirmations = [], cause: _cause, diagnosis_code: _code, ...sent } = body
  const current = await db
    .selectFrom('deaths')
    .select(['id', 'died_on'])
    .where('patient_id', '=', patient)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (current)
    throw conflict(
      `The death of this patient on ${current.died_on} is recorded already. Correct it there.`,
      { death: current.id, patient, died_on: current.died_on },
      'died_already',
    )
  const details: Details = {
    died_on: sent.died_on,
    died_at: sent.died_at ?? null,
    place: sent.place,
    place_note: sent.place_note ?? null,
    ...(await findCause(db, body)),
    reported_by: sent.reported_by ?? null,
    reporter_relation: sent.reporter_relation ?? null,
    reported_by_user: sent.reported_by_user ?? null,
    note: sent.note ?? null,
  }
  await requireWords(db, details)
  const confirmed = await requirePlausibleDeath(db, patient, details, { confirmations, kept: [], by: user.id, now })
  const open = await findOpenWork(db, patient, now)
  if (workSeen(open) !== seen) {
    const preview = await findDeathPreview(db, patient, now)
    throw conflict(
      'The open work of this patient has changed. Check it again.',
      { patient, preview: DeathPreview.encode(preview) },
      'changed',
    )
  }
  const { user_id } = await db.selectFrom('patients').select('user_id').where('id', '=', patient).executeTakeFirstOrThrow()
  const ended = await endWork(context, { id: patient, user_id }, open, details.died_on)
  const { id } = await db
    .insertInto('deaths')
    .values({
      ...columnsOf(details),
      patient_id: patient,
      noted_at: now,
      noted_by: user.id,
      visit_id: ended.find(({ kind }) => kind === 'visit')?.id ?? null,
      ended: JSON.stringify(ended),
      confirmed: JSON.stringify(confirmed),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The death of a patient whose row is locked, as it was seen and not withdrawn: 404, 400 `version`, 412 with what it is now, 409 `withdrawn`. */
const findSeen = async ({ db, ifMatch }: Asking, { id: patient, death }: Which, version: number | undefined) => {
  const before = requireFound(await findDeath(db, patient, death), 'Death')
  await requireUnchanged(before, requireVersion(version ?? ifMatch))
  if (before.withdrawn_at) throw conflict('This death record was already undone.', { patient }, 'withdrawn')
  return before
}

const pick = ({
  died_on,
  died_at,
  place,
  place_note,
  cause,
  diagnosis_code,
  cause_code,
  reported_by,
  reporter_relation,
  reported_by_user,
  note,
}: Death): Details => ({
  died_on,
  died_at,
  place,
  place_note,
  cause,
  diagnosis_code,
  cause_code,
  reported_by,
  reporter_relation,
  reported_by_user,
  note,
})

/** A name takes the place of a member of staff, and the other way round. */
const withOneReporter = (after: Details, sent: Partial<Details>): Details => {
  if (sent.reported_by_user != null && sent.reported_by === undefined) return { ...after, reported_by: null, reporter_relation: null }
  if (sent.reported_by != null && sent.reported_by_user === undefined) return { ...after, reported_by_user: null }
  return after
}

/** Corrects the details of a death; what they were stays in its history. */
export const changeDeath = async (asking: Asking, which: Which, body: ParsedOf<typeof correctDeath>['body']) => {
  const { db, now, user } = asking
  const { version, confirmations = [], ...sent } = body
  const before = await findSeen(asking, which, version)
  const known = pick(before)
  const isNewCause = sent.cause !== undefined || sent.diagnosis_code !== undefined
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<Details>
  const after = withOneReporter({ ...known, ...given, ...(isNewCause && (await findCause(db, sent))) }, given)
  await requireWords(db, after)
  const kept = before.confirmed.map(({ by_name: _name, ...one }) => one)
  const confirmed = await requirePlausibleDeath(db, before.patient, after, { confirmations, kept, by: user.id, now })
  const change = changedFields({ ...known }, { ...after })
  if (Object.keys(change).length > 0)
    await db
      .updateTable('deaths')
      .set({
        ...columnsOf(after),
        confirmed: JSON.stringify(confirmed),
        history: sql`history || ${JSON.stringify([{ at: now.toISOString(), by: user.id, was: known }])}::jsonb`,
        version: before.version + 1,
      })
      .where('id', '=', before.id)
      .execute()
  return { id: before.id, row: (await findDeath(db, before.patient, before.id))!, note: change }
}

/** Withdraws a death that was recorded in error within the last day, and restores what can be restored. 409 `too_late` after that. */
export const withdrawDeath = async (asking: Asking, which: Which, { reason, version }: ParsedOf<typeof undoDeath>['body']) => {
  const { db, now, user, publish } = asking
  const before = await findSeen(asking, which, version)
  if (now >= before.undo_until)
    throw conflict(
      `A death can be undone for ${UNDO_HOURS} hours. This one was recorded on ${before.noted_at.toISOString().slice(0, 16).replace('T', ' ')} UTC. Its date, time, place and cause can still be corrected.`,
      { patient: before.patient, undo_until: before.undo_until.toISOString() },
      'too_late',
    )
  const ended = await findEnded(db, before.id)
  await db
    .updateTable('deaths')
    .set({
      withdrawn_at: now,
      withdrawn_by: user.id,
      withdraw_reason: reason,
      restored: JSON.stringify([]),
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .execute()
  const restored = await restoreWork(asking, ended)
  await db
    .updateTable('deaths')
    .set({ restored: JSON.stringify(restored) })
    .where('id', '=', before.id)
    .execute()
  for (const topic of ['attendance', 'appointments', 'referrals', 'prescriptions', 'laboratory', 'orders', 'messages'] as const)
    publish(topic)
  return { id: before.id, row: (await findDeath(db, before.patient, before.id))!, note: { reason, restored } }
}
