import { sql } from 'kysely'
import type { EntityState, RecordEntity } from '#features/records/contract-fields.ts'
import type { Context } from '#platform/http/handle.ts'
import type { HeldRecord } from './hold-record.ts'

type Deed = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const setState = async ({ db, user, now }: Deed, ids: readonly number[], state: EntityState) => {
  const at = state === 'suggested' ? null : now
  await sql`
    update medical_record_entities set state = ${state}::entity_state, decided_at = ${at}, decided_by = ${at && user.id}, version = version + 1
    where id = any(${[...ids]}::bigint[])`.execute(db)
}

/**
 * Confirms and rejects suggestions of a record that is held; those that are decided already stay as they are. One row in the trail for
 * each decision of many.
 */
export const decide = async (
  deed: Deed,
  record: HeldRecord,
  { confirm, reject }: { confirm: readonly RecordEntity[]; reject: readonly RecordEntity[] },
) => {
  for (const [state, entities] of [
    ['confirmed', confirm],
    ['rejected', reject],
  ] as const) {
    const ids = entities.filter((entity) => entity.state === 'suggested').map(({ id }) => id)
    if (ids.length === 0) continue
    await setState(deed, ids, state)
    deed.audit(state === 'confirmed' ? 'confirm' : 'reject', {
      entity: 'medical record',
      id: record.id,
      patient: record.patient,
      change: { findings: ids },
    })
  }
  deed.publish('records', record.id)
}
