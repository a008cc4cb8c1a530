import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { clinicDay } from '#features/company/public.ts'

/** The clinic's day at an instant, and its currency. */
export const findToday = (db: Db, now: Date): Promise<{ today: string; currency: string }> =>
  db
    .selectFrom('company')
    .select(['currency', clinicDay(now).as('today')])
    .executeTakeFirstOrThrow()

/** The cash price of an item on the clinic's day at an instant, for a statement that selects from items; null when it has none. */
export const cashPriceAt = (now: Date) => sql<string | null>`(
  select p.price from prices p join price_lists l on l.id = p.price_list_id and l.insurance_company_id is null
  where p.item_id = items.id and ${clinicDay(now)} >= p.valid_from and (p.valid_until is null or ${clinicDay(now)} <= p.valid_until)
  order by p.valid_from desc limit 1)`
