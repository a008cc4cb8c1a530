import { dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { CreditNote, Invoice, InvoiceItem, Receipt } from '../bill-types.ts'
import { historyOf, type HistoryEvent } from './history-rules.ts'

const SHOWN = 40

const sentence = (event: HistoryEvent): string => {
  if (event.kind === 'opened') return t('Bill opened')
  if (event.kind === 'issued') return t('Issued')
  if (event.kind === 'added') return t('{{item}} added', { item: event.what })
  if (event.kind === 'cancelled') return t('{{item}} added, cancelled later', { item: event.what })
  const words = { number: event.what, reason: event.reason }
  return {
    payment: t('Paid, {{number}}', words),
    refund: t('Paid back, {{number}}', words),
    reversal: t('Receipt taken back, {{number}}: {{reason}}', words),
    credited: t('Credited, {{number}}: {{reason}}', words),
  }[event.kind]
}

interface Props {
  bill: Invoice
  lines: readonly InvoiceItem[]
  receipts: readonly Receipt[]
  notes: readonly CreditNote[]
}

/** What happened to a bill and who did it, newest first. */
export const BillHistory = ({ bill, lines, receipts, notes }: Props) => {
  const events = historyOf(bill, lines, receipts, notes)
  return (
    <details className="section bill-history">
      <summary>
        <h2>{t('History')}</h2>
      </summary>
      <ol>
        {events.slice(0, SHOWN).map((event) => (
          <li key={event.key}>
            <span className="num t3 small">{dateTime(event.at)}</span>
            <span className="grow">
              {sentence(event)} {event.by && <span className="small t3">· {event.by}</span>}
            </span>
            <span className="num">{money(event.amount)}</span>
          </li>
        ))}
      </ol>
      {events.length > SHOWN && <p className="small t3">{t('{{n}} earlier steps', { n: events.length - SHOWN })}</p>}
    </details>
  )
}
