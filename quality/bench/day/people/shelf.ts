import type { Client } from 'pg'
import { keepBatches, lockLevels, writeEntry, writeNote } from '#features/stock/public.ts'
import { dbOn } from '../../../../db/seed/load-clinic.ts'

/** Fewer drugs than these on the shelf are no pharmacy. */
const FEW = 20
const DRUGS = 40
const UNITS = 20_000

const there = `
  select count(*)::integer as count from items i join batch_stock b on b.item_id = i.id join stores s on s.id = b.store_id
  where i.category = 'drug' and i.is_active and s.kind = 'pharmacy' and b.state = 'usable' and b.quantity > ${FEW}`
const priced = `
  select i.id from items i join prices p on p.item_id = i.id join price_lists l on l.id = p.price_list_id and l.insurance_company_id is null
  where i.category = 'drug' and i.is_active group by i.id order by i.id limit ${DRUGS}`

/** A clinic whose pharmacy is empty is given drugs in its main store and its pharmacy, as opening stock, and somebody to buy from. */
export const fillShelf = async (client: Client): Promise<void> => {
  await client.query(`insert into suppliers (name) select 'Day supplier' where not exists (select from suppliers)`)
  const { rows: found } = await client.query<{ count: number }>(there)
  if ((found[0]?.count ?? 0) >= FEW) return
  const { rows: items } = await client.query<{ id: number }>(priced)
  const { rows: stores } = await client.query<{ id: number }>(`select id from stores where kind in ('main', 'pharmacy') order by id`)
  const db = dbOn(client)
  const now = new Date()
  for (const { id: store } of stores) {
    await client.query('begin')
    const lines = items.map(({ id: item }) => ({ item, store }))
    await lockLevels(db, lines)
    const batches = await keepBatches(
      db,
      items.map(({ id: item }) => ({
        item,
        lot: `DAY-${item}`,
        expires_on: `${now.getUTCFullYear() + 2}-12-31`,
        unit_cost: '2.5',
        supplier: null,
      })),
      now,
    )
    const note = await writeNote(db, { kind: 'opening', store, reason: 'Opening stock', by: null, now })
    const movements = items.map(({ id: item }, at) => {
      const batch = batches[at] ?? 0
      return { store, item, batch, state: 'usable', kind: 'opening', quantity: UNITS } as const
    })
    await writeEntry(db, { number: note.number, document: { stock_note: note.id }, by: null, now }, movements)
    await client.query('commit')
  }
}
