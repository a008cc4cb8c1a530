import type { Db } from '#platform/db/connect.ts'
import { requireStore, storeForMedicines } from '#features/stock/index.ts'

/** How the pharmacy works, as far as handing out has to know. */
export const findPharmacySettings = (db: Db) =>
  db.selectFrom('pharmacy_settings').select(['store_id', 'pay_first', 'valid_days', 'queue_days']).executeTakeFirstOrThrow()

/** The store that is meant where nobody says: the one that was set, else the first pharmacy in use. */
export const usualStore = async (db: Db): Promise<number> => {
  const { store_id } = await findPharmacySettings(db)
  return store_id ?? (await storeForMedicines(db))
}

/** The store out of which is handed out, in use until the transaction ends; 400 on the field otherwise. */
export const requireDispensingStore = async (db: Db, named: number | undefined) => requireStore(db, named ?? (await usualStore(db)))
