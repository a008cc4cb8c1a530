import { sql } from 'kysely'
import type { EntityState, RecordEntity } from '#features/records/contract-fields.ts'
import type { Context } from '#platform/http/handle.ts'
import type { HeldRecord } from './hold-record.ts'

type WriteContext = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const setState = async ({ db, user, now }: WriteContext, ids: readonly number[], state: EntityState) => {
  const at = state === 'suggested' ? null : now
  await sql`
    update medical_record_entities set state = ${state}::entity_state, decided_at = ${at}, decided_by = ${at && user.id}, version = version + 1
    where id = any(${[...ids]}::bigint[])`.execute(db)
}

interface Decisions {
  confirm: readonly RecordEntity[]
  reject: readonly RecordEntity[]
  /** Decisions of before that are taken back. */
  reopen?: readonly RecordEntity[]
}

const isOpen = ({ state }: RecordEntity) => state === 'suggested'
const isUndone = ({ state, is_corrected, became }: RecordEntity) => state !== 'suggested' && !is_corrected && became === null

/**
 * Confirms, rejects and opens again findings of a record that is held; those that are decided already stay as they are, and so do
 * decisions that say more than yes or no. One row in the trail for each kind of decision.
 */
export const decide = async (context: WriteContext, record: HeldRecord, { confirm, reject, reopen = [] }: Decisions) => {
  const steps = [
    ['confirm', 'confirmed', confirm.filter(isOpen)],
    ['reject', 'rejected', reject.filter(isOpen)],
    ['reopen', 'suggested', reopen.filter(isUndone)],
  ] as const
  for (const [action, state, entities] of steps) {
    const findings = entities.map(({ id }) => id)
    if (findings.length === 0) continue
    await setState(context, findings, state)
    context.audit(action, { entity: 'medical record', id: record.id, patient: record.patient, change: { findings } })
  }
  context.publish('records', record.id)
}
