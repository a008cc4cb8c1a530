import { enterResults, Outdated } from '#features/laboratory/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, notFound, Problem } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { compareWithSample, readResults, requireSamePatient } from './compare.ts'
import { requireWaiting } from '../policy.ts'
import { stateOf } from '../processing/write-results.ts'

/** The result and its message, held, so that nobody else decides about it meanwhile; 404, 409 `resolved`. */
export const lockWaiting = async (db: Db, id: number) => {
  const found = await db.selectFrom('lab_message_results').select('message_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('Result')
  await db.selectFrom('lab_messages').select('id').where('id', '=', found.message_id).forUpdate().execute()
  const result = await db.selectFrom('lab_message_results').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  requireWaiting([result])
  return result
}
type Waiting = Awaited<ReturnType<typeof lockWaiting>>

/** Writes where the message stands now. */
export const settleMessage = async (db: Db, message: number) => {
  const rows = await db.selectFrom('lab_message_results').select('state').where('message_id', '=', message).execute()
  const state = stateOf(rows.map((row) => row.state))
  await db.updateTable('lab_messages').set({ state }).where('id', '=', message).execute()
}

const testOn = async (db: Db, id: number) =>
  db
    .selectFrom('lab_test_request_panels')
    .leftJoin('lab_samples', 'lab_samples.id', 'lab_test_request_panels.sample_id')
    .select(['lab_test_request_panels.id', 'lab_test_request_panels.sample_id', 'lab_samples.code', 'lab_test_request_panels.patient_id'])
    .where('lab_test_request_panels.id', '=', id)
    .executeTakeFirst()

const refusalOf = (error: unknown): unknown => {
  if (error instanceof Outdated) return conflict('Another user has just changed this test.', {}, 'conflict')
  if (!(error instanceof Problem)) return error
  const [message] = Object.values(error.fields).flat()
  return message === undefined ? error : fieldError('result', message)
}

interface Given {
  request_panel: number
  result?: string | undefined
  unit?: string | undefined
  confirm_reason?: string | undefined
  identity_reason?: string | undefined
}

/** Enters the result for a test of the same sample, because a person said so. 409 `other_sample`, `other_patient`, and what keeps it from being entered. */
export const assignResult = async ({ db, now, user, audit }: Context, waiting: Waiting, given: Given): Promise<void> => {
  const test = await testOn(db, given.request_panel)
  if (!test) throw fieldError('request_panel', 'Test not found.')
  const isOfSample = waiting.sample_id === null ? test.code === waiting.accession : test.sample_id === waiting.sample_id
  if (test.sample_id === null || !isOfSample) throw conflict('This test is done on a different sample from the result.', {}, 'other_sample')
  if (waiting.sample_id === null) {
    const stated = (await readResults(db, waiting.message_id)).results[waiting.position]?.patient ?? null
    const { facts } = await compareWithSample(db, test.sample_id, [stated])
    requireSamePatient(facts, test.patient_id, given.identity_reason)
  }
  const result = given.result ?? waiting.value
  const unit = given.unit ?? waiting.unit
  if (result === '') throw fieldError('result', 'The message has no value. Enter one.')
  const remarks = { comment: waiting.comment, flags: waiting.flags }
  const entry = { request_panel: test.id, result, ...(unit && { unit }), confirm_reason: given.confirm_reason, remarks }
  try {
    const { trail } = await enterResults({ db, now, by: user.id }, [entry], 'analyser')
    for (const { action, ...row } of trail) audit(action, row)
  } catch (error) {
    throw refusalOf(error)
  }
  const current = await db
    .selectFrom('lab_results')
    .select('id')
    .where('request_panel_id', '=', test.id)
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('lab_message_results')
    .set({ state: 'applied', reason: '', request_panel_id: test.id, result_id: current.id, resolved_at: now, resolved_by: user.id })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', waiting.id)
    .execute()
  audit('assign', {
    entity: 'equipment result',
    id: waiting.id,
    patient: test.patient_id,
    change: {
      request_panel: test.id,
      sent: waiting.value,
      entered: result,
      ...(given.identity_reason !== undefined && { identity_reason: given.identity_reason }),
    },
  })
}

/** Sets results aside with a reason. */
export const dismissResults = async (
  { db, now, user, audit }: Context,
  results: readonly { id: number; patient: number | null }[],
  reason: string,
): Promise<void> => {
  await db
    .updateTable('lab_message_results')
    .set({ state: 'dismissed', reason, resolved_at: now, resolved_by: user.id })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where(
      'id',
      'in',
      results.map(({ id }) => id),
    )
    .execute()
  for (const { id, patient } of results) audit('dismiss', { entity: 'equipment result', id, patient, change: { reason } })
}
