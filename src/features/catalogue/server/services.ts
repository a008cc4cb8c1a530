import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { cashPriceAt } from './today.ts'

const byName = sql`lower(items.name)`

/** The items in use, by name, with nothing beside the name. */
export const findServiceNames = (db: Db) =>
  db.selectFrom('items').select(['id', 'name']).where('is_active', '=', true).orderBy(byName).execute()

/** The items in use, by name, with department and the cash price of the day. */
export const findServices = (db: Db, now: Date) =>
  db
    .selectFrom('items')
    .leftJoin('departments', 'departments.id', 'items.department_id')
    .select(['items.id', 'items.name', 'departments.name as department', cashPriceAt(now).as('price')])
    .where('items.is_active', '=', true)
    .orderBy(byName)
    .execute()
