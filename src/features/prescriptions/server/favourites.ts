import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Favourite } from '../contract-writing.ts'

const MAX_FAVOURITES = 200

const find = async (db: Db, where: RawBuilder<unknown>) => {
  const { rows } = await sql<Favourite>`
    select f.id, f.item_id as item, t.name as item_name, t.unit, not ((t.is_active or t.is_external) and t.category in ('drug', 'consumable')) as is_out_of_use,
      f.directions, f.created_at
    from prescription_favourites f join items t on t.id = f.item_id where ${where} order by lower(t.name), f.id`.execute(db)
  return rows
}

/** The lines that somebody keeps at hand, by name. */
export const findFavourites = (db: Db, user: number) => find(db, sql`f.user_id = ${user}`)

/** Keeps a line at hand; answers the one that is there when it was kept before. 400 for what cannot be prescribed, 409 when there are too many. */
export const keepFavourite = async (db: Db, { item, directions }: { item: number; directions: string }, user: number, now: Date) => {
  const { rows } = await sql<{ is_prescribable: boolean; many: number }>`
    select exists (select from items where id = ${item} and category in ('drug', 'consumable') and (is_active or is_external)) as is_prescribable,
      (select count(*) from prescription_favourites where user_id = ${user}) as many`.execute(db)
  if (!rows[0]?.is_prescribable) throw fieldError('item', 'Choose an active drug or consumable.')
  if (rows[0].many >= MAX_FAVOURITES) throw conflict('You already have 200 favourites. Remove one first.', {}, 'too_many')
  await sql`insert into prescription_favourites (user_id, item_id, directions, created_at) values (${user}, ${item}, ${directions}, ${now})
    on conflict do nothing`.execute(db)
  return (await find(db, sql`f.user_id = ${user} and f.item_id = ${item} and f.directions = ${directions}`))[0]!
}

/** Keeps a line at hand no more; false when this person has no such line. */
export const removeFavourite = async (db: Db, id: number, user: number) => {
  const { numDeletedRows } = await db
    .deleteFrom('prescription_favourites')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
