import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { requireStore } from '#features/stock/public.ts'

/** The store that is meant, as a scalar expression: the named one; else the one that was set, the first pharmacy in use, a main store. */
export const resolveStore = (named: number | undefined) => sql<number>`coalesce(${named ?? null}::integer,
  (select p.store_id from pharmacy_settings p),
  (select t.id from stores t where t.is_active order by t.kind <> 'pharmacy', t.kind, t.id limit 1))`

/** The store that is meant where nobody says: the one that was set, else the first pharmacy in use. */
export const usualStore = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select coalesce(${resolveStore(undefined)}, 0) as id`.execute(db)
  return rows[0]!.id
}

/** The store out of which is handed out, in use until the transaction ends; 400 on the field otherwise. */
export const requireDispensingStore = async (db: Db, named: number | undefined) => requireStore(db, named ?? (await usualStore(db)))
