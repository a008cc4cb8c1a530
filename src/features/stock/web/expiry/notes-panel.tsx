import { useMediaQuery } from '@mantine/hooks'
import { IconNotes } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { listStockNotes, stockNoteKinds } from '#features/stock/contract-moves.ts'
import { noteWord } from '../stock-labels.ts'
import { StoreFilter } from '../store-field.tsx'
import type { StockNote } from '../stock-types.ts'
import styles from '../stock.module.css'
import { PHONE } from '#web/look/tokens.ts'

const columns = (isPhone: boolean): readonly Column<StockNote>[] => [
  { key: 'number', title: t('Number'), width: isPhone ? 132 : 136, render: (row) => <span className="num">{row.number}</span> },
  {
    key: 'when',
    title: t('When'),
    width: 148,
    hideOnPhone: true,
    render: (row) => <span className="num">{dateTime(row.date_created)}</span>,
  },
  {
    key: 'kind',
    title: t('Event'),
    ...(isPhone ? {} : { width: 176 }),
    render: ({ kind, reversed_by }) => (
      <>
        {noteWord(kind)} {reversed_by !== null && <span className="small t3">{t('reversed')}</span>}
      </>
    ),
  },
  { key: 'store', title: t('Store'), width: 140, hideOnPhone: true, render: ({ store_name }) => store_name ?? t('All stores') },
  { key: 'reason', title: t('Reason'), hideOnPhone: true, render: ({ reason }) => <span title={reason}>{reason}</span> },
  {
    key: 'by',
    title: t('By'),
    width: 148,
    hideOnPhone: true,
    render: ({ created_by_name }) => created_by_name ?? <span className="t3">{t('Automatic, nightly')}</span>,
  },
  { key: 'items', title: t('Items'), width: 72, align: 'end', hideOnPhone: true, render: ({ item_count }) => number(item_count) },
  {
    key: 'value',
    title: t('Value'),
    width: isPhone ? 92 : 112,
    align: 'end',
    render: ({ value }) => (Number(value) === 0 ? '' : money(value)),
  },
]

/** What was used up, written off, put aside, released and opened: a note for each act. */
export const NotesPanel = () => {
  const go = useNavigate()
  const isPhone = useMediaQuery(PHONE) ?? false
  const [{ kind, store }, set] = useUrlState({ kind: z.enum(stockNoteKinds), store: Id })
  const rows = usePages({ ...pages(listStockNotes, { query: { kind, store, limit: 50 } }), placeholderData: keepPreviousData })
  return (
    <>
      <div className={`row wrap labels-hidden ${styles.expiryTools}`}>
        <ChoiceFilter
          label={t('Event')}
          any={t('All types')}
          data={stockNoteKinds.map((value) => ({ value, label: noteWord(value) }))}
          value={kind}
          onChange={(kind) => set({ kind })}
        />
        <StoreFilter value={store} onChange={(store) => set({ store })} />
      </div>
      <DataTable
        label={t('Stock notes')}
        columns={columns(isPhone)}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(`/dashboard/inventory/notes/${id}`)}
        empty={
          <Empty icon={IconNotes} title={kind || store ? t('No matches') : t('No stock notes yet')}>
            {t('Every consumption, write-off, quarantine and release is recorded here.')}
          </Empty>
        }
      />
    </>
  )
}
