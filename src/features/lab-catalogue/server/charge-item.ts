import { sql } from 'kysely'
import { addItem } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, forbidden } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'

interface Found {
  category: string
  is_active: boolean
  panel: number | null
  profile: number | null
}
export interface Entry {
  kind: 'panel' | 'profile'
  /** Null: it is being made. */
  id: number | null
}

/**
 * Checks that the entry may be charged as this item: a laboratory item in use that no other panel or profile is charged as, told at `item`.
 * The catalogue is held.
 */
export const requireItem = async (db: Db, item: number, { kind, id }: Entry) => {
  const { rows } = await sql<Found>`
    select t.category, t.is_active, (select p.id from lab_panels p where p.item_id = t.id) as panel,
      (select f.id from lab_profiles f where f.item_id = t.id) as profile
    from items t where t.id = ${item}`.execute(db)
  const [found] = rows
  if (!found) throw fieldError('item', 'Item not found.')
  if (found.category !== 'laboratory') throw fieldError('item', 'Choose a laboratory item.')
  if (!found.is_active) throw fieldError('item', 'This item is inactive.')
  const others = [
    kind === 'panel' && found.panel === id ? null : found.panel,
    kind === 'profile' && found.profile === id ? null : found.profile,
  ]
  if (others.some((other) => other !== null)) throw fieldError('item', 'Another test or profile is already charged as this item.')
}

type Making = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>
/**
 * Puts a test or a profile on the price list under its name, without a price yet, and answers the item. 403 for who may not change the
 * catalogue; 400 at `name` when an item is called so already.
 */
export const makeItem = async ({ db, user, now, audit, publish }: Making, name: string): Promise<number> => {
  if (!user.permissions.has('catalogue.change')) throw forbidden('catalogue.change')
  const item = { name, category: 'laboratory', unit: 'test' } as const
  const id = await addItem(db, item, user, now)
  audit('create', { entity: 'item', id, change: item })
  publish('catalogue', id)
  return id
}
