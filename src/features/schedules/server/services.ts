import { sql, type RawBuilder } from 'kysely'
import { afterItemName, itemMatches } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { CursorValue } from '#platform/db/keyset.ts'
import type { BookableService } from '../contract.ts'

/** Of `items`: in use, and something that one comes for at a time; what is handed out or lain in is not. */
export const isBookable = sql`items.is_active and items.category not in ('drug', 'consumable', 'bed')`

const select = sql`
  select items.id, items.name, items.category, d.name as department_name, b.minutes, coalesce(b.is_public, false) as is_public,
    coalesce(b.version, 0) as version, lower(items.name) as sort_name`
const from = sql`from items left join bookable_services b on b.item_id = items.id left join departments d on d.id = items.department_id`

type Row = BookableService & { sort_name: string }

export interface ServiceFilters {
  q?: string | undefined
  is_public?: boolean | undefined
}
const matching = ({ q, is_public }: ServiceFilters): RawBuilder<unknown> =>
  sql.join(
    [
      isBookable,
      ...(q === undefined ? [] : [itemMatches(q)]),
      ...(is_public === undefined ? [] : [sql`coalesce(b.is_public, false) = ${is_public}`]),
    ],
    sql` and `,
  )

/** Services by name, after the cursor; all of them without a limit. */
export const findServices = async (
  db: Db,
  filters: ServiceFilters,
  { cursor, limit }: { cursor: CursorValue | null; limit: number | undefined },
) => {
  const { rows } = await sql<Row>`${select} ${from} where ${matching(filters)} and ${afterItemName(cursor)}
    order by lower(items.name), items.id limit ${limit ?? null}`.execute(db)
  return rows
}

export const countServices = async (db: Db, filters: ServiceFilters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${from} where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}

export const findServicesById = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<Row>`${select} ${from} where ${isBookable} and items.id = any(${ids}::integer[])
    order by lower(items.name), items.id`.execute(db)
  return rows
}

type Wanted = Pick<BookableService, 'id' | 'minutes' | 'is_public'>

/** Sets how services are booked; each gets the next version. */
export const upsertServices = async (db: Db, services: readonly Wanted[]) => {
  await db
    .insertInto('bookable_services')
    .values(services.map(({ id, minutes, is_public }) => ({ item_id: id, minutes, is_public })))
    .onConflict((conflict) =>
      conflict.column('item_id').doUpdateSet({
        minutes: sql`excluded.minutes`,
        is_public: sql`excluded.is_public`,
        version: sql`bookable_services.version + 1`,
      }),
    )
    .execute()
}
