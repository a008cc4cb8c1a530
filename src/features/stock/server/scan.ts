import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, Problem } from '#platform/errors/problem.ts'
import { type Gs1, gtin14, gtinForms, readGs1, withoutPrefix } from '../gs1.ts'

interface Scanned {
  item: number
  item_name: string
  item_code: string | null
  units_of_measure: string
  needs_lot: boolean
  needs_expiry: boolean
  is_active: boolean
  pack: number | null
  pack_name: string | null
  pack_units: number
}

/** What bears one of these codes, or has this as its own code; barcodes come first. */
const findCoded = async (db: Db, codes: readonly string[], itemCode: string | null): Promise<Scanned | undefined> => {
  const { rows } = await sql<Scanned>`
    select i.id as item, i.name as item_name, i.code as item_code, i.unit as units_of_measure, s.needs_lot, s.needs_expiry,
      s.is_active and i.is_active as is_active, p.id as pack, p.name as pack_name, coalesce(p.units, 1) as pack_units
    from (
      select 1 as place, c.item_id, c.pack_id from barcodes c where c.code = any(${codes}::text[])
      union all select 2, i.id, null from items i where lower(i.code) = lower(${itemCode}::text)
    ) f
    join items i on i.id = f.item_id join stocked_items s on s.item_id = i.id left join item_packs p on p.id = f.pack_id
    order by f.place limit 1`.execute(db)
  return rows[0]
}

const findBatches = async (db: Db, item: number, { lot, expires_on }: Gs1): Promise<number[]> => {
  if (lot === null) return []
  const { rows } = await sql<{ id: number }>`
    select id from batches where item_id = ${item} and lot = upper(${lot}::text)
      and (${expires_on}::date is null or expires_on = ${expires_on}::date) order by id limit 20`.execute(db)
  return rows.map(({ id }) => id)
}

const statedNumberOnly: Gs1 = { gtin: null, lot: null, serial: null, expires_on: null, made_on: null, count: null }

/** What a scanned code means. 400 for a GS1 code that cannot be read, 404 `unknown_code` with what it says for one that nobody has. */
export const findScanned = async (db: Db, scanned: string, year: number) => {
  const { code, isGs1 } = withoutPrefix(scanned.trim())
  const number = gtin14(code)
  const plain = isGs1 ? undefined : await findCoded(db, [code, ...(number === null ? [] : gtinForms(number))], code)
  const read = plain ? null : readGs1(code, year)
  if (isGs1 && read === null) throw fieldError('code', 'This code cannot be read.')
  const message = read ?? statedNumberOnly
  const found = plain ?? (message.gtin === null ? undefined : await findCoded(db, gtinForms(message.gtin), null))
  const { lot, serial, expires_on, count: quantity } = message
  if (!found) {
    const extra = { gtin: message.gtin ?? number, lot, serial, expires_on, quantity }
    throw new Problem(404, 'unknown_code', 'No item has this code.', { extra })
  }
  return { ...found, lot, serial, expires_on, quantity, batches: await findBatches(db, found.item, message) }
}
