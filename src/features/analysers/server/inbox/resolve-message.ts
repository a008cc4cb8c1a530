import { sql } from 'kysely'
import { MessageResult } from '#features/analysers/contract-inbox.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, invalidInput, notFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireAllUnchanged } from '#platform/records/version.ts'
import { requireUsable, requireWaiting } from '../policy.ts'
import { compareWithSample, differencesIn, readResults, requireSamePatient } from './compare.ts'
import { findMessagePatients, findMessageResults } from './find-results.ts'
import { dismissResults, settleMessage } from './resolve.ts'

interface Named {
  id: number
  version: number
}

/** The message and these results of it, held; 404, 400 for a result of another message. */
const lockResults = async (db: Db, message: number, named: readonly Named[]) => {
  const found = await db
    .selectFrom('lab_messages')
    .select('id')
    .where('id', '=', message)
    .where('direction', '=', 'in')
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('Message')
  const ids = [...new Set(named.map(({ id }) => id))]
  const rows = await db
    .selectFrom('lab_message_results')
    .selectAll()
    .where('message_id', '=', message)
    .where('id', 'in', ids)
    .orderBy('position')
    .forUpdate()
    .execute()
  if (rows.length < ids.length) throw fieldError('results', 'Only results of this message are allowed.')
  return rows
}
type Held = Awaited<ReturnType<typeof lockResults>>

/** 409 `resolved` where one was decided about, 412 with what is there now where one has changed. */
const requireAsSeen = async (db: Db, message: number, rows: Held, named: readonly Named[]) => {
  requireWaiting(rows)
  await requireAllUnchanged(rows, named, async () => (await findMessageResults(db, message)).map((row) => MessageResult.encode(row)))
}

/** Results of one message are given to one sample only where the message means one. 409 `several_samples`. */
const requireOneMeant = (rows: Held) => {
  const meant = new Set(rows.map(({ accession, patient_ref }) => `${accession} ${patient_ref}`))
  if (meant.size > 1)
    throw conflict(
      `These results are of ${meant.size} samples or patients by the message: choose the sample for each of them.`,
      { count: meant.size },
      'several_samples',
    )
}

interface Choice {
  sample: number
  reason: string | undefined
}

/**
 * Gives results that wait to the sample that a person chose, once the person has seen what the message says of its patient beside that of the
 * sample. The same again changes nothing.
 */
const chooseSample = async (context: Context, message: number, named: readonly Named[], { sample: id, reason }: Choice) => {
  const { db, now, user, audit } = context
  const rows = await lockResults(db, message, named)
  if (rows.every(({ sample_id }) => sample_id === id)) {
    audit('choose sample', {
      entity: 'equipment message',
      id: message,
      patient: await patientOfSample(db, id),
      change: { sample: id, again: true },
    })
    return
  }
  await requireAsSeen(db, message, rows, named)
  requireOneMeant(rows)
  const { results } = await readResults(db, message)
  const stated = rows.map(({ position }) => results[position]?.patient ?? null)
  const { sample, facts } = await compareWithSample(db, id, stated)
  requireUsable(sample)
  requireSamePatient(facts, sample.patient_id, reason)
  await sql`
    update lab_message_results set sample_id = ${id}, sample_chosen_at = ${now}, sample_chosen_by = ${user.id},
      sample_reason = ${reason ?? ''}, version = version + 1
    where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(db)
  audit('choose sample', {
    entity: 'equipment message',
    id: message,
    patient: sample.patient_id,
    change: {
      results: rows.map((row) => row.id),
      sample: [rows[0]!.accession, sample.code],
      ...(reason !== undefined && { reason, differs: differencesIn(facts) }),
    },
  })
}

const patientOfSample = async (db: Db, id: number) =>
  (await db.selectFrom('lab_samples').select('patient_id').where('id', '=', id).executeTakeFirst())?.patient_id ?? null

const dismissAll = async (context: Context, message: number, named: readonly Named[], reason: string) => {
  const { db } = context
  const rows = await lockResults(db, message, named)
  await requireAsSeen(db, message, rows, named)
  const patients = new Map((await findMessageResults(db, message)).map(({ id, patient }) => [id, patient]))
  const dismissed = rows.map(({ id }) => ({ id, patient: patients.get(id) ?? null }))
  await dismissResults(context, dismissed, reason)
  await settleMessage(db, message)
}

const retryAll = async ({ db, audit }: Context, message: number, named: readonly Named[]) => {
  await lockResults(db, message, named)
  audit('try again', { entity: 'equipment message', id: message })
  for (const patient of await findMessagePatients(db, [message]))
    audit('try again', { entity: 'equipment message', id: message, patient, opensNothing: true })
}

interface Asked {
  action: 'choose sample' | 'retry' | 'dismiss'
  results: readonly Named[]
  sample?: number | undefined
  reason?: string | undefined
}

/** Decides about results of one message together, all or none. */
export const resolveMessage = async (context: Context, message: number, { action, results, sample, reason }: Asked): Promise<void> => {
  if (action === 'choose sample') {
    if (sample === undefined) throw invalidInput({ sample: ['Choose the sample.'] })
    await chooseSample(context, message, results, { sample, reason })
  } else if (action === 'dismiss') {
    if (reason === undefined) throw fieldError('reason', 'Enter a reason for dismissing these results.')
    await dismissAll(context, message, results, reason)
  } else await retryAll(context, message, results)
  if (action === 'dismiss') return
  const { takeMessage } = await import('../processing/process-message.ts')
  await takeMessage(context.db, message, context.now)
}
