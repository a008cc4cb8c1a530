import { sql, type Selectable } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { CODE_MARK, confirmationCode, maskAddress, queueMessage } from '#features/messages/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { conflict, fieldError, forbidden } from '#platform/errors/problem.ts'
import type { Context, User } from '#platform/http/handle.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'
import { findDifferences } from '../account-differences.ts'
import { findContacts } from './find-contacts.ts'
import { endSlip, setAccount } from './link-account.ts'

type Patient = Selectable<DB['patients']>
export type AccountRequest = Selectable<DB['account_link_requests']>
type Work = Pick<Context, 'db' | 'now' | 'publish'>

const DAY_MS = 86_400_000
/** A person who stands at the desk, and one who typed a slip at home. */
const LASTS = { code: DAY_MS, slip: 14 * DAY_MS } as const
const CODE_MS = 30 * 60_000
const MOST_TRIES = 5

export const isRestrictedNow = async (db: Db, patient: number): Promise<boolean> => {
  const { rows } = await sql<{ so: boolean }>`select is_restricted(${patient}) as so`.execute(db)
  return rows[0]?.so === true
}

/** Accounts of restricted records are for those who restrict them: 403 for everybody else who may open the record. */
export const requireMayLink = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, patient: number) => {
  if (user.permissions.has('patients.restrict') || !(await isRestrictedNow(db, patient))) return
  await requireOpenRecord(db, user, now, patient)
  throw forbidden('patients.restrict')
}

/** What a message says of when it was written. */
export const readMoment = async (db: Db, now: Date) => {
  const { rows } = await sql<{ day: string; time: string }>`
    select ${clinicDay(now)}::text as day, to_char(${now}::timestamptz at time zone c.time_zone, 'HH24:MI') as time from company c`.execute(
    db,
  )
  return rows[0]!
}

/** Sends a code to the contacts of an open request; answers them masked, none where nothing goes out any more. */
const sendCode = async (
  { db, now, publish }: Work,
  patient: Patient,
  { id, by, account }: { id: number; by: number; account: number },
): Promise<string[]> => {
  const { recipient, targets } = await findContacts(db, patient, [by, account])
  if (targets.length === 0) return []
  const values = { first_name: patient.first_name, ...(await readMoment(db, now)), number: patient.unique_id, code: CODE_MARK } as const
  await queueMessage(db, {
    kind: 'account_code',
    recipient,
    values,
    entity: { kind: 'account link', id },
    onceKey: `account link:${id}:${now.toISOString()}`,
    now,
    sendBefore: new Date(now.getTime() + CODE_MS),
    by,
  })
  publish('messages')
  return targets.map(({ channel, address }) => maskAddress(channel, address))
}

const end = (
  db: Db,
  ids: readonly number[],
  outcome: NonNullable<AccountRequest['outcome']>,
  by: number,
  now: Date,
  note: string | null = null,
) => db.updateTable('account_link_requests').set({ ended_at: now, ended_by: by, outcome, note }).where('id', 'in', ids).execute()

/** Ends what waits for these (locked) records: it was compared, and its code sent, when they were other ones. */
export const endRequests = async (db: Db, patients: readonly number[], note: string, { at, by }: { at: Date; by: number }) => {
  await db
    .updateTable('account_link_requests')
    .set({ ended_at: at, ended_by: by, outcome: 'refused', note })
    .where('patient_id', 'in', patients)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends what waits to be linked with the record of a patient who died: requests, and the slip that was printed. */
export const closeAccountRequests = async (db: Db, patient: number, { at, by }: { at: Date; by: number }) => {
  await endRequests(db, [patient], 'The patient died.', { at, by })
  await endSlip(db, patient, 'revoked', { at, by })
}

interface Asking {
  account: number
  kind: 'code' | 'slip'
  /** The member of staff who entered the code of the account, or printed the slip. */
  by: number
}

/**
 * Asks for an account to be linked with a (locked) patient. The contact on file confirms it by a code where nothing differs, the record is not
 * restricted and the contact is not of the same person's making; everything else a second member of staff. It ends what was asked before of
 * this patient or account.
 */
export const requestLink = async (work: Work, patient: Patient, { account: user_id, kind, by }: Asking): Promise<number> => {
  const { db, now } = work
  const account = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'date_of_birth'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const earlier = await db
    .selectFrom('account_link_requests')
    .select('id')
    .where((eb) => eb.or([eb('patient_id', '=', patient.id), eb('user_id', '=', user_id)]))
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (earlier.length > 0)
    await end(
      db,
      earlier.map(({ id }) => id),
      'replaced',
      by,
      now,
    )
  const differences = findDifferences(account, patient)
  const isPlain = differences.length === 0 && !(await isRestrictedNow(db, patient.id))
  const isReached = isPlain && (await findContacts(db, patient, [by, user_id])).targets.length > 0
  const { id } = await db
    .insertInto('account_link_requests')
    .values({
      patient_id: patient.id,
      user_id,
      kind,
      requested_at: now,
      requested_by: by,
      differences,
      way: isReached ? 'contact' : 'colleague',
      expires_at: new Date(now.getTime() + LASTS[kind]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isReached) {
    const contacts = await sendCode(work, patient, { id, by, account: user_id })
    await db.updateTable('account_link_requests').set({ contacts, code_sent_at: now }).where('id', '=', id).execute()
  }
  return id
}

/** The request that waits for a patient or an account, locked; undefined where none does. */
export const lockRequest = (db: Db, of: { patient: number } | { account: number }, now: Date): Promise<AccountRequest | undefined> =>
  db
    .selectFrom('account_link_requests')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('patient' in of ? 'patient_id' : 'user_id', '=', 'patient' in of ? of.patient : of.account)
    .forUpdate()
    .executeTakeFirst()

/** Links what a request asked for, ends it and the patient's slip, and tells the patient at the contact on file. */
const linkAsAsked = async ({ db, now, publish }: Work, patient: Patient, request: AccountRequest, by: number, note: string | null) => {
  if (patient.user_id !== null) throw conflict('This patient is already linked to an account. Unlink it first.')
  const account = await db
    .selectFrom('users as u')
    .leftJoin('patients as p', 'p.user_id', 'u.id')
    .select(['u.role', 'u.is_active', 'p.id as linked'])
    .where('u.id', '=', request.user_id)
    .executeTakeFirstOrThrow()
  if (account.linked !== null) throw conflict('This account already belongs to another patient.')
  if (account.role !== 'patient' || !account.is_active) throw conflict('This account is no longer active.')
  await setAccount(db, patient, request.user_id)
  const { id, user_id, kind, requested_by } = request
  await end(db, [id], 'linked', by, now, note)
  const link = { patient_id: patient.id, user_id, kind, linked_at: now, linked_by: requested_by, request_id: id }
  await db.insertInto('account_links').values(link).execute()
  await endSlip(db, patient.id, 'linked', { at: now, by })
  await announceLink({ db, now, publish }, patient, `request ${id}`, by)
}

/** Tells a patient at the contact on file that an account reads the record now. */
export const announceLink = async ({ db, now, publish }: Work, patient: Patient, once: string, by: number) => {
  const { id, phone, email, language, first_name, unique_id } = patient
  const queued = await queueMessage(db, {
    kind: 'account_linked',
    recipient: { phone, email, language, patient: id },
    values: { first_name, ...(await readMoment(db, now)), number: unique_id },
    entity: { kind: 'account link', id },
    onceKey: `account linked:${id}:${once}`,
    now,
    by,
  })
  if (queued > 0) publish('messages')
}

/** Whoever put another record into this one does not open it to an account as well: 409 `own_merge`. */
const requireNotMergedBy = async (db: Db, patient: number, by: number) => {
  const own = await db
    .selectFrom('patient_merges')
    .select('id')
    .where(sql<boolean>`from_id in (select former_patients(${patient}))`)
    .where('undone_at', 'is', null)
    .where('merged_by', '=', by)
    .executeTakeFirst()
  if (own) throw conflict('You merged another record into this one. Another staff member must confirm this account.', {}, 'own_merge')
}

/**
 * A second member of staff confirms. 403 for who asked, and without `patients.restrict` of a restricted record; 409 while the contact on file
 * is asked; 400 on `note` where something differs and no reason is given.
 */
export const confirmByColleague = async (work: Work & { user: User }, patient: Patient, request: AccountRequest, note: string) => {
  const { user } = work
  if (request.way !== 'colleague')
    throw conflict('The patient must confirm this account with the code sent to the contact on file.', {}, 'by_contact')
  if (request.requested_by === user.id) throw conflict('Another staff member must confirm this account.', {}, 'own_request')
  await requireMayLink(work, patient.id)
  await requireNotMergedBy(work.db, patient.id, user.id)
  if (request.differences.length > 0 && note === '')
    throw fieldError('note', 'The details differ: enter the reason for allowing this account to view the record.')
  await linkAsAsked(work, patient, request, user.id, note === '' ? null : note)
}

/** The outcome of a code that the owner of an account typed. */
export type CodeOutcome = 'linked' | 'wrong' | 'ended' | 'over'

/** The owner of the account types the code that the contact on file got. A wrong one counts; the fifth ends the request. */
export const confirmByCode = async (
  work: Work,
  codeKey: Buffer,
  patient: Patient,
  request: AccountRequest,
  typed: string,
): Promise<CodeOutcome> => {
  const { db, now } = work
  // Restricted since the code was sent: a second member of staff decides.
  if (request.way !== 'contact' || request.code_sent_at === null || (await isRestrictedNow(db, patient.id))) return 'over'
  if (now.getTime() - request.code_sent_at.getTime() >= CODE_MS) return 'over'
  const code = confirmationCode(codeKey, request.id, request.code_sent_at)
  if (typed.replaceAll(/\D/g, '') === code) {
    await linkAsAsked(work, patient, request, request.user_id, null)
    return 'linked'
  }
  const tries = request.tries + 1
  await db.updateTable('account_link_requests').set({ tries }).where('id', '=', request.id).execute()
  if (tries < MOST_TRIES) return 'wrong'
  await end(db, [request.id], 'wrong tries', request.user_id, now)
  return 'ended'
}

/** Sends the code of a request again, another one; 409 where a second member of staff confirms or the contact is not reached any more. */
export const sendCodeAgain = async (work: Work, patient: Patient, request: AccountRequest) => {
  const contacts =
    request.way === 'contact' ? await sendCode(work, patient, { id: request.id, by: request.requested_by, account: request.user_id }) : []
  if (contacts.length === 0) throw conflict('No code can be sent. Ask at the reception desk.', {}, 'no_contact')
  await work.db.updateTable('account_link_requests').set({ contacts, code_sent_at: work.now }).where('id', '=', request.id).execute()
}

export const refuseLink = (db: Db, request: AccountRequest, by: number, now: Date, reason: string) =>
  end(db, [request.id], 'refused', by, now, reason)
