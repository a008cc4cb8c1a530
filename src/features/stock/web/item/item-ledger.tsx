import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconListDetails } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { date, dateTime, dayOf, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import { movementKinds } from '#features/stock/contract-items.ts'
import { listItemMovements } from '#features/stock/contract-ledger.ts'
import { signed, unitCost } from '../amounts.ts'
import { DocumentLink } from '../document-link.tsx'
import { movementWord, stateWord } from '../stock-labels.ts'
import { StoreFilter } from '../store-field.tsx'
import type { StockMovement } from '../stock-types.ts'
import styles from './item.module.css'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'

const PAGE = 50
const state = { store: Id, kind: z.enum(movementKinds), batch: Id }

/** `isNarrow` leaves out who it was, `isPhone` also the time and what was left: what happened is to be read whole. */
const columns = ({ isNarrow, isPhone }: { isNarrow: boolean; isPhone: boolean }): readonly Column<StockMovement>[] => [
  {
    key: 'when',
    title: t('When'),
    width: isPhone ? 104 : 148,
    render: ({ happened_at }) => (
      <span className="num" title={dateTime(happened_at)}>
        {isPhone ? dayOf(happened_at) : dateTime(happened_at)}
      </span>
    ),
  },
  {
    key: 'number',
    title: t('Document'),
    width: 136,
    hideOnPhone: true,
    render: (row) => <DocumentLink target={row} onClick={(event) => event.stopPropagation()} />,
  },
  {
    key: 'kind',
    title: t('Event'),
    render: ({ kind, reverses, state: at, patient_name }) => (
      <span className="clip">
        {movementWord(kind)}
        {patient_name !== null && <span className="small t2"> · {patient_name}</span>}
        {reverses !== null && <span className="small t3"> · {t('reversed')}</span>}
        {at !== 'usable' && <span className="small t3"> · {stateWord(at)}</span>}
      </span>
    ),
  },
  { key: 'store', title: t('Store'), width: 132, hideOnPhone: true, render: ({ store_name }) => store_name },
  {
    key: 'lot',
    title: t('Lot'),
    width: 124,
    hideOnPhone: true,
    render: ({ lot, expires_on, unit_cost }) => (
      <span className="num" title={[date(expires_on), unitCost(unit_cost)].filter(Boolean).join(' · ')}>
        {lot || <span className="t3">–</span>}
      </span>
    ),
  },
  ...(isNarrow
    ? []
    : [
        {
          key: 'by',
          title: t('By'),
          width: 140,
          hideOnPhone: true,
          render: ({ created_by_name }: StockMovement) => created_by_name ?? <span className="t3">{t('Automatic, nightly')}</span>,
        },
      ]),
  {
    key: 'quantity',
    title: t('Quantity'),
    width: 92,
    align: 'end',
    render: ({ quantity }) => <span className="strong">{signed(quantity)}</span>,
  },
  { key: 'balance', title: t('Balance'), width: 92, align: 'end', hideOnPhone: true, render: ({ balance }) => number(balance) },
]

/** Everything that moved an item, newest first, with what the store then had; a number leads to its document. */
export const ItemLedger = ({ id, onOpen }: { id: number; onOpen: (movement: StockMovement) => void }) => {
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const isPhone = useMediaQuery(PHONE) ?? false
  const [{ store, kind, batch }, set] = useUrlState(state)
  const asked = { store, kind, batch, limit: PAGE }
  const rows = usePages({ ...pages(listItemMovements, { params: { id }, query: asked }), placeholderData: keepPreviousData })
  const isNarrowed = store !== undefined || kind !== undefined || batch !== undefined
  const all = () => set({ store: '', kind: '', batch: '' })
  return (
    <section className={`panel stack min-w-0 clipped ${styles.itemPart} ${styles.itemLedger}`} aria-label={t('Ledger')}>
      <div className="panel-head wrap">
        <h2 className="grow">{t('Ledger')}</h2>
        <div className={`row phone-full ${styles.ledgerFilters}`}>
          <StoreFilter value={store} onChange={(store) => set({ store })} />
          <ChoiceFilter
            label={t('Event')}
            any={t('All types')}
            data={movementKinds.map((value) => ({ value, label: movementWord(value) }))}
            value={kind}
            onChange={(kind) => set({ kind })}
          />
          {batch !== undefined && <Button onClick={() => set({ batch: '' })}>{t('All batches')}</Button>}
        </div>
      </div>
      <DataTable
        label={t('Ledger')}
        columns={columns({ isNarrow, isPhone })}
        rows={rows}
        rowKey={({ id: key }) => key}
        onOpen={onOpen}
        empty={
          <Empty
            icon={IconListDetails}
            title={isNarrowed ? t('No matching movements') : t('No movements yet')}
            action={isNarrowed && <Button onClick={all}>{t('Show all')}</Button>}
          />
        }
      />
    </section>
  )
}
