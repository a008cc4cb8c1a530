import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { planAllocation, writeEntry, type Movement } from '#features/stock/public.ts'
import { dateOf, instantAt } from './calendar.ts'
import { hold, type SeedStock, key } from './seed-stock.ts'

/** A line that went over the counter and has no document yet. */
interface Given {
  id: number
  item: number
  units: number
  prescription: number
  patient: number
  at: string
  by: number
}
const findGiven = async ({ db }: SeedStock, from: number, until: number): Promise<Given[]> => {
  const { rows } = await sql<Given>`
    select p.id, p.item_id as item, ceil(p.quantity)::integer as units, d.prescription_id as prescription, d.patient_id as patient,
      p.dispensed_at::text as at, p.dispensed_by as by
    from dispense_items p join prescribed_drugs d on d.id = p.prescribed_drug_id
    where p.dispense_id is null and p.dispensed_at >= ${new Date(instantAt(from, 0))} and p.dispensed_at < ${new Date(instantAt(until, 0))}
    order by p.dispensed_at, p.id`.execute(db)
  return rows
}

/** How much of each item is handed out in these days, by item. */
export const needOf = async (seedStock: SeedStock, from: number, until: number): Promise<Map<number, number>> => {
  const given = await findGiven(seedStock, from, until)
  return new Map([...Map.groupBy(given, ({ item }) => item)].map(([item, of]) => [item, of.reduce((sum, { units }) => sum + units, 0)]))
}

/** Those lines that the shelf can serve, each with its batches. What it cannot was handed out before there was a ledger. */
const serve = async (seedStock: SeedStock, store: number, given: readonly Given[], day: number) => {
  const left = new Map(seedStock.held)
  const served = given.filter(({ item, units }) => {
    const place = key(store, item)
    const fits = (left.get(place) ?? 0) >= units
    if (fits) left.set(place, (left.get(place) ?? 0) - units)
    return fits
  })
  const wants = served.map(({ item, units }) => ({ item, quantity: units }))
  const { taken, short } = await planAllocation(seedStock.db, { store, wants, day: dateOf(day) })
  const missing = new Set(short.map(({ item }) => item))
  const rest = taken.map((one) => ({ ...one }))
  return served
    .filter(({ item }) => !missing.has(item))
    .map((line) => {
      let open = line.units
      const batches = rest.flatMap((one) => {
        const units = one.item === line.item ? Math.min(open, one.quantity) : 0
        open -= units
        one.quantity -= units
        return units > 0 ? [{ batch: one.batch, units }] : []
      })
      return { ...line, batches }
    })
}

/** Gives what was handed out of the pharmacy in these days its documents, batches and movements. */
export const loadDispenses = async (seedStock: SeedStock, from: number, until: number): Promise<void> => {
  const { db, stores } = seedStock
  const store = stores.get('Pharmacy') ?? 0
  const lines = await serve(seedStock, store, await findGiven(seedStock, from, until), until - 1)
  const prescriptions = [...Map.groupBy(lines, ({ prescription, at, by }) => `${prescription} ${at} ${by}`).values()]
  if (prescriptions.length === 0) return
  const { rows: documents } = await sql<{ id: number; number: string }>`
    insert into dispenses (number, kind, store_id, prescription_id, patient_id, dispensed_at, dispensed_by)
    select next_number('dispense', extract(year from d.at)::integer), 'prescription', ${store}::integer, d.prescription, d.patient, d.at, d.by
    from json_to_recordset(${JSON.stringify(prescriptions.map(([first]) => first))}::json)
      as d(prescription integer, patient integer, at timestamptz, by integer)
    returning id, number`.execute(db)
  const rows = prescriptions.flatMap((given, place) => given.map((line) => ({ ...line, dispense: documents[place]!.id })))
  await sql`
    update dispense_items p set dispense_id = r.dispense, units = r.units
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id integer, dispense integer, units integer) where p.id = r.id`.execute(db)
  const batches = rows.flatMap((line) => line.batches.map((of) => ({ line: line.id, item: line.item, ...of })))
  await sql`
    insert into dispense_batches (dispense_item_id, item_id, batch_id, units)
    select line, item, batch, units
    from json_to_recordset(${JSON.stringify(batches)}::json) as b(line integer, item integer, batch integer, units integer)`.execute(db)
  for (const [place, given] of prescriptions.entries()) {
    const { id, number } = documents[place]!
    const movements = given.flatMap((line) =>
      line.batches.map(({ batch, units }): Movement => ({
        store,
        item: line.item,
        batch,
        state: 'usable',
        kind: 'dispense',
        quantity: -units,
      })),
    )
    await writeEntry(db, { number, document: { dispense: id }, by: given[0]!.by, now: new Date(given[0]!.at) }, movements)
    hold(seedStock, movements)
  }
}

/** Half of a line that waits today goes out: the rest is owed. */
const dispensePart = async (seedStock: SeedStock, now: Date) => {
  const { db, people } = seedStock
  const by = people.get('pharmacist') ?? 0
  await sql`
    insert into dispense_items (prescribed_drug_id, item_id, quantity, dispensed_at, dispensed_by)
    select d.id, d.item_id, floor(d.quantity / 2), greatest(d.prescribed_at, ${new Date(now.getTime() - 4 * 60_000)}::timestamptz), ${by}::integer
    from prescribed_drugs d join prescriptions p on p.id = d.prescription_id and p.status = 'pending'
    join stock_levels l on l.item_id = d.item_id and l.usable >= d.quantity
    join stores s on s.id = l.store_id and s.name = 'Pharmacy'
    where d.cancelled_at is null and not d.is_dispensed and d.quantity >= 10 order by d.id limit 1`.execute(db)
}

/** What went over the counter today, once the board of today is there; and of tramadol a register is kept. */
export const loadToday = async (seedStock: SeedStock, now: Date): Promise<void> => {
  await seedStock.db
    .updateTable('stocked_items')
    .set({ is_controlled: true })
    .where('item_id', '=', sql<number>`(select id from items where code = 'DRG-39')`)
    .execute()
  await dispensePart(seedStock, now)
  await loadDispenses(seedStock, seedStock.today, seedStock.today + 1)
}

/** What was handed out is worth what it was charged, and waited since it was prescribed. */
export const valueDispensed = async (db: Db): Promise<void> => {
  await sql`select value_handed_out(array(
    select prescribed_drug_id from dispense_items where prescribed_drug_id is not null and unit_price = 0))`.execute(db)
  await sql`
    update dispenses s set waited_since = w.since
    from (
      select p.dispense_id as id, min(d.prescribed_at) as since
      from dispense_items p join prescribed_drugs d on d.id = p.prescribed_drug_id group by p.dispense_id
    ) w
    where s.id = w.id and s.waited_since is null
      and not exists (select from dispenses e where e.prescription_id = s.prescription_id and e.id < s.id)`.execute(db)
}
