import type { TrailRow } from '#platform/audit/audit.ts'
import type { Held } from './plan-changes.ts'
import { reasonOf, type Change } from './write-results.ts'

const actionOf = ({ before, after, origin }: Change) => {
  if (before?.approved_at) return after === null ? 'withdraw result' : 'amend result'
  if (after === null) return 'take back result'
  return origin === 'calculated' ? 'calculate result' : 'enter result'
}

/** A row of the audit trail for each result that was entered, replaced, calculated or taken back, with what was there before. */
export const trailOf = (held: Held, changes: readonly Change[], reason?: string): TrailRow[] =>
  changes.map((change) => ({
    action: actionOf(change),
    entity: 'lab test',
    id: change.test.id,
    patient: change.test.patient,
    change: {
      test: held.panels.get(change.test.panel)!.code,
      result: [change.before?.result ?? null, change.after?.result ?? null],
      flag: [change.before?.flag ?? null, change.after?.flag ?? null],
      ...(change.comment !== (change.before?.comment ?? '') && { comment: [change.before?.comment ?? '', change.comment] }),
      ...(reason !== undefined && { reason: reasonOf(change, reason) }),
    },
  }))
