import { Button, Select, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconInbox } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages, query } from '#web/calls/api.ts'
import { number, ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { listEquipment, InboxState, inboxStates } from '#features/analysers/contract.ts'
import { listInbox } from '#features/analysers/contract-inbox.ts'
import { AnalyserNav } from '../analyser-nav.tsx'
import type { InboxResult } from '../analyser-types.ts'
import { resultWord, reasonText, ResultMark } from '../labels.tsx'
import { RetryOutcomes } from './retry-outcomes.tsx'
import { retryResults } from './retry-results.ts'
import { useResolving } from './use-resolving.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import styles from '../lists.module.css'

interface Chosen {
  ids: ReadonlySet<number>
  toggle: (id: number) => void
}

const choosing = ({ ids, toggle }: Chosen): Column<InboxResult> => ({
  key: 'chosen',
  title: t('Select'),
  isTitleHidden: true,
  width: 40,
  render: ({ id, code, accession }) => (
    <Checkbox
      aria-label={t('Select {code} of {sample}', { code, sample: accession })}
      checked={ids.has(id)}
      onChange={() => toggle(id)}
      onClick={(event) => event.stopPropagation()}
    />
  ),
})

/** The columns of the inbox; with boxes to choose several where they can be decided about. */
const inboxColumns = (chosen: Chosen | null): Column<InboxResult>[] => [
  ...(chosen ? [choosing(chosen)] : []),
  {
    key: 'result',
    title: t('Result'),
    width: 184,
    render: ({ code, code_text, value, unit, panel_name }) => (
      <span className={`stack min-w-0 ${styles.cell} num`}>
        <span className="strong wrap-text">
          {value} {unitText(unit)}
        </span>
        <span className="small t3 wrap-text">
          {code} {panel_name ?? code_text}
        </span>
      </span>
    ),
  },
  {
    key: 'reason',
    title: t('Reason'),
    render: (row) => (
      <span className={`stack min-w-0 ${styles.cell}`}>
        {!chosen && <ResultMark state={row.state} />}
        <span className={chosen ? 'wrap-text' : 'small t3 wrap-text'}>{reasonText(row)}</span>
        <span className="only-phone small t3 wrap-text num">
          {[row.accession, row.patient_name ?? row.patient_ref].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  {
    key: 'sample',
    title: t('Sample'),
    width: 196,
    hideOnPhone: true,
    render: ({ accession, patient_name, patient_number }) => (
      <span className={`stack min-w-0 ${styles.cell} num`}>
        <span className="strong">{accession || '–'}</span>
        <span className="small t2 wrap-text">{patient_name ? `${patient_name} · ${patient_number ?? ''}` : t('Unknown sample')}</span>
      </span>
    ),
  },
  {
    key: 'named',
    title: t('Patient in the message'),
    width: 176,
    hideOnPhone: true,
    render: ({ patient_ref }) => <span className="wrap-text">{patient_ref || <span className="t3">{t('Not stated')}</span>}</span>,
  },
  {
    key: 'from',
    title: t('Analyser'),
    width: 168,
    hideOnPhone: true,
    render: ({ equipment_name, received_at }) => (
      <span className={`stack min-w-0 ${styles.cell}`}>
        <span className="wrap-text">{equipment_name ?? t('Unknown')}</span>
        <span className="small t3 num" title={dateTime(received_at)}>
          {ago(received_at)}
        </span>
      </span>
    ),
  },
]

const ResultDrawer = lazy(async () => ({ default: (await import('./result-drawer.tsx')).ResultDrawer }))

const url = { equipment: Id, state: InboxState, q: z.string().max(100) }
type Url = ReturnType<typeof useUrlState<typeof url>>

const Filters = ({ state: [{ equipment, state = 'waiting', q }, set] }: { state: Url }) => {
  const { data: equipments = [] } = useQuery(query(listEquipment, { query: {} }))
  return (
    <div className="row wrap filters">
      <SearchField label={t('Sample number or code')} value={q ?? ''} onChange={(text) => set({ q: text })} />
      <Select
        aria-label={t('Status')}
        allowDeselect={false}
        data={inboxStates.map((value) => ({ value, label: resultWord(value) }))}
        value={state}
        onChange={(value) => set({ state: value === 'waiting' ? '' : (value ?? '') })}
      />
      <ChoiceFilter
        label={t('Analyser')}
        any={t('Any analyser')}
        data={equipments.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={equipment}
        onChange={(equipment) => set({ equipment })}
      />
      {equipment !== undefined && state === 'waiting' && (
        <Button onClick={() => void retryResults({ equipment }).catch(toast.failed)}>{t('Retry all')}</Button>
      )}
    </div>
  )
}

interface BarProps {
  rows: readonly InboxResult[]
  onDone: () => void
}
const SelectionBar = ({ rows, onDone }: BarProps) => {
  const { retry, dismiss, isRunning } = useResolving(onDone)
  return (
    <div className={`panel in-row wrap gap-4 pad-4-5 sticky layer-2 ${styles.bar}`} role="toolbar" aria-label={t('Selected results')}>
      <span className="strong num">{t('{n} selected', { n: number(rows.length) })}</span>
      <span className="grow" />
      <Button onClick={onDone}>{t('Clear selection')}</Button>
      <Button loading={isRunning} onClick={() => retry(rows)}>
        {t('Try again')}
      </Button>
      <Button color="var(--k-critical)" loading={isRunning} onClick={() => dismiss(rows)}>
        {t('Dismiss')}
      </Button>
    </div>
  )
}

const NothingWaits = ({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) =>
  isFiltered ? (
    <Empty icon={IconInbox} title={t('No matches')} action={<Button onClick={onShowAll}>{t('Show all')}</Button>}>
      {t('No matching results.')}
    </Empty>
  ) : (
    <Empty icon={IconInbox} title={t('Inbox is empty')}>
      {t('Results that cannot be entered with certainty wait here for review: unknown sample, another patient, code without a test.')}
    </Empty>
  )

/** Results of analysers that wait for somebody, each with the reason; one by one, or several at once. */
export const InboxPage = () => {
  const address = useUrlState(url)
  const [{ equipment, state = 'waiting', q }, set] = address
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [openId, setOpenId] = useState<number | null>(null)
  const results = usePages(pages(listInbox, { query: { equipment, q, state, limit: 100 } }))
  const rows = results.data ?? []
  const isWaiting = state === 'waiting'
  const open = rows.find(({ id }) => id === openId)
  const picked = rows.filter(({ id, state: stands }) => chosen.has(id) && stands === 'waiting')
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  useKeys(
    isWaiting && rows.length > 0
      ? [{ keys: 'Alt+A', label: t('Select all'), run: () => setChosen(new Set(rows.map(({ id }) => id))) }]
      : [],
  )
  return (
    <Page title={t('Analyser inbox')} sub={t('Results not entered automatically, with the reason')}>
      <AnalyserNav />
      <Filters state={address} />
      <div className={`stack rows-box ${styles.rows}`}>
        <DataTable
          label={t('Analyser inbox')}
          columns={inboxColumns(isWaiting ? { ids: chosen, toggle } : null)}
          rows={results}
          rowKey={({ id }) => id}
          onOpen={({ id }) => setOpenId(id)}
          empty={
            <NothingWaits
              isFiltered={!isWaiting || equipment !== undefined || Boolean(q)}
              onShowAll={() => set({ equipment: '', state: '', q: '' })}
            />
          }
        />
      </div>
      {picked.length > 0 && <SelectionBar rows={picked} onDone={() => setChosen(new Set())} />}
      <RetryOutcomes />
      <Suspense>{open && <ResultDrawer key={open.id} result={open} onClose={() => setOpenId(null)} />}</Suspense>
    </Page>
  )
}
