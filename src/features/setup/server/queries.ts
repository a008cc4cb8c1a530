import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

export const findCodeHash = async (db: Db): Promise<Buffer | null> => {
  const row = await db.selectFrom('set_up_codes').select('code_hash').executeTakeFirst()
  return row?.code_hash ?? null
}

export const deleteCode = async (db: Db) => {
  await db.deleteFrom('set_up_codes').execute()
}

/** Makes an item what a visit with a doctor is charged. */
export const chargeForConsultations = async (db: Db, itemId: number) => {
  await db
    .updateTable('billing_settings')
    .set({ consultation_item_id: itemId, version: sql`version + 1` })
    .execute()
}
