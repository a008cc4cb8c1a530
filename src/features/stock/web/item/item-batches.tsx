import { ActionIcon, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { dayOf, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { givenRows } from '#web/ui/document.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { createConsumption, createQuarantine, createRelease, createWriteOff } from '#features/stock/contract-moves.ts'
import { createRecall } from '#features/stock/contract-recalls.ts'
import { unitCost } from '../amounts.ts'
import { placedBatches, type PlacedBatch } from '../batches/batch-rows.ts'
import { BatchState } from '../batches/batch-state.tsx'
import { ExpiryText } from '../expiry-text.tsx'
import type { Action } from './item-actions.tsx'
import type { StockItemCard } from '../stock-types.ts'
import styles from './item.module.css'
import { PHONE } from '#web/look/tokens.ts'

/** What can be done with a batch where it lies, for this person. */
const useBatchActions = (onAction: (action: Action) => void) => {
  const { can } = useRights()
  return (row: PlacedBatch): { label: string; run: () => void }[] => {
    const isUsable = row.state === 'usable'
    const isHeld = row.state !== 'in transit'
    const isBarred = row.is_expired || row.is_recalled
    const all = [
      can(createConsumption) && isUsable && !isBarred && { label: t('Consume'), run: () => onAction({ kind: 'use up', from: row }) },
      can(createQuarantine) && isUsable && { label: t('Quarantine'), run: () => onAction({ kind: 'quarantine', rows: [row] }) },
      can(createRelease) &&
        row.state === 'quarantined' &&
        !isBarred && { label: t('Release'), run: () => onAction({ kind: 'release', rows: [row] }) },
      can(createWriteOff) && isHeld && { label: t('Write off'), run: () => onAction({ kind: 'write-off', rows: [row] }) },
      can(createRecall) &&
        row.lot !== '' &&
        !row.is_recalled && { label: t('Recall lot'), run: () => onAction({ kind: 'recall', lot: row.lot }) },
    ]
    return all.filter((one) => one !== false)
  }
}

interface Props {
  item: StockItemCard
  onAction: (action: Action) => void
}

/** The batches of an item with where they lie; Enter on one opens what can be done with it. */
export const ItemBatches = ({ item, onAction }: Props) => {
  const box = useRef<HTMLElement>(null)
  const isWide = useMediaQuery('(min-width: 1560px)') ?? false
  const isPhone = useMediaQuery(PHONE) ?? false
  const actionsOn = useBatchActions(onAction)
  const rows = placedBatches(item)
  const buttonOf = ({ key }: PlacedBatch) => box.current?.querySelector<HTMLElement>(`[data-actions="${key}"]`)
  // A menu takes the key that opened it for one that is meant to close it: not before that has gone its way.
  const openMenu = (row: PlacedBatch) => void setTimeout(() => buttonOf(row)?.click())
  const hasActions = rows.some((row) => actionsOn(row).length > 0)
  const columns: (Column<PlacedBatch> | false)[] = [
    {
      key: 'lot',
      title: t('Lot'),
      render: ({ lot, store_name, state, is_recalled, expires_on }) => (
        <div className={`phone-column phone-text phone-flex ${styles.batchLot}`}>
          {lot ? <span className="strong num">{lot}</span> : <span className="t3">–</span>}
          {isPhone && (
            <span className="row small t3">
              {store_name} <BatchState state={state} isRecalled={is_recalled} expiresOn={expires_on} />
            </span>
          )}
        </div>
      ),
    },
    { key: 'expires', title: t('Expiry'), width: isPhone ? 124 : 164, render: ({ expires_on }) => <ExpiryText day={expires_on} /> },
    { key: 'store', title: t('Store'), hideOnPhone: true, render: ({ store_name }) => store_name },
    {
      key: 'state',
      title: t('Status'),
      width: 132,
      hideOnPhone: true,
      render: ({ state, is_recalled, expires_on }) => <BatchState state={state} isRecalled={is_recalled} expiresOn={expires_on} />,
    },
    isWide && {
      key: 'from',
      title: t('Source'),
      hideOnPhone: true,
      render: ({ supplier_name, received_at }) => (
        <span title={dayOf(received_at)}>{supplier_name ?? <span className="t3">{dayOf(received_at)}</span>}</span>
      ),
    },
    { key: 'cost', title: t('Unit cost'), width: 92, align: 'end', hideOnPhone: true, render: (row) => unitCost(row.unit_cost) },
    {
      key: 'quantity',
      title: t('Quantity'),
      width: 88,
      align: 'end',
      render: (row) => <span className="strong">{number(row.quantity)}</span>,
    },
    hasActions && {
      key: 'actions',
      title: t('Actions'),
      isTitleHidden: true,
      width: 52,
      render: (row) => {
        const actions = actionsOn(row)
        return (
          actions.length > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon
                  size={28}
                  data-actions={row.key}
                  aria-label={t('Actions for {lot} in {store}', { lot: row.lot || t('this batch'), store: row.store_name })}
                  onClick={(event) => event.stopPropagation()}
                >
                  <IconDots size={16} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {actions.map(({ label, run }) => (
                  <Menu.Item
                    key={label}
                    onClick={(event) => {
                      event.stopPropagation()
                      run()
                    }}
                  >
                    {label}
                  </Menu.Item>
                ))}
                {row.state === 'in transit' && (
                  <Menu.Item component={Link} to={`/dashboard/inventory/transfers?store=${row.store}`}>
                    {t('Transfers')}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )
        )
      },
    },
  ]
  return (
    <section ref={box} className={`panel stack min-w-0 clipped ${styles.itemPart}`} aria-label={t('Batches')}>
      <div className="panel-head">
        <h2 className="grow">{t('Batches')}</h2>
      </div>
      <DataTable
        label={t('Batches')}
        columns={columns.filter((column) => column !== false)}
        rows={givenRows(rows)}
        rowKey={({ key }) => key}
        onOpen={hasActions ? openMenu : undefined}
        empty={<Empty title={t('No stock')}>{t('Batches are added by a delivery or opening stock.')}</Empty>}
      />
    </section>
  )
}
