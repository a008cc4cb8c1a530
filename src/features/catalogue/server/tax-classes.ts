import { sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'

/** The class of items that name none: the database's default. */
export const DEFAULT_TAX_CLASS = 1

export const findTaxClasses = (db: Db) =>
  db
    .selectFrom('tax_classes')
    .selectAll()
    .orderBy(sql`lower(name)`)
    .execute()

/** The tax class, kept from being taken out of use until the transaction ends. */
export const findTaxClass = (db: Db, id: number) =>
  db.selectFrom('tax_classes').selectAll().where('id', '=', id).forShare().executeTakeFirst()

export const lockTaxClass = (db: Db, id: number) =>
  db.selectFrom('tax_classes').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const insertTaxClass = (db: Db, { name, rate }: { name: string; rate: string }) =>
  db.insertInto('tax_classes').values({ name, rate }).returningAll().executeTakeFirstOrThrow()

/** Changes the tax class, which gets the next version. */
export const updateTaxClassRow = (db: Db, id: number, change: Updateable<DB['tax_classes']>) =>
  db
    .updateTable('tax_classes')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const isTaxClassInUse = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('items').select('id').where('tax_class_id', '=', id).where('is_active', '=', true).limit(1).executeTakeFirst()) !==
  undefined
