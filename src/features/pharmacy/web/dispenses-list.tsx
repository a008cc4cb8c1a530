import { Button, Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPill, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Day } from '#features/stock/contract-items.ts'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useScans } from '#web/devices/use-scans.ts'
import { listDispenses } from '../contract.ts'
import { dispenseColumns, DISPENSES } from './dispenses-columns.tsx'
import { PharmacyChoice } from './queue-store.tsx'
import styles from './pharmacy.module.css'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'

const kinds = ['prescription', 'sale'] as const
type Kind = (typeof kinds)[number]

const kindWord = (kind: Kind) => ({ prescription: t('Prescriptions'), sale: t('Counter sales') })[kind]

/** On prescription, or sold at the counter. */
const KindFilter = ({ value, onChange }: { value: Kind | undefined; onChange: (kind: Kind | null) => void }) => (
  <Select
    aria-label={t('Type')}
    placeholder={t('All types')}
    clearable
    clearButtonProps={{ 'aria-label': t('Clear') }}
    data={kinds.map((kind) => ({ value: kind, label: kindWord(kind) }))}
    value={value ?? null}
    onChange={(kind) => onChange(kind)}
  />
)

const PAGE = 50
const state = { q: z.string().max(100), kind: z.enum(kinds), from: Day, to: Day, store: Id }

/** What went over the counter, newest first: found by number, name or bill. */
export const DispensesList = () => {
  const go = useNavigate()
  const isPhone = useMediaQuery(PHONE) ?? false
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const tools = useRef<HTMLDivElement>(null)
  const [{ q, kind, from, to, store }, set] = useUrlState(state)
  const rows = usePages({
    ...pages(listDispenses, { query: { q, kind, from, to, store, limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  useKeys([{ keys: '/', label: t('Find dispensed items'), run: () => tools.current?.querySelector('input')?.focus() }])
  useScans((code) => set({ q: code.slice(0, 100) }))
  const isNarrowed = [q, kind, from, to, store].some((value) => value !== undefined)
  return (
    <>
      <div className="doc-tools" role="search" ref={tools}>
        <SearchField label={t('Number, name or bill')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <KindFilter value={kind} onChange={(next) => set({ kind: next ?? '' })} />
        <DaysFilter from={from} to={to} onFrom={(day) => set({ from: day })} onTo={(day) => set({ to: day })} />
        <PharmacyChoice value={store} onChange={(id) => set({ store: id === null ? '' : String(id) })} />
      </div>
      <div className={`doc-rows rows-box flex column ${styles.queueRows}`}>
        <DataTable
          label={t('Dispensed')}
          columns={dispenseColumns(isPhone, isNarrow)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`${DISPENSES}/${id}`)}
          empty={
            isNarrowed ? (
              <Empty
                icon={IconSearch}
                title={t('No matching dispensed items')}
                action={<Button onClick={() => set({ q: '', kind: '', from: '', to: '', store: '' })}>{t('Show all')}</Button>}
              />
            ) : (
              <Empty icon={IconPill} title={t('Nothing dispensed yet')}>
                {t('Items dispensed over the counter appear here with their batches, and are returned from here.')}
              </Empty>
            )
          }
        />
      </div>
    </>
  )
}
