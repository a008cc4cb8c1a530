import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button, Checkbox, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { sumOf } from '#shared/money.ts'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import type { Rows } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { createQuarantine, createRelease, createWriteOff } from '#features/stock/contract-moves.ts'
import { unitCost } from '../amounts.ts'
import type { BatchAction, HeldBatch } from './batch-action.ts'
import { BatchState } from './batch-state.tsx'
import { isExpired } from '../expiry-days.ts'
import { ExpiryText } from '../expiry-text.tsx'
import { itemAddress } from '../item-address.ts'
import type { Inventory } from '../stock-types.ts'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'

const BatchActionDialog = lazy(async () => ({ default: (await import('./batch-action-dialog.tsx')).BatchActionDialog }))

/** A batch in a store; what expires is listed without what insurers pay. */
export type BatchRow = Omit<Inventory, 'insurance_sale_prices'>

const toHeldBatch = ({
  batch,
  item_name,
  units_of_measure: unit,
  lot_number: lot,
  expiry_date,
  purchase_price,
  ...row
}: BatchRow): HeldBatch[] =>
  row.state === 'in transit'
    ? []
    : [
        {
          batch,
          item_name,
          unit,
          lot,
          expires_on: expiry_date,
          unit_cost: purchase_price,
          store: row.store,
          store_name: row.store_name,
          state: row.state,
          quantity: row.quantity_in_stock,
        },
      ]

/** Which of the chosen rows an action may be about. */
const fits = (action: BatchAction, { state, expiry_date, is_recalled }: BatchRow) => {
  if (action === 'write-off') return state !== 'in transit'
  return action === 'quarantine' ? state === 'usable' : state === 'quarantined' && !is_recalled && !isExpired(expiry_date)
}

interface Chosen {
  ids: ReadonlySet<number>
  toggle: (id: number) => void
}
interface Room {
  isNarrow: boolean
  isPhone: boolean
}
const columns = (chosen: Chosen | null, last: Column<BatchRow>, { isNarrow, isPhone }: Room): readonly Column<BatchRow>[] => [
  ...(chosen
    ? [
        {
          key: 'chosen',
          title: t('Select'),
          isTitleHidden: true,
          width: 44,
          render: ({ id, item_name, lot_number, store_name }: BatchRow) => (
            <Checkbox
              aria-label={t('Choose {item} {lot}, {store}', { item: item_name, lot: lot_number, store: store_name })}
              checked={chosen.ids.has(id)}
              tabIndex={-1}
              onClick={(event) => event.stopPropagation()}
              onChange={() => chosen.toggle(id)}
            />
          ),
        },
      ]
    : []),
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
  {
    key: 'lot',
    title: t('Lot'),
    width: isNarrow ? 108 : 124,
    hideOnPhone: true,
    render: (row) => <span className="num">{row.lot_number || '–'}</span>,
  },
  {
    key: 'expires',
    title: t('Expiry'),
    width: isPhone ? 124 : isNarrow ? 148 : 164,
    render: ({ expiry_date }) => <ExpiryText day={expiry_date} />,
  },
  { key: 'store', title: t('Store'), width: isNarrow ? 108 : 140, hideOnPhone: true, render: ({ store_name }) => store_name },
  last,
  {
    key: 'quantity',
    title: t('Quantity'),
    width: 132,
    align: 'end',
    hideOnPhone: true,
    render: ({ quantity_in_stock, units_of_measure: unit }) => (
      <>
        {number(quantity_in_stock)} <span className="small t3">{unitName(unit, quantity_in_stock)}</span>
      </>
    ),
  },
  ...(isNarrow
    ? []
    : [{ key: 'cost', title: t('Unit cost'), width: 96, align: 'end' as const, render: (row: BatchRow) => unitCost(row.purchase_price) }]),
  {
    key: 'value',
    title: t('Value'),
    width: 104,
    align: 'end',
    hideOnPhone: true,
    render: ({ value }) => <span className="strong">{money(value)}</span>,
  },
]

/** How a batch stands, where rows of the list differ in that. */
export const stateColumn = (): Column<BatchRow> => ({
  key: 'state',
  title: t('Status'),
  width: 132,
  hideOnPhone: true,
  render: ({ state, is_recalled, expiry_date }) => <BatchState state={state} isRecalled={is_recalled} expiresOn={expiry_date} />,
})
/** In how many days something expires. */
export const daysColumn = (now: string): Column<BatchRow> => ({
  key: 'days',
  title: t('Days left'),
  width: 88,
  align: 'end',
  hideOnPhone: true,
  render: ({ expiry_date }) =>
    expiry_date === null ? (
      ''
    ) : (
      <span title={date(expiry_date)}>{number(Math.round((Date.parse(expiry_date) - Date.parse(now)) / 86_400_000))}</span>
    ),
})

const useActions = (chosen: readonly BatchRow[], begin: (action: BatchAction) => void) => {
  const { can } = useRights()
  const all: { action: BatchAction; key: string; word: string; may: boolean }[] = [
    { action: 'quarantine', key: 'Q', word: t('Quarantine'), may: can(createQuarantine) },
    { action: 'release', key: 'R', word: t('Release'), may: can(createRelease) },
    { action: 'write-off', key: 'W', word: t('Write off'), may: can(createWriteOff) },
  ]
  const possible = all.map((one) => ({ ...one, count: one.may ? chosen.filter((row) => fits(one.action, row)).length : 0 }))
  useKeys(possible.filter(({ count }) => count > 0).map(({ action, key, word }) => ({ keys: key, label: word, run: () => begin(action) })))
  return possible.filter(({ count }) => count > 0)
}

/** What can be done with the chosen batches together. */
const ActionBar = ({
  chosen,
  onAction,
  onDone,
}: {
  chosen: readonly BatchRow[]
  onAction: (action: BatchAction) => void
  onDone: () => void
}) => {
  const actions = useActions(chosen, onAction)
  return (
    <div className="in-row wrap surface round-l gap-4 pad-4-5 outlined-accent" role="group" aria-label={t('Selected batches')}>
      <b className="num" role="status">
        {t('{count} selected', { count: chosen.length })} · {money(sumOf(chosen.map(({ value }) => value)), { withCurrency: true })}
      </b>
      {actions.map(({ action, key, word, count }) => (
        <Button key={action} rightSection={<Kbd className="not-phone">{key}</Kbd>} onClick={() => onAction(action)}>
          {word} {count < chosen.length && <span className="num t3">{count}</span>}
        </Button>
      ))}
      <span className="grow" />
      <Button variant="subtle" onClick={onDone}>
        {t('Clear selection')}
      </Button>
    </div>
  )
}

const focusedRow = (rows: readonly BatchRow[]) => {
  const at = document.activeElement?.closest('tr[data-row]')?.getAttribute('data-row')
  return at === null || at === undefined ? undefined : rows[Number(at)]
}

interface Props {
  label: string
  batches: Rows<BatchRow>
  /** The column in which this list differs from the others. */
  column: Column<BatchRow>
  empty: ReactNode
}

/** Batches that ask for a decision: chosen with X, dealt with together; Enter opens the item's card. */
export const BatchList = ({ label, batches, column, empty }: Props) => {
  const { can } = useRights()
  const go = useNavigate()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const isPhone = useMediaQuery(PHONE) ?? false
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [action, setAction] = useState<BatchAction | null>(null)
  const rows = batches.data ?? []
  const chosen = rows.filter(({ id }) => ids.has(id))
  const mayAct = can(createWriteOff)
  const toggle = (id: number) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  const toggleFocused = () => {
    const row = focusedRow(rows)
    if (row) toggle(row.id)
    else toast.failed(t('Select a row with the arrow keys first.'))
  }
  const all = () => setIds(new Set(chosen.length === rows.length ? [] : rows.map(({ id }) => id)))
  useKeys(
    mayAct
      ? [
          { keys: 'X', label: t('Select current row'), run: toggleFocused },
          { keys: 'A', label: t('Select or clear all rows'), run: all },
        ]
      : [],
  )
  return (
    <>
      {chosen.length > 0 && <ActionBar chosen={chosen} onAction={setAction} onDone={() => setIds(new Set())} />}
      <DataTable
        label={label}
        columns={columns(mayAct ? { ids, toggle } : null, column, { isNarrow, isPhone })}
        rows={batches}
        rowKey={({ id }) => id}
        onOpen={({ item }) => void go(itemAddress(item))}
        empty={empty}
      />
      <Suspense>
        {action && (
          <BatchActionDialog
            action={action}
            batches={chosen.filter((row) => fits(action, row)).flatMap(toHeldBatch)}
            onClose={() => setAction(null)}
          />
        )}
      </Suspense>
    </>
  )
}
