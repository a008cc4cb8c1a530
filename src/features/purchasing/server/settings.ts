import { sql } from 'kysely'
import type { z } from 'zod'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { getPurchasingSettings, type PurchasingSettings, updatePurchasingSettings } from '../contract-bills.ts'

type Settings = z.output<typeof PurchasingSettings>

const readSettings = (db: Db): Promise<Settings> =>
  db.selectFrom('purchasing_settings').select(['approval_people', 'version']).executeTakeFirstOrThrow()

/** How many people an order takes now; a change of the rule waits until the transaction ends. */
export const holdApprovalPeople = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ people: number }>`select approval_people as people from purchasing_settings for share`.execute(db)
  return rows[0]!.people
}

export const settingsRoutes: Route[] = [
  handle(getPurchasingSettings, ({ db }) => readSettings(db)),
  handle(updatePurchasingSettings, async ({ db, body, ifMatch, audit, publish }) => {
    await sql`select from purchasing_settings for update`.execute(db)
    const before = await requireUnchanged(await readSettings(db), body.version ?? ifMatch)
    const { approval_people = before.approval_people } = body
    await db
      .updateTable('purchasing_settings')
      .set({ approval_people, version: before.version + 1 })
      .execute()
    const after = await readSettings(db)
    audit('update', { entity: 'purchasing settings', id: 1, change: changedFields(before, after) })
    publish('purchasing')
    return after
  }),
]
