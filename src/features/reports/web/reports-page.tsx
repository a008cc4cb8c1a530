import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPackage } from '@tabler/icons-react'
import { z } from 'zod'
import { listStores } from '#calls/stock/contract-items.ts'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { date, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { serviceGroups, stockGroups, waitGroups } from '../contract.ts'
import { laboratoryReports } from './laboratory-list.ts'
import { daysIn, rangeState, type Days, daysOf, presets, type Preset } from './ranges.ts'
import { ReportFiles } from './report-files.tsx'
import { type Choice, pharmacyReports, reportKeys, salesReports, stockReports, type ReportView as View } from './report-list.ts'
import { ReportView } from './report-view.tsx'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { getItem, listItems } from '#features/catalogue/contract.ts'
import { DateField } from '#web/ui/date-field.tsx'
import styles from './reports.module.css'

const word = (preset: Preset | 'own') =>
  ({
    today: t('Today'),
    yesterday: t('Yesterday'),
    week: t('This week'),
    month: t('This month'),
    'last-month': t('Last month'),
    own: t('Custom'),
  })[preset]

interface Props {
  period: 'range' | 'day'
  days: Days
  onPreset: (preset: Preset) => void
  onDays: (days: Days) => void
}

/** Which days: by a word, or by the first and the last of them. A report of one day takes the last. */
const RangePicker = ({ period, days, onPreset, onDays }: Props) => {
  const now = today()
  const offered = period === 'day' ? presets.slice(0, 2) : presets
  const chosen = offered.find((preset) => {
    const { from, to } = daysOf(preset, now)
    return to === days.to && (period === 'day' || from === days.from)
  })
  const choices = [...offered, ...(period === 'range' || !chosen ? (['own'] as const) : [])].map((value) => ({ value, label: word(value) }))
  const choose = (value: string | null) => {
    const preset = presets.find((known) => known === value)
    if (preset) onPreset(preset)
  }
  return (
    <div className={`row wrap phone-full phone-halves ${styles.range} no-print`} role="group" aria-label={t('Days')}>
      <ChoiceField className="not-phone" aria-label={t('Days')} data={choices} value={chosen ?? 'own'} onChange={choose} />
      <Select
        className="only-phone phone-own-line"
        aria-label={t('Days')}
        data={choices}
        value={chosen ?? 'own'}
        onChange={choose}
        allowDeselect={false}
      />
      {period === 'range' && (
        <DateField
          daysOnly
          className={styles.day}
          aria-label={t('First day')}
          value={days.from}
          maxDate={days.to}
          onChange={(from) => from && onDays({ from, to: from > days.to ? from : days.to })}
        />
      )}
      <DateField
        daysOnly
        className={styles.day}
        aria-label={period === 'range' ? t('Last day') : t('Day')}
        value={days.to}
        onChange={(to) => to && onDays({ from: period === 'day' || to < days.from ? to : days.from, to })}
      />
    </div>
  )
}

const TYPING_MS = 200

/** The item that a report is about, found by name or code. */
const ItemChoice = ({ value, onChange }: { value: number | undefined; onChange: (item: string) => void }) => {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, TYPING_MS)
  const { data: known } = useQuery({ ...query(getItem, { params: { id: value ?? 0 } }), enabled: value !== undefined })
  const { data: found = [] } = useQuery(query(listItems, { query: q.trim() && q !== known?.name ? { q: q.trim() } : {} }))
  const items = known && !found.some(({ id }) => id === known.id) ? [known, ...found] : found
  return (
    <Select
      className={`phone-full ${styles.item}`}
      aria-label={t('Item')}
      placeholder={t('Choose an item')}
      data={items.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has searched, by more than the name.
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('Nothing found')}
      value={value === undefined ? null : String(value)}
      onChange={(item) => item && onChange(item)}
    />
  )
}

const state = {
  report: z.enum(reportKeys),
  ...rangeState,
  item: Id,
  group: z.enum(serviceGroups),
  by: z.enum(stockGroups),
  store: Id,
  wait: z.enum(waitGroups),
}

const groupWord = (group: (typeof serviceGroups)[number]) =>
  ({ item: t('By item'), category: t('By category'), department: t('By department') })[group]

const byWord = (by: (typeof stockGroups)[number]) => ({ item: t('By item'), store: t('By store'), category: t('By category') })[by]

const waitWord = (wait: (typeof waitGroups)[number]) => ({ day: t('By day'), hour: t('By hour') })[wait]

/** Everything or one store. */
const StoreChoice = ({ value, onChange }: { value: number | undefined; onChange: (store: string) => void }) => {
  const { can } = useRights()
  const { data: stores = [] } = useQuery({ ...query(listStores, { query: {} }), enabled: can(listStores) })
  return (
    <Select
      className={`phone-full ${styles.item}`}
      aria-label={t('Store')}
      placeholder={t('All stores')}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear') }}
      data={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === undefined ? null : String(value)}
      onChange={(store) => onChange(store ?? '')}
    />
  )
}

interface Chosen {
  views: readonly View[]
  chosen: View
  days: Record<string, string | undefined>
}
/** The reports side by side; the days that were chosen go along. */
const ReportTabs = ({ views, chosen, days }: Chosen) => {
  const address = (key: string) => {
    const given = Object.entries({ report: key, ...days }).flatMap(([name, value]) => (value ? [[name, value]] : []))
    return `?${new URLSearchParams(given)}`
  }
  return <LinkTabs label={t('Reports')} tabs={views.map(({ key, label }) => ({ key, label: t(label) }))} chosen={chosen.key} to={address} />
}

type Shown = ReturnType<typeof useUrlState<typeof state>>

/** One report at a time, its days in the address. */
const Reports = ({ views, urlState: [chosen, set] }: { views: readonly View[]; urlState: Shown }) => {
  const { report, range, from, to, item, group = 'item', by = 'item', store, wait = 'day' } = chosen
  const view = views.find(({ key }) => key === report) ?? views[0]!
  const days = daysIn({ range, from, to }, today())
  const choice: Choice = { ...days, item, group, by, store, wait }
  const has = (what: NonNullable<View['chooses']>[number]) => view.chooses?.includes(what) ?? false
  const isReady = !has('item') || item !== undefined
  const choose = (next: Days) => set({ range: '', from: next.from, to: next.to })
  const shown = view.period === 'day' || days.from === days.to ? date(days.to) : `${date(days.from)} – ${date(days.to)}`
  return (
    <Page
      title={t(view.label)}
      sub={view.about ? `${shown} · ${t(view.about)}` : shown}
      actions={isReady && <ReportFiles view={view} choice={choice} />}
    >
      <ReportTabs views={views} chosen={view} days={{ range, from, to }} />
      <div className="row wrap no-print">
        <RangePicker period={view.period} days={days} onPreset={(preset) => set({ range: preset, from: '', to: '' })} onDays={choose} />
        {has('item') && <ItemChoice value={item} onChange={(id) => set({ item: id })} />}
        {has('group') && (
          <ChoiceField
            aria-label={t('Group')}
            data={serviceGroups.map((value) => ({ value, label: groupWord(value) }))}
            value={group}
            onChange={(value) => set({ group: value })}
          />
        )}
        {has('by') && (
          <ChoiceField
            aria-label={t('Group')}
            data={stockGroups.map((value) => ({ value, label: byWord(value) }))}
            value={by}
            onChange={(value) => set({ by: value })}
          />
        )}
        {has('wait') && (
          <ChoiceField
            aria-label={t('Group')}
            data={waitGroups.map((value) => ({ value, label: waitWord(value) }))}
            value={wait}
            onChange={(value) => set({ wait: value })}
          />
        )}
        {has('store') && <StoreChoice value={store} onChange={(id) => set({ store: id })} />}
      </div>
      {isReady ? (
        <ReportView key={view.key} view={view} choice={choice} onDays={choose} />
      ) : (
        <Empty icon={IconPackage} title={t('Choose an item')}>
          {t('Its sales appear here, day by day.')}
        </Empty>
      )}
    </Page>
  )
}

/** What the clinic has sold, taken and is owed. */
export const ReportsPage = () => <Reports views={salesReports} urlState={useUrlState(state)} />

/** What the stores have, use, lose and buy. */
export const StockReportsPage = () => {
  const shown = useUrlState(state)
  return <Reports views={stockReports(shown[0].by)} urlState={shown} />
}

/** How long the laboratory takes, and what it does. */
export const LaboratoryReportsPage = () => <Reports views={laboratoryReports} urlState={useUrlState(state)} />

/** What the pharmacy hands out, sells and takes back, and who waits for it. */
export const PharmacyReportsPage = () => {
  const shown = useUrlState(state)
  return <Reports views={pharmacyReports(shown[0].wait)} urlState={shown} />
}
