import { readClinicHead } from '#features/company/public.ts'
import type { Download } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { Context } from '#platform/http/handle.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { day, figure, moment } from '#platform/pdf/printed-values.ts'
import type { GoodsReceipt } from '#features/purchasing/contract-receipts.ts'
import { getReceipt } from './receipts.ts'

const template = new URL('./receipt.typ', import.meta.url)

const factsOf = (receipt: GoodsReceipt, zone: string): [string, string][] => [
  ['Supplier', receipt.supplier_name ?? 'None: it was given'],
  ['Store', receipt.store_name],
  ['Purchase order', receipt.purchase_order_number ?? '–'],
  ['Delivery note', receipt.delivery_note || '–'],
  ['Received', moment(receipt.received_at, zone)],
  ['Received by', receipt.received_by_name],
  ...(receipt.reverses_number === null ? [] : [['Reverses', receipt.reverses_number] satisfies [string, string]]),
]

const extrasOf = ({ free_quantity, damaged_units, unit }: GoodsReceipt['items'][number]) =>
  [free_quantity === 0 ? '' : `${free_quantity} free`, damaged_units === 0 ? '' : `${damaged_units} ${unit} damaged`]
    .filter(Boolean)
    .join(', ')

const cellsOf = (row: GoodsReceipt['items'][number], place: number, currency: string) => [
  `${place + 1}`,
  [row.item_name, extrasOf(row)].filter(Boolean).join(' · '),
  row.lot || '–',
  row.expires_on === null ? '–' : day(row.expires_on),
  `${row.quantity} × ${row.pack_name ?? row.unit}`,
  `${row.units} ${row.unit}`,
  figure(row.purchase_price, currency),
  figure(row.total_price, currency),
]

const stampOf = ({ reverses, reversed_by, is_donation }: GoodsReceipt) =>
  reverses !== null ? 'REVERSAL' : reversed_by !== null ? 'REVERSED' : is_donation ? 'DONATION' : ''

/** The receipt note of a delivery as PDF, in English, A4: texts are data to the template, never markup. 404 when there is none. */
export const printNote = async (
  db: Db,
  files: FileStore,
  printPdf: PrintPdf,
  id: number,
  { user, now }: Pick<Context, 'user' | 'now'>,
): Promise<Download> => {
  const receipt = await getReceipt(db, id)
  const { clinic, currency, zone } = await readClinicHead(db, files, 'a4')
  const words = {
    title: 'Goods receipt',
    number: receipt.number,
    stamp: stampOf(receipt),
    facts: factsOf(receipt, zone),
    columns: ['', 'Item', 'Lot', 'Expires', 'Packs', 'Units', 'Price', 'Total'],
    rows: receipt.items.map((row, place) => cellsOf(row, place, currency)),
    total: `Total without tax ${currency} ${figure(receipt.total, currency)}`,
    note: receipt.note,
    signatures: ['Delivered by', 'Received by'],
    foot: `Printed ${moment(now, zone)} by ${user.first_name} ${user.last_name}`.trimEnd(),
  }
  const body = await printPdf(template, {
    ...breakAll(words),
    clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
  })
  return { body, filename: `${receipt.number.replaceAll('/', '-')}.pdf`, inline: true }
}
