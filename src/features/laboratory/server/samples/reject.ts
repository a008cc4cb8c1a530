import { sql } from 'kysely'
import type { PanelState } from '#features/laboratory/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { cancelLocked } from '../requests/cancel-panels.ts'
import { withdrawEntered } from '../requests/withdraw-entered.ts'
import { requireState, sampleFacts, type HeldSample } from './lock-samples.ts'
import { moveTests } from './replace-sample.ts'

type WriteContext = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

interface Test {
  id: number
  lab_order_id: number
  sample_id: number
  state: PanelState
}

const lockTests = async (db: Db, sample: number) => {
  const { rows } = await sql<Test>`
    select id, lab_order_id, sample_id, state from lab_test_request_panels
    where sample_id = ${sample} and cancelled_at is null order by id for no key update`.execute(db)
  return rows
}

/**
 * Rejects a sample, which is held, with a reason. Its tests that are not approved lose what was entered and are done on another sample that
 * is to be taken, or, without `recollect`, are cancelled with their charges. Answers the sample that takes its place and which tests were
 * cancelled. 409 for one that was not taken, was rejected before, or has approved results alone.
 */
export const reject = async (context: WriteContext, sample: HeldSample, { reason, recollect }: { reason: string; recollect: boolean }) => {
  const { db, user, now } = context
  requireState(sample, ['collected', 'received'])
  const tests = await lockTests(db, sample.id)
  const open = tests.filter(({ state }) => state !== 'approved')
  if (tests.length > 0 && open.length === 0)
    throw conflict('The results of this sample are approved. Withdraw them first.', sampleFacts(sample), 'approved')
  await sql`
    update lab_samples set state = 'rejected', rejected_at = ${now}, rejected_by = ${user.id}, reject_reason = ${reason}, version = version + 1
    where id = ${sample.id}`.execute(db)
  const ids = open.map(({ id }) => id)
  if (ids.length === 0) return { replacement: null, cancelled: [] }
  if (!recollect) {
    await cancelLocked(context, open, reason)
    return { replacement: null, cancelled: ids }
  }
  await withdrawEntered(context, ids, reason)
  return { replacement: await moveTests(db, sample, ids, now), cancelled: [] }
}
