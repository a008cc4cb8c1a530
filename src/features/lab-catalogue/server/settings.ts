import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { LabSettings } from '../contract.ts'

const columns = [
  'approver_must_differ',
  'receive_on_collect',
  'pay_first',
  'critical_minutes',
  'label_width',
  'label_height',
  'portal_is_on',
  'portal_delay_hours',
  'report_note',
  'version',
] as const

/** How the laboratory works: there is always one row. */
export const readLabSettings = (db: Db): Promise<LabSettings> => db.selectFrom('lab_settings').select(columns).executeTakeFirstOrThrow()

/**
 * Holds the row until the transaction ends. Whoever changes panels or profiles holds it first: what they need of one another is checked
 * while nobody else changes it.
 */
export const lockCatalogue = async (db: Db) => {
  await sql`select id from lab_settings for no key update`.execute(db)
}
