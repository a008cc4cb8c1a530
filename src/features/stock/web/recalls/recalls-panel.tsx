import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { pages } from '#web/calls/api.ts'
import { dayOf, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { AddButton } from '#web/ui/add-button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createRecall, listRecalls } from '#features/stock/contract-recalls.ts'
import type { Recall } from '../stock-types.ts'
import styles from '../stock.module.css'

const RecallDialog = lazy(async () => ({ default: (await import('./recall-dialog.tsx')).RecallDialog }))

const columns = (): readonly Column<Recall>[] => [
  { key: 'number', title: t('Number'), width: 128, hideOnPhone: true, render: (row) => <span className="num">{row.number}</span> },
  {
    key: 'item',
    title: t('Item'),
    wraps: true,
    render: ({ item_name }) => (
      <span className="strong" title={item_name}>
        {item_name}
      </span>
    ),
  },
  { key: 'lot', title: t('Lot'), width: 128, render: ({ lot }) => <span className="num">{lot}</span> },
  { key: 'reason', title: t('Reason'), hideOnPhone: true, render: ({ reason }) => <span title={reason}>{reason}</span> },
  {
    key: 'when',
    title: t('Since'),
    width: 112,
    hideOnPhone: true,
    render: (row) => <span className="num">{dayOf(row.date_recalled)}</span>,
  },
  {
    key: 'held',
    title: t('In quarantine'),
    width: 120,
    align: 'end',
    hideOnPhone: true,
    render: ({ still_quarantined }) => number(still_quarantined),
  },
  {
    key: 'state',
    title: t('Status'),
    width: 116,
    render: ({ date_lifted }) =>
      date_lifted === null ? (
        <Status tone="critical" icon={IconBan}>
          {t('Recalled')}
        </Status>
      ) : (
        <Status tone="inactive">{t('Lifted')}</Status>
      ),
  },
]

/** Lots that must not be used: recalled here, opened for where they lay and what went out. */
export const RecallsPanel = () => {
  const { can } = useRights()
  const go = useNavigate()
  const [{ status = 'all' }, set] = useUrlState({ status: z.enum(['open', 'lifted']) })
  const [isOpen, setOpen] = useState(false)
  const rows = usePages(pages(listRecalls, { query: { status: status === 'all' ? undefined : status, limit: 50 } }))
  const mayRecall = can(createRecall)
  return (
    <>
      <div className={`row wrap labels-hidden ${styles.expiryTools}`}>
        <ChoiceField
          label={t('Show')}
          data={[
            { value: 'all', label: t('All') },
            { value: 'open', label: t('Active') },
            { value: 'lifted', label: t('Lifted') },
          ]}
          value={status}
          onChange={(value) => set({ status: value === 'all' ? '' : value })}
        />
        <span className="grow" />
        {mayRecall && <AddButton label={t('Recall lot')} onClick={() => setOpen(true)} />}
      </div>
      <DataTable
        label={t('Recalls')}
        columns={columns()}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`/dashboard/inventory/recalls/${id}`)}
        empty={
          <Empty
            icon={IconBan}
            title={status === 'all' ? t('No recalls yet') : t('No matches')}
            action={mayRecall && status === 'all' && <Button onClick={() => setOpen(true)}>{t('Recall lot')}</Button>}
          >
            {t('When a manufacturer recalls a lot, all of it goes into quarantine at once and what was issued is listed.')}
          </Empty>
        }
      />
      <Suspense>{isOpen && <RecallDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
