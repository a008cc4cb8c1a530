import { printPages } from '#features/billing/public.ts'
import { readClinicHead } from '#features/company/public.ts'
import { cents } from '#shared/money.ts'
import type { Download } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { day, figure, joined, moment } from '#platform/pdf/printed-values.ts'
import type { Requisition, RequisitionItem } from '../contract-requisitions.ts'
import { known, packed, type Press, printedBy } from './print-order.ts'
import { getRequisition } from './requisitions/find.ts'

const stampOf: Partial<Record<Requisition['status'], string>> = {
  draft: 'DRAFT - not submitted',
  submitted: 'NOT APPROVED YET',
  'department approved': 'NOT APPROVED YET',
  rejected: 'REJECTED',
  cancelled: 'CANCELLED',
}

const tableOf = (items: readonly RequisitionItem[]) => ({
  columns: [
    { title: 'Item', align: 'start' as const },
    { title: 'Pack', align: 'start' as const },
    { title: 'Supplier', align: 'start' as const },
    ...['Requested', 'Approved', 'Ordered', 'Issued'].map((title) => ({ title, align: 'end' as const })),
  ],
  rows: items.map((row) => [
    { text: row.item_name, sub: joined(row.item_code, row.note) },
    { text: packed(row) },
    { text: row.supplier_name ?? '-' },
    { text: String(row.quantity_requested) },
    { text: String(row.quantity_approved ?? '-') },
    { text: `${row.ordered_units} ${row.unit}` },
    { text: `${row.issued_units} ${row.unit}` },
  ]),
})

const signed = (at: Date | null, by: string | null, zone: string) => at !== null && joined(by, moment(at, zone))

/** A requisition as PDF, in English, A4. 404 when there is none. */
export const printRequest = async (
  db: Db,
  { files, printPdf }: Press,
  id: number,
  by: Pick<Context, 'user' | 'now'>,
): Promise<Download> => {
  const [requisition, { clinic, currency, zone, own }] = await Promise.all([getRequisition(db, id), readClinicHead(db, files, 'a4')])
  const { number, status, total_amount, note, end_reason } = requisition
  const stamp = stampOf[status]
  const body = await printPages(
    printPdf,
    {
      size: 'a4',
      title: 'Requisition',
      number,
      isDraft: status === 'draft',
      stamps: stamp === undefined ? [] : [stamp],
      clinic,
      facts: known([
        ['Date', moment(requisition.date_created, zone)],
        ['Department', signed(requisition.department_approved_at, requisition.department_approved_by_name, zone)],
        ['Procurement', signed(requisition.procurement_approved_at, requisition.procurement_approved_by_name, zone)],
        ['Ended', signed(requisition.ended_at, requisition.ended_by_name, zone)],
        ['Reason', end_reason],
      ]),
      party: {
        title: 'Requested by',
        name: requisition.requested_by_name,
        facts: known([
          ['For', requisition.store_name],
          ['Needed by', requisition.needed_by !== null && day(requisition.needed_by)],
        ]),
      },
      table: tableOf(requisition.items),
      lines: [],
      totals:
        cents(total_amount) === 0
          ? []
          : [{ label: `At last cost, ${currency}`, amount: figure(total_amount, currency), tone: 'total' as const }],
      entries: [],
      closing: [],
      note: note || null,
      foot: [printedBy(by, zone)],
      proof: null,
    },
    own,
  )
  return { body, filename: `${number.replaceAll('/', '-')}.pdf`, inline: true }
}
