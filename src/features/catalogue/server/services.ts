import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { clinicDay } from '#features/company/index.ts'

const byName = sql`lower(items.name)`

/** The items in use, by name, with nothing beside the name. */
export const findServiceNames = (db: Db) =>
  db.selectFrom('items').select(['id', 'name']).where('is_active', '=', true).orderBy(byName).execute()

/** The cash price of an item on a day, for use in a statement that selects from items; null when it has none. */
export const cashPriceOn = (day: ReturnType<typeof clinicDay>) => sql<string | null>`(
  select p.price from prices p join price_lists l on l.id = p.price_list_id and l.insurance_company_id is null
  where p.item_id = items.id and ${day} >= p.valid_from and (p.valid_until is null or ${day} <= p.valid_until)
  order by p.valid_from desc limit 1)`

/** The items in use, by name, with department and the cash price of today. */
export const findServices = (db: Db, now: Date) =>
  db
    .selectFrom('items')
    .leftJoin('departments', 'departments.id', 'items.department_id')
    .select(['items.id', 'items.name', 'departments.name as department', cashPriceOn(clinicDay(now)).as('price')])
    .where('items.is_active', '=', true)
    .orderBy(byName)
    .execute()
