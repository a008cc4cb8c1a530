import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPill, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { call, pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useNow } from '#web/state/use-now.ts'
import { useScans } from '#web/devices/use-scans.ts'
import { listPharmacyQueue, type QueueState, createSale } from '../contract-counter.ts'
import { queueColumns } from './queue-rows.tsx'
import { PharmacyChoice } from './queue-store.tsx'
import { useStill } from './queue-still.ts'
import styles from './pharmacy.module.css'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'

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
    <Empty icon={IconPill} title={t('Nothing waits to be dispensed')}>
      {t('What doctors prescribe appears here by itself.')}
    </Empty>
  ) : (
    <Empty
      icon={IconSearch}
      title={q === '' ? t('No prescription waits like that') : t('No prescription to be dispensed matches “{{q}}”', { q })}
      action={<Button onClick={() => onChange({ q: '', state: '' })}>{t('Show all')}</Button>}
    >
      {q === '' ? undefined : t('What was handed out already is under “Handed out”.')}
    </Empty>
  )

/** The keys of the room, for whoever has not learnt them yet. */
const Keys = () => {
  const { can } = useRights()
  const keys = [
    { key: '/', does: t('find') },
    { key: '↑ ↓', does: t('walk') },
    { key: 'Enter', does: t('open') },
    ...(can(createSale) ? [{ key: 'N', does: t('counter sale') }] : []),
  ]
  return (
    <span className={`${styles.queueKeys} not-phone`}>
      {keys.map(({ key, does }) => (
        <span key={key} className={styles.queueKeys}>
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
  useKeys([{ keys: '/', label: t('Find a prescription'), run: () => box.current?.querySelector('input')?.focus() }])
  const walk = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement) || event.target.type !== 'search') return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow leads from the box to the rows
    <div className={styles.queue} ref={box} onKeyDown={walk}>
      <div className="doc-tools" role="search">
        <SearchField
          label={t('Name, number, or scan a prescription')}
          value={q}
          onChange={(text) => onChange({ q: text })}
          onEnter={open}
        />
        <PharmacyChoice value={store} onChange={(id) => onChange({ store: id === null ? '' : String(id) })} />
      </div>
      <div className={styles.queueRows} {...still}>
        <DataTable
          label={t('To dispense')}
          columns={queueColumns(now, isPhone, isNarrow, isGone)}
          of={{ ...rows, data: shown }}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${ADDRESS}/${id}`)}
          foot={<Keys />}
          empty={<Nothing q={q} state={state} onChange={onChange} />}
        />
      </div>
    </div>
  )
}
