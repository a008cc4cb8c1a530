import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { verifyTrail } from '#platform/audit/verify.ts'
import { sentenceOf } from '../../../tools/audit-verify/sentences.ts'
import { countRows, type Checked } from './check.ts'

/** Sealed each minute, and after a start at once. */
const SEALED_AFTER_S = 300

/** Every seal and every row beneath it, as `npm run audit:verify` looks at them; and whether sealing goes on. */
export const checkTrail = async (db: Db): Promise<Checked> => {
  const { seals, rows, finding } = await verifyTrail(db)
  const { rows: late } = await sql<{ count: number; since: Date | null }>`
    select count(*), min(at) as since from audit_log where id > (select coalesce(max(to_id), 0) from audit_seals)
      and at < now() - ${SEALED_AFTER_S} * interval '1 second'`.execute(db)
  const waiting = await countRows(db, {
    waiting: sql`(select from audit_log where id > (select coalesce(max(to_id), 0) from audit_seals))`,
  })
  const isLate = (late[0]?.count ?? 0) > 0
  return {
    name: 'the audit trail verifies',
    counts: { seals, rows, ...waiting },
    broken: [
      ...(finding ? [{ name: sentenceOf(finding), count: Math.max(1, finding.touched), rows: [finding.seal] }] : []),
      ...(isLate ? [{ name: 'rows wait for their seal for too long', count: late[0]!.count, rows: [late[0]!.since] }] : []),
    ],
  }
}
