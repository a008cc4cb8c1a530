import { sql } from 'kysely'
import { factsOf, joinTold, strengthText, toldColumns, type ToldFacts } from '#features/drugs/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { PrescribableItem } from '../contract-writing.ts'
import { findPrices, type Payer } from './prices.ts'

const MAX_WORDS = 8
type Row = Pick<PrescribableItem, 'id' | 'name' | 'category' | 'unit'> & ToldFacts

/** Drugs and consumables in use whose names hold every word of `q`: first those that begin so, then those with a word that does. */
const findByName = async (db: Db, q: string, limit: number): Promise<Row[]> => {
  const words = q.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS)
  const holds = words.map((word) => sql`t.search_name like '%' || search_fold(${word}) || '%'`)
  const named =
    words.length === 0
      ? sql`true`
      : sql`((search_fold(${q}) <> '' and ${sql.join(holds, sql` and `)}) or lower(t.code) = lower(${q.trim()}))`
  const rank = sql`case when starts_with(t.search_name, search_fold(${q})) then 0
    when strpos(' ' || t.search_name, ' ' || search_fold(${q})) > 0 then 1 else 2 end`
  const { rows } = await sql<Row>`
    with found as (
      select t.id, t.name, t.category, t.unit, ${rank} as rank from items t
      where t.category in ('drug', 'consumable') and t.is_active and ${named}
      order by rank, lower(t.name), t.id limit ${limit}
    )
    select t.id, t.name, t.category, t.unit, ${toldColumns} from found t ${joinTold} order by t.rank, lower(t.name), t.id`.execute(db)
  return rows
}

interface Asking {
  q: string
  limit: number
  payer: Payer
  mayPrice: boolean
}

/** What can be prescribed, by name as typed, with what it holds and what the payer is asked for one. */
export const findPrescribable = async (db: Db, { q, limit, payer, mayPrice }: Asking, now: Date): Promise<PrescribableItem[]> => {
  const rows = await findByName(db, q, limit)
  const asked = rows.map(({ id }) => ({ item: id, quantity: null }))
  const prices = await findPrices(db, asked, payer, now)
  return rows.map((row) => {
    const { id, name, category, unit } = row
    const facts = factsOf(name, row)
    const price = prices.get(id)
    const { substances, form, route } = facts
    return {
      id,
      name,
      category,
      unit,
      substances,
      strength: strengthText(facts),
      form,
      route,
      unit_price: mayPrice ? (price?.unit_price ?? null) : null,
      covered_by: price?.covered_by ?? null,
    }
  })
}
