import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, type FieldErrors, invalidInput } from '#platform/errors/problem.ts'
import type { ItemPack } from '../contract-items.ts'
import { barcodesOf, packsOf } from './item-columns.ts'

export interface WantedPack {
  id?: number | undefined
  name: string
  units: number
  barcodes?: string[] | undefined
}

/** The packs of an item, those out of use too, with their barcodes; undefined when it is not kept in stock. */
export const findPacks = async (db: Db, item: number) => {
  const { rows } = await sql<{ item: number; barcodes: string[]; packs: ItemPack[]; version: number }>`
    select items.id as item, ${barcodesOf(sql`items.id`)} as barcodes, ${packsOf(sql`items.id`, true)} as packs,
      s.version + items.version - 1 as version
    from items join stocked_items s on s.item_id = items.id where items.id = ${item}`.execute(db)
  return rows[0]
}

interface Code {
  code: string
  field: string
  pack: number | null
}

/** 400 at the codes that are another item's, or that were sent twice. */
const requireFreeCodes = async (db: Db, item: number, codes: readonly Code[]) => {
  const { rows } = await sql<{ code: string; name: string }>`
    select c.code, i.name from barcodes c join items i on i.id = c.item_id
    where c.code = any(${codes.map(({ code }) => code)}::text[]) and c.item_id <> ${item}`.execute(db)
  const others = new Map(rows.map(({ code, name }) => [code, name]))
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  for (const { code, field } of codes) {
    if (others.has(code)) errors[field] = [`This code belongs to ${others.get(code)}.`]
    else if (seen.has(code)) errors[field] = ['This code appears twice.']
    seen.add(code)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** The packs that are there and that these mean, by number or by name; null for a new one. 400 where they do not fit together. */
const matchPacks = (packs: readonly WantedPack[], there: readonly ItemPack[]): (ItemPack | null)[] => {
  const taken = new Set<number>()
  const names = new Set<string>()
  const matched = packs.map(({ id, name }, place) => {
    const key = name.toLowerCase()
    if (names.has(key)) throw fieldError(`packs.${place}.name`, 'Another pack has this name.')
    names.add(key)
    const sameName = there.find((pack) => pack.name.toLowerCase() === key)
    const found = id === undefined ? sameName : there.find((pack) => pack.id === id)
    if (id !== undefined && !found) throw fieldError(`packs.${place}.id`, 'This is not a pack of the item.')
    if (found && taken.has(found.id)) throw fieldError(`packs.${place}.${id === undefined ? 'name' : 'id'}`, 'This pack appears twice.')
    if (found) taken.add(found.id)
    return found ?? null
  })
  for (const [place, { name }] of packs.entries()) {
    const owner = there.find((pack) => pack.name.toLowerCase() === name.toLowerCase())
    // Old documents name it so.
    if (owner && !taken.has(owner.id)) throw fieldError(`packs.${place}.name`, 'Another pack of the item has this name.')
  }
  return matched
}

/** Writes what an item comes in, whole. The item's row is held already. */
export const writePacks = async (
  db: Db,
  item: number,
  packs: readonly WantedPack[],
  units: readonly string[],
  there: readonly ItemPack[],
) => {
  const matched = matchPacks(packs, there)
  const wanted = packs.map(({ name, units: size }, place) => ({ id: matched[place]?.id ?? null, name, units: size }))
  const codesOf = (pack: number | null, place: number) =>
    (packs[place]?.barcodes ?? []).map((code, at): Code => ({ code, field: `packs.${place}.barcodes.${at}`, pack }))
  const single = units.map((code, at): Code => ({ code, field: `barcodes.${at}`, pack: null }))
  await requireFreeCodes(db, item, [...single, ...wanted.flatMap(({ id }, place) => codesOf(id, place))])
  await db.deleteFrom('barcodes').where('item_id', '=', item).execute()
  // Names are free for each other first, so that two packs may swap theirs; nobody can type such a one.
  await sql`update item_packs set is_active = false, name = chr(31) || id where item_id = ${item}
    and id = any(${wanted.map(({ id }) => id)}::integer[])`.execute(db)
  await sql`update item_packs set is_active = false where item_id = ${item} and is_active`.execute(db)
  const ids: number[] = []
  for (const { id, name, units: size } of wanted) {
    const { rows } = await (
      id === null
        ? sql<{ id: number }>`insert into item_packs (item_id, name, units) values (${item}, ${name}, ${size}) returning id`
        : sql<{ id: number }>`update item_packs set name = ${name}, units = ${size}, is_active = true where id = ${id} returning id`
    ).execute(db)
    ids.push(rows[0]!.id)
  }
  const codes = [...single, ...ids.flatMap(codesOf)]
  await sql`insert into barcodes (code, item_id, pack_id)
    select c.code, ${item}, c.pack from unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ pack }) => pack)}::integer[]) c(code, pack)`.execute(
    db,
  )
  await sql`update stocked_items set version = version + 1 where item_id = ${item}`.execute(db)
}

/** Keeps a pack of so many units for an item that has none of that size; 400 when its name means another one in use. */
export const keepPack = async (db: Db, item: number, units: number, field: string) => {
  const size = await db
    .selectFrom('item_packs')
    .select('id')
    .where('item_id', '=', item)
    .where('units', '=', units)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (size) return
  const { numAffectedRows } = await sql`
    insert into item_packs (item_id, name, units) values (${item}, 'Pack of ' || ${units}::text, ${units}::integer)
    on conflict (item_id, lower(name)) do update set units = excluded.units, is_active = true where not item_packs.is_active`.execute(db)
  if (!numAffectedRows) throw fieldError(field, 'Another pack of the item has this name.')
  await sql`update stocked_items set version = version + 1 where item_id = ${item}`.execute(db)
}
