import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

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
