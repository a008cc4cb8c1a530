import { sql } from 'kysely'
import { numberDocuments, settleCharges, type OrderKind } from '#features/charges/public.ts'
import { thousandths } from '#shared/money.ts'
import { type Owed } from '#features/charges/rules.ts'
import type { Db } from '#platform/db/connect.ts'

/** Said of charges that change because of what was handed out; what leaves a bill for another reason was taken off by hand. */
export const NOT_DISPENSED = 'Not dispensed'
export const RETURNED = 'Returned'
/** With the wording of charges that were cancelled before the texts were reworded. */
export const ownReasons = [NOT_DISPENSED, 'Not handed out', RETURNED]

interface Part {
  id: number
  item: number
  /** That did not come back, as text. */
  units: string
  /** So much of it somebody took off the bill: it stays off. */
  off: string
}
interface Line {
  id: number
  item: number
  /** So much of it can still be handed out, as text. */
  left: string
  is_closed: boolean
  /** Somebody took its charge off the bill: it stays off. */
  is_off: boolean
  /** The clinic wants its money first. */
  pays_first: boolean
  parts: Part[]
}

/** Holds the bills that lines are charged on: what is taken off them by hand is known before it is asked what is owed. */
const lockBills = (db: Db, lines: readonly number[]) =>
  sql`select from invoices i where i.id in (
      select c.invoice_id from charges c
      where c.order_kind = 'prescription' and c.order_id = any(${lines}::integer[]) and c.cancelled_at is null
      union all
      select c.invoice_id from dispense_items p join charges c on c.order_kind = 'dispense' and c.order_id = p.id and c.cancelled_at is null
      where p.prescribed_drug_id = any(${lines}::integer[]))
    order by i.id for update`.execute(db)

const findLines = async (db: Db, ids: readonly number[]): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    select d.id, d.item_id as item, (d.quantity - d.quantity_dispensed)::text as left, d.is_dispensed or d.refused_at is not null as is_closed,
      exists (select from charges c where c.order_kind = 'prescription' and c.order_id = d.id and c.cancelled_at is not null
        and c.cancel_reason <> all (${ownReasons}::text[])) as is_off,
      (select pay_first from pharmacy_settings) as pays_first,
      (select coalesce(json_agg(json_build_object('id', p.id, 'item', p.item_id, 'units', (coalesce(p.units, p.quantity) - p.returned)::text,
          'off', (select coalesce(sum(c.quantity), 0) from charges c where c.order_kind = 'dispense' and c.order_id = p.id
            and c.cancelled_at is not null and c.cancel_reason <> all (${ownReasons}::text[]))::text) order by p.id), '[]') from dispense_items p where p.prescribed_drug_id = d.id) as parts
    from prescribed_drugs d where d.id = any(${ids}::integer[]) and d.cancelled_at is null order by d.id`.execute(db)
  return rows
}

const dispensed = (parts: readonly Part[]) => parts.reduce((sum, { units }) => sum + thousandths(units), 0)
const owedText = (parts: readonly Part[]) =>
  parts.reduce((sum, { units, off }) => sum + Math.max(0, thousandths(units) - thousandths(off)), 0)
const ordersOf = (parts: readonly Part[]) => parts.map(({ id }) => ({ kind: 'dispense' as const, id }))

/** What is owed for a line: what was handed out and did not come back; while that is nothing, or money comes first, all that is still to be. */
const owedFor = ({ id, item, left, is_closed, is_off, pays_first, parts }: Line): Owed<OrderKind>[] => {
  const own = parts.filter((part) => part.item === item)
  const others = Map.groupBy(
    parts.filter((part) => part.item !== item),
    (part) => part.item,
  )
  const isAskedAhead = !is_closed && (pays_first || dispensed(parts) === 0)
  const line = { kind: 'prescription' as const, id }
  const ofLine: Owed<OrderKind> = {
    item,
    orders: [line, ...ordersOf(own)],
    bearers: [line, ...ordersOf(own).toReversed()],
    quantity: owedText(own) + (isAskedAhead ? thousandths(left) : 0),
    isFinal: is_closed,
  }
  const ofOthers = [...others].map(([other, of]) => ({
    item: other,
    orders: ordersOf(of),
    // Of a line that was taken off the bill, what was handed out in its place is not charged either.
    bearers: is_off ? [] : ordersOf(of).toReversed(),
    quantity: owedText(of),
    isFinal: true,
  }))
  return is_off ? ofOthers : [ofLine, ...ofOthers]
}

export interface SettlingLines {
  visit: number
  lines: readonly number[]
  reason: string
  by: number
  now: Date
}

/**
 * Makes the bills of lines say what was handed out of them, after it was written, and the portions what they are charged. Answers credit
 * notes to be numbered last of all, and whether any charge changed.
 */
export const settleLines = async (db: Db, { visit, lines, reason, by, now }: SettlingLines) => {
  const [, found] = await Promise.all([lockBills(db, lines), findLines(db, lines)])
  const settlement = await settleCharges(db, found.flatMap(owedFor), { visit, reason, by, now })
  // Once the bills are held: nobody changes a price meanwhile.
  await sql`select value_handed_out(${lines}::integer[])`.execute(db)
  return settlement
}

/** Numbers the credit notes of a settlement: nobody else gets a number until the transaction ends, so it is done last of all. */
export const numberCreditNotes = async (db: Db, creditNotes: readonly number[]) => {
  for (const creditNote of creditNotes) await numberDocuments(db, { creditNote })
}
