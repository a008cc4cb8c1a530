import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { clinicDay } from '#features/company/public.ts'

const selectLists = (db: Db, now: Date) =>
  db
    .selectFrom('price_lists as l')
    .leftJoin('insurance_companies as c', 'c.id', 'l.insurance_company_id')
    .select([
      'l.id',
      'l.name',
      'l.insurance_company_id as insurance_company',
      'c.name as insurance_company_name',
      'l.co_pay_amount',
      'l.co_pay_percent',
      'l.covers_unlisted',
      'l.is_active',
      'l.version',
      sql<number>`(select count(distinct p.item_id) from prices p join items i on i.id = p.item_id and i.is_active
        where p.price_list_id = l.id and ${clinicDay(now)} >= p.valid_from
        and (p.valid_until is null or ${clinicDay(now)} <= p.valid_until))`.as('priced_items'),
    ])

/** The price lists, the cash list first, the others by name. */
export const findPriceLists = (db: Db, now: Date) =>
  selectLists(db, now)
    .orderBy(sql`l.insurance_company_id is not null`)
    .orderBy(sql`lower(l.name)`)
    .execute()
export type PriceListRow = Awaited<ReturnType<typeof findPriceLists>>[number]

export const findPriceList = (db: Db, id: number, now: Date) => selectLists(db, now).where('l.id', '=', id).executeTakeFirst()

const named = (db: Db) =>
  db.selectFrom('price_lists').select(['id', 'name', 'version', sql<boolean>`insurance_company_id is null`.as('is_cash')])

/** The list's name and kind, without counting its prices. */
export const findListName = (db: Db, id: number) => named(db).where('id', '=', id).executeTakeFirst()

/** The same, held until the transaction ends: whoever sets prices on a list takes turns. */
export const lockPriceList = (db: Db, id: number) => named(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** The list of those who pay themselves, held until the transaction ends. */
export const lockCashList = (db: Db) => named(db).where('insurance_company_id', 'is', null).forNoKeyUpdate().executeTakeFirstOrThrow()

export const hasInsurer = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('insurance_companies').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const insertPriceList = async (db: Db, list: Insertable<DB['price_lists']>): Promise<number> => {
  const { id } = await db.insertInto('price_lists').values(list).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes the list, which gets the next version. */
export const updatePriceListRow = async (db: Db, id: number, change: Updateable<DB['price_lists']>) => {
  await db
    .updateTable('price_lists')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
