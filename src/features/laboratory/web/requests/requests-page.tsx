import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFlask2, IconPlus, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { useNow } from '#web/state/use-now.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { createLabTestRequest, listLabTestRequests } from '#features/laboratory/contract.ts'
import { panelStates, PanelState, priorities, Priority } from '#features/laboratory/contract-fields.ts'
import { panelStateWord, priorityWord } from '../lab-labels.tsx'
import { requestColumns } from './request-columns.tsx'
import styles from '../lab-pages.module.css'
import { PHONE } from '#web/look/tokens.ts'

const NewRequestDialog = lazy(async () => ({ default: (await import('./new-request-dialog.tsx')).NewRequestDialog }))

const PAGE = 50
const ADDRESS = '/dashboard/laboratory/requests'
const url = { q: z.string().max(100), state: PanelState, priority: Priority, patient: Id }
type Url = ReturnType<typeof useUrlState<typeof url>>

const Filters = ({ state: [{ q = '', state, priority }, set] }: { state: Url }) => (
  <div className="doc-tools" role="search">
    <SearchField label={t('Name, number or sample number')} value={q} onChange={(text) => set({ q: text })} />
    <ChoiceFilter
      label={t('Status')}
      any={t('All statuses')}
      data={panelStates.map((value) => ({ value, label: panelStateWord(value) }))}
      value={state}
      onChange={(state) => set({ state })}
    />
    <ChoiceFilter
      label={t('Urgency')}
      any={t('Any urgency')}
      data={priorities.map((value) => ({ value, label: priorityWord(value) }))}
      value={priority}
      onChange={(priority) => set({ priority })}
    />
  </div>
)

/** What is asked of the laboratory, newest first. Arrows walk, Enter opens, N asks for tests. */
export const RequestsPage = () => {
  const go = useNavigate()
  const now = useNow()
  const { can } = useRights()
  const isPhone = useMediaQuery(PHONE) ?? false
  const box = useRef<HTMLDivElement>(null)
  const [isAsking, setAsking] = useState(false)
  const state = useUrlState(url)
  const [{ q, state: stand, priority, patient }, set] = state
  const asked = {
    ...(q && { q }),
    ...(stand && { state: stand }),
    ...(priority && { priority }),
    ...(patient && { patient_id: patient }),
    limit: PAGE,
  }
  const rows = usePages({ ...pages(listLabTestRequests, { query: asked }), placeholderData: keepPreviousData })
  const mayAsk = can(createLabTestRequest)
  useKeys([
    { keys: '/', label: t('Find a request'), run: () => box.current?.querySelector('input')?.focus() },
    ...(mayAsk ? [{ keys: 'N', label: t('Request tests'), run: () => setAsking(true) }] : []),
  ])
  const isFiltered = Boolean(q ?? stand ?? priority ?? patient)
  const askButton = (variant: 'filled' | 'default') =>
    mayAsk && (
      <Button
        variant={variant}
        leftSection={<IconPlus size={16} aria-hidden />}
        rightSection={<Kbd className="not-phone">N</Kbd>}
        aria-keyshortcuts="N"
        onClick={() => setAsking(true)}
      >
        {t('Request tests')}
      </Button>
    )
  return (
    <Page title={t('Laboratory requests')} actions={askButton('filled')}>
      <div className={`stack fill gap-5 ${styles.list}`} ref={box}>
        <Filters state={state} />
        <div className={`stack rows-box ${styles.rows}`}>
          <DataTable
            label={t('Laboratory requests')}
            columns={requestColumns(now, isPhone)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={({ id }) => void go(`${ADDRESS}/${id}`)}
            empty={
              isFiltered ? (
                <Empty
                  icon={IconSearch}
                  title={t('No matching requests')}
                  action={<Button onClick={() => set({ q: '', state: '', priority: '', patient: '' })}>{t('Show all')}</Button>}
                />
              ) : (
                <Empty icon={IconFlask2} title={t('No test requests yet')} action={askButton('default')}>
                  {t('Tests requested in a visit appear here automatically.')}
                </Empty>
              )
            }
          />
        </div>
      </div>
      <Suspense>{isAsking && <NewRequestDialog onClose={() => setAsking(false)} />}</Suspense>
    </Page>
  )
}
