import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowBackUp, IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Day } from '#features/stock/contract-items.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pages } from '#web/calls/api.ts'
import { dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listPatientReturns } from '../contract-counter.ts'
import { DISPENSES, momentOf, ownerOf } from './dispenses-columns.tsx'
import styles from './pharmacy.module.css'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'

type Return = ResponseOf<typeof listPatientReturns>[number]
const PAGE = 50

const itemsText = ({ items }: Return, between: string) =>
  items.map(({ item_name, units }) => `${item_name} × ${number(units)}`).join(between)

const Credited = ({ entry: { credit_notes, refund_receipt } }: { entry: Return }) => {
  if (credit_notes.length === 0) return <span className="t3">–</span>
  return (
    <span className="num" title={credit_notes.map((note) => `${note.number} ${money(note.total)}`).join('\n')}>
      {credit_notes.map((note) => note.number).join(', ')}
      {refund_receipt !== null && <span className="t3"> · {t('paid back')}</span>}
    </span>
  )
}

const columns = (isPhone: boolean, isNarrow: boolean): Column<Return>[] => {
  const when: Column<Return> = {
    key: 'when',
    title: t('When'),
    width: 108,
    align: 'end',
    render: ({ returned_at }) => <span title={dateTime(returned_at)}>{momentOf(returned_at)}</span>,
  }
  if (isPhone)
    return [
      {
        key: 'who',
        title: t('Returned by'),
        render: (row) => (
          <span className={`stack min-w-0 gap-1 ${styles.queueCell}`}>
            <bdi className="strong wrap-text">{ownerOf(row)}</bdi>
            <span className="wrap-text">{itemsText(row, ', ')}</span>
            <span className="clip small t3">
              <span className="num">{row.number}</span> · {row.reason}
            </span>
          </span>
        ),
      },
      when,
    ]
  return [
    { key: 'number', title: t('Number'), width: 136, render: ({ number: name }) => <span className="num strong">{name}</span> },
    {
      key: 'who',
      title: t('Returned by'),
      width: isNarrow ? 152 : 192,
      render: (row) => <bdi className="strong wrap-text">{ownerOf(row)}</bdi>,
    },
    { key: 'items', title: t('Items'), wraps: true, render: (row) => <span title={itemsText(row, '\n')}>{itemsText(row, ', ')}</span> },
    { key: 'reason', title: t('Reason'), width: isNarrow ? 152 : 208, render: ({ reason }) => <span title={reason}>{reason}</span> },
    { key: 'credit', title: t('Credited'), width: 184, render: (row) => <Credited entry={row} /> },
    ...(isNarrow ? [] : [{ key: 'by', title: t('By'), width: 144, render: ({ returned_by_name }: Return) => returned_by_name }]),
    when,
  ]
}

/** What came back over the counter, newest first; a row leads to what was handed out. */
export const ReturnsList = () => {
  const go = useNavigate()
  const isPhone = useMediaQuery(PHONE) ?? false
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [{ from, to }, set] = useUrlState({ from: Day, to: Day })
  const rows = usePages({ ...pages(listPatientReturns, { query: { from, to, limit: PAGE } }), placeholderData: keepPreviousData })
  const isNarrowed = from !== undefined || to !== undefined
  return (
    <>
      <div className="doc-tools" role="search">
        <DaysFilter from={from} to={to} onFrom={(day) => set({ from: day })} onTo={(day) => set({ to: day })} />
      </div>
      <div className={`doc-rows rows-box flex column ${styles.queueRows}`}>
        <DataTable
          label={t('Returned')}
          columns={columns(isPhone, isNarrow)}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ dispense }) => void go(`${DISPENSES}/${dispense}`)}
          empty={
            isNarrowed ? (
              <Empty
                icon={IconSearch}
                title={t('No returns in this period')}
                action={<Button onClick={() => set({ from: '', to: '' })}>{t('Show all')}</Button>}
              />
            ) : (
              <Empty icon={IconArrowBackUp} title={t('No returns yet')}>
                {t('Start a return from a dispensed item: it goes into quarantine, and the bill is credited.')}
              </Empty>
            )
          }
        />
      </div>
    </>
  )
}
