import { Button, Kbd } from '@mantine/core'
import { IconArrowBackUp, IconReceiptRefund } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { pages } from '#web/calls/api.ts'
import { dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages, type Rows } from '#web/calls/rows.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { listCreditNotes, listReceipts, refundCreditNote, reverseReceipt } from '#features/billing/contract-payments.ts'
import { creditable, modeName } from '#features/billing/rules.ts'
import { isNothing } from '../bill-rules.ts'
import type { CreditNote, Invoice, InvoiceItem, Receipt } from '../bill-types.ts'
import { receiptKindWord } from '../bill-labels.ts'
import { useBillRights } from './use-bill.ts'
import { useDocuments } from '../use-documents.ts'
import { mayReverse, useReversal } from '../use-reversal.ts'
import styles from './bill-documents.module.css'

interface HistoryEvent {
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
const historyOf = (bill: Bill, lines: readonly Line[], receipts: readonly Receipt[], notes: readonly CreditNote[]): HistoryEvent[] => {
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

const SHOWN = 40

const sentence = (event: HistoryEvent): string => {
  if (event.kind === 'opened') return t('Bill opened')
  if (event.kind === 'issued') return t('Issued')
  if (event.kind === 'added') return t('{item} added', { item: event.what })
  if (event.kind === 'cancelled') return t('{item} added, cancelled later', { item: event.what })
  const words = { number: event.what, reason: event.reason }
  return {
    payment: t('Paid, {number}', words),
    refund: t('Refunded, {number}', words),
    reversal: t('Receipt reversed, {number}: {reason}', words),
    credited: t('Credited, {number}: {reason}', words),
  }[event.kind]
}

interface Props {
  bill: Invoice
  lines: readonly InvoiceItem[]
  receipts: readonly Receipt[]
  notes: readonly CreditNote[]
}

/** What happened to a bill and who did it, newest first. */
const BillHistory = ({ bill, lines, receipts, notes }: Props) => {
  const events = historyOf(bill, lines, receipts, notes)
  return (
    <details className={`section ${styles.billHistory}`}>
      <summary>
        <h2>{t('History')}</h2>
      </summary>
      <ol className="bare-list">
        {events.slice(0, SHOWN).map((event) => (
          <li className="flex gap-5" key={event.key}>
            <span className="num t3 small">{dateTime(event.at)}</span>
            <span className="grow">
              {sentence(event)} {event.by && <span className="small t3">· {event.by}</span>}
            </span>
            <span className="num">{money(event.amount)}</span>
          </li>
        ))}
      </ol>
      {events.length > SHOWN && <p className="small t3">{t('{n} earlier steps', { n: events.length - SHOWN })}</p>}
    </details>
  )
}

const CreditDialog = lazy(async () => ({ default: (await import('./credit-dialog.tsx')).CreditDialog }))
const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }))

const PAGE = 100

const ReceiptDocument = ({ receipt }: { receipt: Receipt }) => {
  const { can } = useRights()
  const { printReceipt } = useDocuments()
  const { reverse, isReversing } = useReversal()
  return (
    <li className={`in-row gap-2-6 pad-4-0 divided wrap ${styles.document}`}>
      <span className="grow">
        <span className="row wrap">
          <b className="num">{receipt.number}</b>
          <span className="t2">{receiptKindWord(receipt.kind)}</span>
          {receipt.reversed_by_number !== null && (
            <Status tone="inactive" icon={IconArrowBackUp}>
              {t('reversed by {number}', { number: receipt.reversed_by_number })}
            </Status>
          )}
        </span>
        <span className="small t3 num">
          {[
            dateTime(receipt.received_at),
            receipt.received_by_name,
            ...receipt.payments.map(({ payment_mode_name, reference, amount }) =>
              [modeName(payment_mode_name, t), receipt.payments.length > 1 && money(amount), reference].filter(Boolean).join(' '),
            ),
            receipt.reason,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <b className="num">{money(receipt.total)}</b>
      <span className="row no-print">
        {can(reverseReceipt) && mayReverse(receipt) && (
          <Button
            size="compact-sm"
            loading={isReversing}
            aria-label={t('Reverse {number}', { number: receipt.number })}
            onClick={() => reverse(receipt)}
          >
            {t('Reverse')}
          </Button>
        )}
        <Button size="compact-sm" aria-label={t('Print {number}', { number: receipt.number })} onClick={() => printReceipt(receipt.id)}>
          {t('Print')}
        </Button>
      </span>
    </li>
  )
}

const CreditDocument = ({ note, onRefund }: { note: CreditNote; onRefund?: () => void }) => {
  const { printCreditNote } = useDocuments()
  return (
    <li className={`in-row gap-2-6 pad-4-0 divided wrap ${styles.document}`}>
      <span className="grow">
        <span className="row wrap">
          <b className="num">{note.number}</b>
          <span className="t2">{t('Credit note')}</span>
          {!isNothing(note.refunded) && <span className="small t2 num">{t('{amount} refunded', { amount: money(note.refunded) })}</span>}
        </span>
        <span className="small t3 num">
          {[dateTime(note.issued_at), note.issued_by_name, note.reason, note.items.map(({ item_name }) => item_name).join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <b className="num">−{money(note.total)}</b>
      <span className="row no-print">
        {onRefund && !isNothing(note.refundable) && (
          <Button size="compact-sm" variant="filled" onClick={onRefund}>
            {t('Refund {amount}', { amount: money(note.refundable) })}
          </Button>
        )}
        <Button size="compact-sm" aria-label={t('Print {number}', { number: note.number })} onClick={() => printCreditNote(note.id)}>
          {t('Print')}
        </Button>
      </span>
    </li>
  )
}

const Receipts = ({ receipts }: { receipts: Rows<Receipt> }) => (
  <section className="section" aria-label={t('Payments')}>
    <h2>{t('Payments')}</h2>
    <FourStates
      query={receipts}
      loading={<Loading rows={2} />}
      isEmpty={(rows) => rows.length === 0}
      empty={<p className="t3">{t('No payments yet.')}</p>}
    >
      {(rows) => (
        <ul className="bare-list">
          {rows.map((receipt) => (
            <ReceiptDocument key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      )}
    </FourStates>
  </section>
)

const CreditNotes = ({ bill, lines, creditNotes }: { bill: Invoice; lines: InvoiceItem[]; creditNotes: Rows<CreditNote> }) => {
  const { can } = useRights()
  const rights = useBillRights(bill)
  const [isCrediting, setCrediting] = useState(false)
  const [refunding, setRefunding] = useState<CreditNote | null>(null)
  const notes = creditNotes.data ?? []
  const mayCredit = rights.mayCredit && creditable(lines, notes).length > 0
  useKeys(mayCredit ? [{ keys: 'K', label: t('Issue credit note'), run: () => setCrediting(true) }] : [])
  return (
    <section className="section" aria-label={t('Credit notes')}>
      <div className="row">
        <h2 className="grow">{t('Credit notes')}</h2>
        {mayCredit && (
          <Button
            leftSection={<IconReceiptRefund size={16} aria-hidden />}
            rightSection={<Kbd className="not-phone">K</Kbd>}
            aria-keyshortcuts="K"
            onClick={() => setCrediting(true)}
          >
            {t('Issue credit note')}
          </Button>
        )}
      </div>
      <FourStates
        query={creditNotes}
        loading={<Loading rows={1} />}
        isEmpty={(rows) => rows.length === 0}
        empty={<p className="t3">{t('No credit notes. An issued bill cannot be changed: errors on it are credited.')}</p>}
      >
        {(rows) => (
          <ul className="bare-list">
            {rows.map((note) => (
              <CreditDocument key={note.id} note={note} onRefund={can(refundCreditNote) ? () => setRefunding(note) : undefined} />
            ))}
          </ul>
        )}
      </FourStates>
      <Suspense>
        {isCrediting && (
          <CreditDialog
            bill={bill}
            lines={lines}
            notes={notes}
            onCredited={(note) => {
              setCrediting(false)
              if (can(refundCreditNote) && !isNothing(note.refundable)) setRefunding(note)
            }}
            onClose={() => setCrediting(false)}
          />
        )}
        {refunding && <RefundDialog key={refunding.id} bill={bill} note={refunding} onClose={() => setRefunding(null)} />}
      </Suspense>
    </section>
  )
}

/** What followed an issued bill: its receipts, its credit notes, and everything in order. */
export const BillDocuments = ({ bill, lines }: { bill: Invoice; lines: InvoiceItem[] }) => {
  const receipts = usePages(pages(listReceipts, { query: { invoice: bill.id, limit: PAGE } }))
  const notes = usePages(pages(listCreditNotes, { query: { invoice: bill.id, limit: PAGE } }))
  return (
    <>
      <Receipts receipts={receipts} />
      <CreditNotes bill={bill} lines={lines} creditNotes={notes} />
      <BillHistory bill={bill} lines={lines} receipts={receipts.data ?? []} notes={notes.data ?? []} />
    </>
  )
}
