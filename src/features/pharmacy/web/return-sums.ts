import { creditable } from '#features/billing/rules.ts'
import type { InvoiceItem } from '#features/billing/contract.ts'
import type { CreditNote } from '#features/billing/contract-payments.ts'
import { pieceOfQuantity } from '#features/charges/rules.ts'
import { countOrNone, wholeOf } from '#features/stock/web/lines-field.tsx'
import { cents, thousandths } from '#shared/money.ts'
import type { DispenseItem } from './dispenses-columns.tsx'

/** What may come back of one batch of a line; a line that is not kept in stock has no batch. */
export interface Returnable {
  key: string
  dispenseItem: number
  batch: number | undefined
  name: string
  unit: string | null
  lot: string
  expires_on: string | null
  left: number
}

/** What is still with the patient, batch by batch. */
export const returnables = (items: readonly DispenseItem[]): Returnable[] =>
  items
    .flatMap((item): Returnable[] => {
      const returnedItem = { dispenseItem: item.id, name: item.item_name, unit: item.unit }
      if (item.batches.length === 0)
        return [{ ...returnedItem, key: `${item.id}`, batch: undefined, lot: '', expires_on: null, left: item.units - item.returned }]
      return item.batches.map(({ batch, lot, expires_on, units, returned }) => ({
        ...returnedItem,
        key: `${item.id}-${batch}`,
        batch,
        lot,
        expires_on,
        left: units - returned,
      }))
    })
    .filter(({ left }) => left > 0)

/** The units typed into a box: none when it is empty, null when that cannot come back. */
export const typedUnits = (typed: string, left: number): number | null => {
  const units = countOrNone(typed)
  return units !== null && units <= left ? units : null
}

/** Whether it is a number of units at all, however many; nothing is one, too. */
export const isUnits = (typed: string): boolean => typed.trim() === '' || wholeOf(typed) !== null

type BillLine = Pick<
  InvoiceItem,
  | 'id'
  | 'item_name'
  | 'status'
  | 'quantity'
  | 'item_amount'
  | 'tax'
  | 'credited'
  | 'insurer_amount'
  | 'patient_amount'
  | 'waiver'
  | 'order_kind'
  | 'order'
>
export interface Bill {
  patient_balance: string
  lines: readonly BillLine[]
  notes: readonly { items: Pick<CreditNote['items'][number], 'invoice_item' | 'quantity'>[] }[]
}
/** In cents. */
export interface ReturnSums {
  /** Paid already: it goes back to the patient. */
  back: number
  /** Comes off what the patient owes. */
  owed: number
  insurer: number
}

/** The line of a bill that an item was charged by: its own, else that of the prescribed line. */
const isOf =
  ({ id, line }: Pick<DispenseItem, 'id' | 'line'>) =>
  ({ order_kind, order, status }: BillLine) =>
    status !== 'cancelled' && ((order_kind === 'dispense' && order === id) || (order_kind === 'prescription' && order === line))

/** In thousandths of what was prescribed: so much of it these units covered. */
const covered = ({ units, covers }: Pick<DispenseItem, 'units' | 'covers'>, wanted: number) =>
  covers === null ? wanted * 1000 : Math.round((thousandths(covers) * wanted) / units)

/** What taking units back makes of a bill: who gets what, as the credit note will say; the server has the last word. */
export const sumsOf = ({ lines, notes, patient_balance }: Bill, items: readonly DispenseItem[], wanted: ReadonlyMap<number, number>) => {
  const left = creditable(lines, notes)
  let patient = 0
  let insurer = 0
  for (const item of items) {
    const units = wanted.get(item.id) ?? 0
    const charge = lines.find(isOf(item))
    const rest = left.find(({ id }) => id === charge?.id)?.left
    if (units === 0 || !charge || !rest || rest.quantity === 0) continue
    const quantity = charge.order_kind === 'dispense' ? units * 1000 : covered(item, units)
    const piece = pieceOfQuantity(rest, Math.min(rest.quantity, quantity))
    patient += piece.patient
    insurer += piece.insurer
  }
  const back = Math.min(patient, Math.max(0, patient - Math.max(0, cents(patient_balance))))
  return { back, owed: patient - back, insurer } satisfies ReturnSums
}
