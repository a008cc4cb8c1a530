import { sql } from 'kysely'
import type { z } from 'zod'
import type { ParsedOf } from '#shared/endpoint.ts'
import { usualStore } from '#features/prescriptions/public.ts'
import { requireStore } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { PharmacySettings, updatePharmacySettings } from '../contract.ts'
import { findShelf } from './shelf.ts'

type Settings = z.output<typeof PharmacySettings>

/** How the pharmacy works. */
export const readSettings = async (db: Db): Promise<Settings> => {
  const { store_id, ...row } = await db
    .selectFrom('pharmacy_settings')
    .select(['store_id', 'pay_first', 'valid_days', 'queue_days', 'refill_months', 'label_width', 'label_height', 'label_note', 'version'])
    .executeTakeFirstOrThrow()
  const usual = await findShelf(db, await usualStore(db))
  return { ...row, store: store_id, usual_store: usual.id, usual_store_name: usual.name }
}

/** Changes how the pharmacy works from now on; answers the settings before and after. 412 for a stale version, 400 for a store out of use. */
export const changeSettings = async (db: Db, body: ParsedOf<typeof updatePharmacySettings>['body'], seen: number | null) => {
  await sql`select from pharmacy_settings for update`.execute(db)
  const before = await requireUnchanged(await readSettings(db), seen)
  if (body.store != null) await requireStore(db, body.store)
  const { store, pay_first, valid_days, queue_days, refill_months, label_width, label_height, label_note } = { ...before, ...body }
  await db
    .updateTable('pharmacy_settings')
    .set({
      store_id: store,
      pay_first,
      valid_days,
      queue_days,
      refill_months,
      label_width,
      label_height,
      label_note,
      version: before.version + 1,
    })
    .execute()
  return { before, after: await readSettings(db) }
}
