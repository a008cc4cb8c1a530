import { IconAlertOctagon, IconBolt, IconTagOff } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { dateTime, dayOf, minutes, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import type { listCashierQueue } from '#features/billing/contract.ts'
import { isNothing } from '../bill-rules.ts'
import { whereWord } from '../bill-labels.ts'

export type QueueRow = ResponseOf<typeof listCashierQueue>[number]

const MINUTE = 60_000
/** Whoever is at the till now: of an earlier day nobody is. */
export const isAtTill = ({ track, is_left_open }: Pick<QueueRow, 'track' | 'is_left_open'>) => track === 'billing' && !is_left_open

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The rows whose name or number has every word that was typed. */
export const matchingRows = <R extends Pick<QueueRow, 'patient_name' | 'patient_number'>>(rows: readonly R[], q: string): R[] => {
  const words = folded(q).split(/\s+/).filter(Boolean)
  return rows.filter(({ patient_name, patient_number }) => {
    const text = folded(`${patient_name} ${patient_number}`)
    return words.every((word) => text.includes(word))
  })
}

/** Who comes next at the till after this bill: the first who is there and owes, else the first who owes. */
export const nextInQueue = <R extends Pick<QueueRow, 'invoice' | 'track' | 'due' | 'is_left_open'>>(
  rows: readonly R[],
  invoice: number,
): R | undefined => {
  const others = rows.filter((row) => row.invoice !== invoice && !isNothing(row.due))
  return others.find(isAtTill) ?? others[0]
}

const Where = ({ row: { track, track_since, is_left_open }, now }: { row: QueueRow; now: number }) => {
  if (is_left_open) return <Status tone="inactive">{t('Left open · {day}', { day: dayOf(track_since) })}</Status>
  const span = minutes(Math.max(0, Math.floor((now - Date.parse(track_since)) / MINUTE)))
  return (
    <span title={dateTime(track_since)}>
      <Status tone={isAtTill({ track, is_left_open }) ? 'waiting' : 'inactive'}>
        {`${isAtTill({ track, is_left_open }) ? t('At the cashier') : whereWord(track)} · ${span}`}
      </Status>
    </span>
  )
}

const Priority = ({ row: { priority } }: { row: QueueRow }) =>
  priority === 'emergency' ? (
    <Status chip tone="critical" icon={IconAlertOctagon}>
      {t('Emergency')}
    </Status>
  ) : priority === 'urgent' ? (
    <Status chip tone="attention" icon={IconBolt}>
      {t('Urgent')}
    </Status>
  ) : null

/** A flag for lines that have no price yet: the bill cannot be issued. */
export const Unpriced = ({ count }: { count: number }) =>
  count > 0 && (
    <Status chip tone="attention" icon={IconTagOff}>
      {t('{n} without a price', { n: count })}
    </Status>
  )

const payerOf = ({ insurance_company_name: name }: QueueRow) => name ?? t('Cash')

/** What a phone has no columns for: where they are, who pays and for how much. */
const PhoneFacts = ({ row, now }: { row: QueueRow; now: number }) => (
  <>
    <Where row={row} now={now} />
    <span className="small t2 num">
      {payerOf(row)} · {t('{count, plural, one {# item} other {# items}}', { count: row.item_count })}
    </span>
  </>
)

/** The columns of the queue at a moment: a phone keeps who, where and how much, a small screen leaves the name its room. */
export const queueColumns = (now: number, isPhone: boolean, isNarrow: boolean): readonly Column<QueueRow>[] => [
  {
    key: 'name',
    title: t('Name'),
    render: (row) => (
      <span className="stack items-start gap-1 text-wraps py-2">
        <span className="row wrap">
          <bdi className={`wrap-text${isAtTill(row) ? ' strong' : ''}`}>{row.patient_name}</bdi>
          {!isPhone && <Priority row={row} />}
          <Unpriced count={row.unpriced} />
        </span>
        {isPhone && <PhoneFacts row={row} now={now} />}
        <ListedAllergies patient={row.patient} />
        <OrdersPending visit={row.id} />
      </span>
    ),
  },
  {
    key: 'number',
    title: t('Number'),
    width: isNarrow ? 96 : 120,
    hideOnPhone: true,
    render: ({ patient_number: n }) => <span className="num">{n}</span>,
  },
  { key: 'where', title: t('Where'), width: 216, hideOnPhone: true, render: (row) => <Where row={row} now={now} /> },
  {
    key: 'payer',
    title: t('Payer'),
    width: 168,
    hideOnPhone: true,
    render: payerOf,
  },
  { key: 'items', title: t('Items'), width: 64, align: 'end', hideOnPhone: true, render: ({ item_count }) => item_count },
  {
    key: 'due',
    title: t('Due'),
    width: isPhone ? 96 : 112,
    align: 'end',
    render: ({ due }) => <span className={isNothing(due) ? 't3' : 'strong'}>{money(due)}</span>,
  },
]
