import type { CreditNote, Invoice, InvoiceItem, Receipt } from '../bill-types.ts'

export interface HistoryEvent {
  key: string
  kind: 'opened' | 'issued' | 'added' | 'cancelled' | 'credited' | Receipt['kind']
  at: string
  by: string | null
  amount: string | null
  /** The line or the paper it is about. */
  what: string
  reason: string | null
}

type Bill = Pick<Invoice, 'invoice_created_at' | 'issued_at' | 'issued_by_name' | 'invoice_amount'>
type Line = Pick<InvoiceItem, 'id' | 'item_name' | 'item_created_at' | 'created_by_name' | 'item_amount' | 'status' | 'cancel_reason'>

/** What happened to a bill, newest first. */
export const historyOf = (
  bill: Bill,
  lines: readonly Line[],
  receipts: readonly Receipt[],
  notes: readonly CreditNote[],
): HistoryEvent[] => {
  const events: HistoryEvent[] = [
    { key: 'opened', kind: 'opened', at: bill.invoice_created_at, by: null, amount: null, what: '', reason: null },
    ...lines.map((line): HistoryEvent => ({
      key: `line-${line.id}`,
      kind: line.status === 'cancelled' ? 'cancelled' : 'added',
      at: line.item_created_at,
      by: line.created_by_name,
      amount: line.item_amount,
      what: line.item_name,
      reason: line.cancel_reason,
    })),
    ...(bill.issued_at === null
      ? []
      : [
          {
            key: 'issued',
            kind: 'issued' as const,
            at: bill.issued_at,
            by: bill.issued_by_name,
            amount: bill.invoice_amount,
            what: '',
            reason: null,
          },
        ]),
    ...receipts.map((receipt): HistoryEvent => ({
      key: `receipt-${receipt.id}`,
      kind: receipt.kind,
      at: receipt.received_at,
      by: receipt.received_by_name,
      amount: receipt.total,
      what: receipt.number,
      reason: receipt.reason,
    })),
    ...notes.map((note): HistoryEvent => ({
      key: `note-${note.id}`,
      kind: 'credited',
      at: note.issued_at,
      by: note.issued_by_name,
      amount: note.total,
      what: note.number,
      reason: note.reason,
    })),
  ]
  // Of what happened in one moment the later step stands first.
  return events
    .map((event, at) => ({ event, at }))
    .toSorted((a, b) => Date.parse(b.event.at) - Date.parse(a.event.at) || b.at - a.at)
    .map(({ event }) => event)
}
