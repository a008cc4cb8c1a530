import { sql, type RawBuilder } from 'kysely'
import {
  factsOf,
  joinRecordedFacts,
  namesMeant,
  strengthText,
  substancesMeant,
  recordedFactColumns,
  type RecordedFacts,
} from '#features/drugs/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { pageAt } from '#platform/db/keyset.ts'
import type { PrescribableItem } from '../contract-writing.ts'
import { findPrices, type Payer, type Price } from './prices.ts'

const MAX_WORDS = 8
type Row = Pick<PrescribableItem, 'id' | 'name' | 'category' | 'unit' | 'is_external'> & { matched_name?: string } & RecordedFacts

const inCatalogue = sql`t.category in ('drug', 'consumable') and t.is_active`
const external = sql`t.is_external`

/** Items of these whose names hold every word of `q`: first those that begin so, then those with a word that does. */
const findByName = async (db: Db, q: string, limit: number, among: RawBuilder<unknown>): Promise<Row[]> => {
  if (limit <= 0) return []
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
      select t.id, t.name, t.category, t.unit, t.is_external, ${rank} as rank from items t
      where ${among} and ${named}
      order by rank, lower(t.name), t.id limit ${limit}
    )
    select t.id, t.name, t.category, t.unit, t.is_external, ${recordedFactColumns} from found t ${joinRecordedFacts} order by t.rank, lower(t.name), t.id`.execute(
    db,
  )
  return rows
}

const MAX_CANDIDATES = 200

/**
 * Items in use that hold the substances meant by another name: "pcm", "panadol", "augmentin 625". Those that hold nothing else come first.
 * A name that may hold them is found in the database; what it holds is then read.
 */
const findByMeaning = async (db: Db, q: string, found: ReadonlySet<number>, limit: number): Promise<Row[]> => {
  const meant = substancesMeant(q)
  if (meant.sets.length === 0 || limit <= 0) return []
  const patterns = namesMeant(meant).map((name) => `% ${name}%`)
  const firsts = meant.sets.map(([first]) => first)
  const beside = meant.rest.map((word) => sql`and t.search_name like '%' || search_fold(${word}) || '%'`)
  const { rows } = await sql<Row>`
    select t.id, t.name, t.category, t.unit, t.is_external, ${recordedFactColumns} from items t ${joinRecordedFacts}
    where ${inCatalogue} and not t.id = any(${[...found]}::integer[])
      and (' ' || t.search_name like any(${patterns}::text[]) or recorded.substances && ${firsts}::text[]) ${sql.join(beside, sql` `)}
    order by lower(t.name), t.id limit ${MAX_CANDIDATES}`.execute(db)
  const ranked = rows.flatMap((row) => {
    const { substances } = factsOf(row.name, row)
    const held = meant.sets.flatMap((set, place) =>
      set.every((one) => substances.includes(one)) ? [{ name: meant.names[place]!, more: substances.length - set.length }] : [],
    )
    const nearest = held.toSorted((a, b) => a.more - b.more)[0]
    return nearest ? [{ row: { ...row, matched_name: nearest.name }, more: nearest.more }] : []
  })
  return ranked
    .toSorted((a, b) => a.more - b.more)
    .slice(0, limit)
    .map(({ row }) => row)
}

/** What is found by the name, then what is meant; last what is not in the catalogue and was prescribed before. */
const findNamedOrMeant = async (db: Db, q: string, limit: number): Promise<Row[]> => {
  const named = await findByName(db, q, limit, inCatalogue)
  const meant = await findByMeaning(db, q, new Set(named.map(({ id }) => id)), limit - named.length)
  const listed = [...named, ...meant]
  return [...listed, ...(q.trim() === '' ? [] : await findByName(db, q, limit - listed.length, external))]
}

/** What is answered of an item: what it holds, and what one of it costs where that is known. */
const asPrescribable = (row: Row, price: Price | undefined, mayPrice: boolean): PrescribableItem => {
  const { id, name, category, unit, is_external, matched_name } = row
  const facts = factsOf(name, row)
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
    unit_price: mayPrice && !is_external ? (price?.unit_price ?? null) : null,
    covered_by: is_external ? null : (price?.covered_by ?? null),
    is_external,
    matched_name: matched_name !== undefined && !name.toLowerCase().includes(matched_name.toLowerCase()) ? matched_name : null,
  }
}

/** The one item, as the search answers it; it must be there. */
export const findPrescribableItem = async (db: Db, id: number): Promise<PrescribableItem> => {
  const { rows } = await sql<Row>`
    select t.id, t.name, t.category, t.unit, t.is_external, ${recordedFactColumns} from items t ${joinRecordedFacts} where t.id = ${id}`.execute(
    db,
  )
  return asPrescribable(rows[0]!, undefined, false)
}

interface Asking {
  q: string
  limit: number
  /** How many of them come before. */
  place: number
  payer: Payer
  mayPrice: boolean
}

/** What can be prescribed, by name as typed or another name of the same, with what it holds and what the payer is asked for one. */
export const findPrescribable = async (
  db: Db,
  { q, limit, place, payer, mayPrice }: Asking,
  now: Date,
): Promise<Page<PrescribableItem>> => {
  // What is meant is told from what is named only when all of the named ones before are known.
  const found = await findNamedOrMeant(db, q, place + limit + 1)
  const { rows, next } = pageAt(found.slice(place), { limit, place })
  const asked = rows.filter((row) => !row.is_external).map(({ id }) => ({ item: id, quantity: null }))
  const prices = await findPrices(db, asked, payer, now)
  return { rows: rows.map((row) => asPrescribable(row, prices.get(row.id), mayPrice)), next }
}
