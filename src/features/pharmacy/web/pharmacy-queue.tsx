import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconPill,
  IconSearch,
  IconAlertOctagon,
  IconAlertTriangle,
  IconBolt,
  IconBoxOff,
  IconCash,
  IconCashRegister,
  IconMapPin,
  type Icon,
} from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { call, pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useNow } from '#web/state/use-now.ts'
import { useScans } from '#web/devices/use-scans.ts'
import { listPharmacyQueue, type QueueState, createSale } from '../contract-counter.ts'
import { PharmacyChoice } from './queue-store.tsx'
import { useStill } from './queue-still.ts'
import styles from './pharmacy.module.css'
import { PHONE, LAPTOP, type Status as Tone } from '#web/look/tokens.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { ageIn, dateTime, minutes, number, sex } from '#web/text/format.ts'
import { Status } from '#web/ui/status.tsx'

type QueueRow = ResponseOf<typeof listPharmacyQueue>[number]

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

/** How long something waits by now: minutes and hours, days from the second on. */
const waitText = (since: string, now: number): string => {
  const waited = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE))
  return waited < DAY_MINUTES ? minutes(waited) : t('{n} d', { n: Math.floor(waited / DAY_MINUTES) })
}

interface Badge {
  key: string
  tone: Tone
  icon: Icon
  text: string
}

const shortItems = ({ lines }: QueueRow): string => {
  const [first, ...more] = lines.filter(({ is_short }) => is_short)
  if (!first) return ''
  return more.length === 0
    ? t('Short: {item}', { item: first.item_name })
    : t('Short: {item} and {n} more', { item: first.item_name, n: more.length })
}

/** What somebody at the counter should know before they open it, most dangerous first. */
const badgesOf = (row: QueueRow): Badge[] => {
  const all: (Badge | false)[] = [
    row.priority === 'emergency' && { key: 'emergency', tone: 'critical', icon: IconAlertOctagon, text: t('Emergency') },
    row.lines.some((line) => line.is_against_warning) && {
      key: 'warning',
      tone: 'critical',
      icon: IconAlertTriangle,
      text: t('Warning overridden'),
    },
    row.priority === 'urgent' && { key: 'urgent', tone: 'attention', icon: IconBolt, text: t('Urgent') },
    row.is_from_till && { key: 'till', tone: 'inactive', icon: IconCashRegister, text: t('Billed at cashier') },
    row.is_unpaid && { key: 'unpaid', tone: 'attention', icon: IconCash, text: t('Unpaid') },
    shortItems(row) !== '' && { key: 'short', tone: 'attention', icon: IconBoxOff, text: shortItems(row) },
  ]
  return all.filter((badge) => badge !== false)
}

const State = ({ row }: { row: QueueRow }) => (
  <span className={`in-row min-w-0 wrap gap-3 ${styles.queueBadges}`}>
    {row.status === 'partially dispensed' && <Status tone="progress">{t('Partly dispensed')}</Status>}
    {badgesOf(row).map(({ key, tone, icon, text }) => (
      <Status key={key} chip tone={tone} icon={icon}>
        <span className="wrap-text">{text}</span>
      </Status>
    ))}
    <OrdersPending visit={row.visit} />
  </span>
)

const Drugs = ({ row: { lines } }: { row: QueueRow }) => (
  <span className="wrap-text" title={lines.map(({ item_name, left }) => `${item_name} × ${number(left)}`).join('\n')}>
    {lines.map(({ id, item_name, left }, at) => (
      <span key={id}>
        {at > 0 && ', '}
        {item_name} <span className="t3 num">× {number(left)}</span>
      </span>
    ))}
  </span>
)

const Name = ({ row }: { row: QueueRow }) => <bdi className="strong wrap-text">{row.patient_name}</bdi>
const Here = ({ row }: { row: QueueRow }) =>
  row.is_here && (
    <Status tone="waiting" icon={IconMapPin}>
      {t('On site')}
    </Status>
  )

/** Whose it is beside the name: number, sex and age, and whether they stand at the counter. */
const Owner = ({ row }: { row: QueueRow }) => (
  <span className="row">
    <span className="t3 num small clip">
      {[row.patient_number, [sex(row.gender), row.age === null ? '' : ageIn('y', row.age)].filter(Boolean).join(' ')].join(' · ')}
    </span>
    <Here row={row} />
  </span>
)

/** The columns at a moment; a phone has all but the prescriber in one. */
const queueColumns = (now: number, isPhone: boolean, isNarrow: boolean, isGone: (row: QueueRow) => boolean): Column<QueueRow>[] => {
  const waits: Column<QueueRow> = {
    key: 'waits',
    title: t('Waiting'),
    width: isPhone ? 84 : 96,
    align: 'end',
    render: (row) =>
      isGone(row) ? (
        <span className="t3">{t('Done')}</span>
      ) : (
        <span title={dateTime(row.waiting_since)}>{waitText(row.waiting_since, now)}</span>
      ),
  }
  if (isPhone)
    return [
      {
        key: 'patient',
        title: t('Patient'),
        render: (row) => (
          <span className={`stack min-w-0 gap-1 ${styles.queueCell}`}>
            <span className="row">
              <Name row={row} />
              <Here row={row} />
            </span>
            <ListedAllergies patient={row.patient} />
            <Drugs row={row} />
            <State row={row} />
          </span>
        ),
      },
      waits,
    ]
  return [
    {
      key: 'patient',
      title: t('Patient'),
      width: isNarrow ? 208 : 272,
      render: (row) => (
        <span className={`stack min-w-0 gap-1 ${styles.queueCell}`}>
          <Name row={row} />
          <Owner row={row} />
          <ListedAllergies patient={row.patient} />
        </span>
      ),
    },
    {
      key: 'drugs',
      title: t('To dispense'),
      wraps: true,
      render: (row) => (
        <span className={`stack min-w-0 gap-1 ${styles.queueCell}`}>
          <Drugs row={row} />
          <State row={row} />
        </span>
      ),
    },
    ...(isNarrow
      ? []
      : [{ key: 'by', title: t('Prescribed by'), width: 160, render: ({ prescribed_by_name }: QueueRow) => prescribed_by_name }]),
    waits,
  ]
}

const PAGE = 100
const TICK_MS = 15_000
const ADDRESS = '/dashboard/pharmacy/prescriptions'

interface Props {
  q: string
  state: QueueState
  store: number | undefined
  onChange: (change: { q?: string; state?: string; store?: string }) => void
}

const Nothing = ({ q, state, onChange }: Pick<Props, 'q' | 'state' | 'onChange'>) =>
  q === '' && state === 'all' ? (
    <Empty icon={IconPill} title={t('No prescriptions to dispense')}>
      {t('Prescriptions by doctors appear here automatically.')}
    </Empty>
  ) : (
    <Empty
      icon={IconSearch}
      title={q === '' ? t('No matching prescriptions') : t('No prescription to dispense matches “{q}”', { q })}
      action={<Button onClick={() => onChange({ q: '', state: '' })}>{t('Show all')}</Button>}
    >
      {q === '' ? undefined : t('Prescriptions already dispensed are under “Dispensed”.')}
    </Empty>
  )

/** The keys of the room, for whoever has not learnt them yet. */
const Keys = () => {
  const { can } = useRights()
  const keys = [
    { key: '/', does: t('search') },
    { key: '↑ ↓', does: t('move') },
    { key: 'Enter', does: t('open') },
    ...(can(createSale) ? [{ key: 'N', does: t('counter sale') }] : []),
  ]
  return (
    <span className={`flex items-centre ${styles.queueKeys} not-phone`}>
      {keys.map(({ key, does }) => (
        <span key={key} className={`flex items-centre ${styles.queueKeys}`}>
          <Kbd size="xs">{key}</Kbd> {does}
        </span>
      ))}
    </span>
  )
}

/** Opens the one prescription that a text stands for: a scanned one, the number of a patient or visit; else shows what it finds. */
const useOpening = (store: number | undefined, show: (q: string) => void) => {
  const go = useNavigate()
  return async (text: string) => {
    const q = text.trim().slice(0, 100)
    if (q === '') return
    const [only, ...more] = await call(listPharmacyQueue, { query: { q, limit: 2, ...(store !== undefined && { store }) } })
    if (only && more.length === 0) void go(`${ADDRESS}/${only.id}`)
    else show(q)
  }
}

/** Prescriptions with something to hand out, who waits longest first. Arrows walk, Enter opens; a scan opens at once. */
export const PharmacyQueue = ({ q, state, store, onChange }: Props) => {
  const go = useNavigate()
  const now = useNow(TICK_MS)
  const isPhone = useMediaQuery(PHONE) ?? false
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const box = useRef<HTMLDivElement>(null)
  const asked = { ...(state !== 'all' && { state }), ...(q !== '' && { q }), ...(store !== undefined && { store }), limit: PAGE }
  const rows = usePages({ ...pages(listPharmacyQueue, { query: asked }), placeholderData: keepPreviousData })
  const { shown, isGone, ...still } = useStill(rows.data, JSON.stringify(asked))
  const openText = useOpening(store, (text) => onChange({ q: text }))
  const open = (text: string) => void openText(text).catch(toast.failed)
  useScans(open)
  useKeys([{ keys: '/', label: t('Find prescription'), run: () => box.current?.querySelector('input')?.focus() }])
  const walk = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow leads from the box to the rows
    <div className={`fill stack gap-5 ${styles.queue}`} ref={box} onKeyDown={walk}>
      <div className="doc-tools" role="search">
        <SearchField
          label={t('Name or number, or scan a prescription')}
          value={q}
          onChange={(text) => onChange({ q: text })}
          onEnter={open}
        />
        <PharmacyChoice value={store} onChange={(id) => onChange({ store: id === null ? '' : String(id) })} />
      </div>
      <div className={`rows-box flex column ${styles.queueRows}`} {...still}>
        <DataTable
          label={t('To dispense')}
          columns={queueColumns(now, isPhone, isNarrow, isGone)}
          rows={{ ...rows, data: shown }}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${ADDRESS}/${id}`)}
          foot={<Keys />}
          empty={<Nothing q={q} state={state} onChange={onChange} />}
        />
      </div>
    </div>
  )
}
