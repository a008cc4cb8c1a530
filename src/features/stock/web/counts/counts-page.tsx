import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconClipboardList, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { dayOf, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { countStatuses, listCounts, startCount } from '#features/stock/contract-counts.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { StoreFilter } from '../store-field.tsx'
import { CountStatus, countStatusWord } from './count-status.tsx'

const StartCountDialog = lazy(async () => ({ default: (await import('./start-count-dialog.tsx')).StartCountDialog }))

type Row = ResponseOf<typeof listCounts>[number]
const PAGE = 50

const columns = (isNarrow: boolean): readonly Column<Row>[] => [
  { key: 'number', title: t('Number'), width: 144, hideOnPhone: true, render: (row) => <span className="num strong">{row.number}</span> },
  {
    key: 'store',
    title: t('Store'),
    render: ({ store_name }) => (
      <span className="strong" title={store_name}>
        {store_name}
      </span>
    ),
  },
  { key: 'status', title: t('Status'), width: 164, render: ({ status }) => <CountStatus status={status} /> },
  {
    key: 'counted',
    title: t('Counted'),
    width: 116,
    align: 'end',
    hideOnPhone: true,
    render: ({ counted, lines }) => t('{n} of {all}', { n: number(counted), all: number(lines) }),
  },
  {
    key: 'variances',
    title: t('Variances'),
    width: 96,
    align: 'end',
    hideOnPhone: true,
    render: ({ variances }) => (variances === null ? t('Blind') : number(variances)),
  },
  {
    key: 'value',
    title: t('Variance value'),
    width: 172,
    align: 'end',
    hideOnPhone: true,
    render: ({ variance_value, variances }) => (variance_value === null || variances === 0 ? '–' : money(variance_value)),
  },
  ...(isNarrow
    ? []
    : [
        { key: 'by', title: t('Started by'), width: 160, hideOnPhone: true, render: ({ started_by_name }: Row) => started_by_name },
        {
          key: 'at',
          title: t('Started'),
          width: 116,
          hideOnPhone: true,
          render: ({ started_at }: Row) => <span className="num">{dayOf(started_at)}</span>,
        },
      ]),
]

/** Counting what is really there: the sheets of all stores, the latest first. */
export const CountsPage = () => {
  const { can } = useRights()
  const go = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 1300px)') ?? false
  const [{ store, status }, set] = useUrlState({ store: Id, status: z.enum(countStatuses) })
  const [isStarting, setStarting] = useState(false)
  const rows = usePages({
    ...pages(listCounts, { query: { store, status, limit: PAGE, count: 'true' } }),
    placeholderData: keepPreviousData,
  })
  const mayStart = can(startCount)
  const open = (id: number) => void go(`/dashboard/inventory/counts/${id}`)
  return (
    <Page
      title={t('Stock counts')}
      sub={t('Actual stock on the shelves, compared with expected stock')}
      actions={mayStart && <AddButton label={t('Start count')} onClick={() => setStarting(true)} />}
    >
      <div className="row wrap filters" role="search">
        <StoreFilter value={store} onChange={(store) => set({ store })} />
        <ChoiceFilter
          label={t('Status')}
          any={t('All statuses')}
          data={countStatuses.map((value) => ({ value, label: countStatusWord(value) }))}
          value={status}
          onChange={(status) => set({ status })}
        />
      </div>
      <DataTable
        label={t('Stock counts')}
        columns={columns(isNarrow)}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          store || status ? (
            <Empty
              icon={IconSearch}
              title={t('No matches')}
              action={<Button onClick={() => set({ store: '', status: '' })}>{t('Show all')}</Button>}
            />
          ) : (
            <Empty icon={IconClipboardList} title={t('No stock counts yet')}>
              {t('A count freezes the expected stock of a store. Staff enter what they find, and a different user approves it.')}
            </Empty>
          )
        }
      />
      <Suspense>{isStarting && <StartCountDialog store={store ?? null} onClose={() => setStarting(false)} onStarted={open} />}</Suspense>
    </Page>
  )
}
