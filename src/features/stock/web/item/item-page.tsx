import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button, Kbd, Menu } from '@mantine/core'
import { IconBarcode, IconChevronDown, IconEdit, IconClipboardPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { createTransfer } from '../transfers/transfer-calls.ts'
import { CategoryName } from '#features/catalogue/web/category-name.tsx'
import { money, number, date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, isMissing, NoSuchDocument, useIdInAddress } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { replacePacks, updateStockItem } from '#features/stock/contract-items.ts'
import { createConsumption, createQuarantine, createRelease, createWriteOff } from '#features/stock/contract-moves.ts'
import { inPacks, packName, unitCost } from '../amounts.ts'
import { placedBatches } from '../batches/batch-rows.ts'
import { documentAddress } from '../document-address.ts'
import { ItemBatches } from './item-batches.tsx'
import { type Action, actionRows, ItemActions } from './item-actions.tsx'
import { ItemLevels } from './item-levels.tsx'
import { toStockStatus } from './item-status.ts'
import { StockStatus } from '../stock-status.tsx'
import { useItem } from '../use-item.ts'
import type { StockItemCard } from '../stock-types.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { LineChart } from '#web/ui/line-chart.tsx'
import { getUsage } from '#features/stock/contract-ledger.ts'
import { wholeWeeks } from '../whole-weeks.ts'
import itemStyles from './item.module.css'
import stockStyles from '../stock.module.css'

const WEEKS = 26

const useUsage = (id: number) =>
  useQuery({ ...query(getUsage, { params: { id }, query: { weeks: WEEKS } }), meta: { live: getUsage.live } })

const RequestButton = ({ item }: { item: StockItemCard }) => {
  const go = useNavigate()
  const ask = () => void go(`/dashboard/inventory/requisitions/new?item=${item.id}`)
  useKeys([{ keys: 'R', label: t('Request item'), run: ask }])
  return (
    <Button leftSection={<IconClipboardPlus size={16} aria-hidden />} rightSection={<Kbd className="not-phone">R</Kbd>} onClick={ask}>
      {t('Request')}
    </Button>
  )
}

/** How much of an item is used, how long it will last, and what to order. */
const ItemUsage = ({ item }: { item: StockItemCard }) => {
  const { allowed } = useRights()
  const asked = useUsage(item.id)
  const unit = item.units_of_measure
  const packs = item.packs.filter(({ is_active }) => is_active)
  return (
    <section className={`panel stack min-w-0 clipped ${itemStyles.itemPart}`} aria-label={t('Use')}>
      <div className="panel-head">
        <h2 className="grow">{t('Use')}</h2>
        {allowed('purchasing.request') && item.is_active && <RequestButton item={item} />}
      </div>
      <div className="stack gap-5 pad-5-6">
        <FourStates query={asked} loading={<Loading rows={4} height={24} />}>
          {({ weeks: all, average_per_day, days_left, suggested_order, used, days }) => {
            const weeks = wholeWeeks(all)
            return (
              <>
                <dl className="facts num">
                  <dt>{t('Average usage')}</dt>
                  <dd>{t('{n} {unit} a day', { n: number(Number(average_per_day)), unit: unitName(unit, Number(average_per_day)) })}</dd>
                  <dt>{t('Lasts for')}</dt>
                  <dd>{days_left === null ? t('no usage') : t('{count, plural, one {# day} other {# days}}', { count: days_left })}</dd>
                  <dt>{t('Suggested order')}</dt>
                  <dd className="strong">
                    {suggested_order === 0 ? t('none') : `${number(suggested_order)} ${unitName(unit, suggested_order)}`}{' '}
                    <span className="small t3">{inPacks(suggested_order, packs, unit)}</span>
                  </dd>
                </dl>
                {used === 0 ? (
                  <p className="t3">
                    {t('{count, plural, one {Not used in the last day.} other {Not used in the last # days.}}', { count: days })}
                  </p>
                ) : (
                  <LineChart
                    label={t('Weekly usage')}
                    series={[
                      {
                        name: t('Used'),
                        points: weeks.map(({ week, quantity }) => ({
                          key: week,
                          label: t('Week of {day}: {n} {unit}', { day: date(week), n: number(quantity), unit: unitName(unit, quantity) }),
                          value: quantity,
                          at: Date.parse(week),
                        })),
                      },
                    ]}
                    unit={unitName(unit, 2)}
                  />
                )}
              </>
            )
          }}
        </FourStates>
      </div>
    </section>
  )
}

// Below the fold, and with boxes that weigh more than all above it.
const ItemLedger = lazy(async () => ({ default: (await import('./item-ledger.tsx')).ItemLedger }))

const Figures = ({ item }: { item: StockItemCard }) => {
  const packs = item.packs.filter(({ is_active }) => is_active)
  const figures: { label: string; value: string; note?: string }[] = [
    { label: t('Usable'), value: number(item.usable), note: inPacks(item.usable, packs, item.units_of_measure) },
    { label: t('In quarantine'), value: number(item.quarantined) },
    { label: t('In transit'), value: number(item.in_transit) },
    { label: t('On order'), value: number(item.on_order) },
    { label: t('Value'), value: money(item.value, { withCurrency: true }) },
    { label: t('Last cost'), value: item.last_cost === null ? '–' : unitCost(item.last_cost) },
    { label: t('Cash price'), value: item.sale_price === null ? '–' : money(item.sale_price) },
    {
      label: t('Packs'),
      value: packs.length === 0 ? '–' : packs.map(packName).join(', '),
    },
  ]
  return (
    <dl className={`panel flow rigid gap-4-8 pad-5-6 terms ${stockStyles.stockFigures} num`}>
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="small">{label}</dt>
          <dd>
            {value} {note && <span className="small t3">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Actions = ({ item, onAction }: { item: StockItemCard; onAction: (action: Action) => void }) => {
  const { can } = useRights()
  const go = useNavigate()
  const rows = placedBatches(item)
  const isPossible = (kind: 'quarantine' | 'release' | 'write-off') => actionRows(kind, rows).length > 0
  const mayUse = can(createConsumption) && item.usable > 0
  const mayWriteOff = can(createWriteOff) && isPossible('write-off')
  const more = [
    can(createTransfer) &&
      item.usable > 0 && { label: t('Send'), run: () => void go(`/dashboard/inventory/transfers/new?item=${item.id}`) },
    can(createQuarantine) && isPossible('quarantine') && { label: t('Quarantine'), run: () => onAction({ kind: 'quarantine' }) },
    can(createRelease) && isPossible('release') && { label: t('Release'), run: () => onAction({ kind: 'release' }) },
    can(replacePacks) && { label: t('Packs and barcodes'), run: () => onAction({ kind: 'packs' }), icon: IconBarcode },
    can(updateStockItem) && { label: t('Edit item'), run: () => onAction({ kind: 'change' }), icon: IconEdit },
  ].filter((one) => one !== false)
  const use = () => onAction({ kind: 'use up' })
  const writeOff = () => onAction({ kind: 'write-off' })
  useKeys([
    ...(mayUse ? [{ keys: 'U', label: t('Consume'), run: use }] : []),
    ...(mayWriteOff ? [{ keys: 'W', label: t('Write off'), run: writeOff }] : []),
    ...(can(replacePacks) ? [{ keys: 'P', label: t('Packs and barcodes'), run: () => onAction({ kind: 'packs' }) }] : []),
    ...(can(updateStockItem) ? [{ keys: 'E', label: t('Edit item'), run: () => onAction({ kind: 'change' }) }] : []),
  ])
  return (
    <>
      {more.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={16} aria-hidden />}>{t('More')}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ label, run }) => (
              <Menu.Item key={label} onClick={run}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {mayWriteOff && (
        <Button rightSection={<Kbd className="not-phone">W</Kbd>} onClick={writeOff}>
          {t('Write off')}
        </Button>
      )}
      {mayUse && (
        <Button variant="filled" rightSection={<Kbd className="not-phone">U</Kbd>} onClick={use}>
          {t('Consume')}
        </Button>
      )}
    </>
  )
}

const Card = ({ item, onAction }: { item: StockItemCard; onAction: (action: Action) => void }) => {
  const go = useNavigate()
  return (
    <>
      <Figures item={item} />
      {item.desc && <p className="t2 break-anywhere">{item.desc}</p>}
      <ItemLevels item={item} />
      <div className={`grid gap-6 items-stretch ${itemStyles.itemColumns}`}>
        <ItemBatches item={item} onAction={onAction} />
        <ItemUsage item={item} />
      </div>
      <Suspense fallback={<div className={`panel ${itemStyles.itemLedger}`} />}>
        <ItemLedger
          id={item.id}
          onOpen={(movement) => {
            const to = documentAddress(movement)
            if (to !== null) void go(to)
          }}
        />
      </Suspense>
    </>
  )
}

/** The card of an item: what every store has of it and should have, its batches, what is used, everything that moved it. */
export const ItemPage = () => {
  const id = useIdInAddress()
  const asked = useItem(id)
  const [action, setAction] = useState<Action | null>(null)
  const item = asked.data
  const back = { to: '/dashboard/inventory/stock', label: t('Stock') }
  if (id === 0 || isMissing(asked)) return <NoSuchDocument title={t('Stock item not found')} {...back} />
  return (
    <div className={`page-body rigid ${itemStyles.itemPage}`}>
      <DocumentHead
        title={item?.name ?? '\u00a0'}
        status={
          item &&
          (item.is_active ? <StockStatus state={toStockStatus(item)} sayEnough /> : <Status tone="inactive">{t('Inactive')}</Status>)
        }
        sub={
          item && (
            <span>
              {item.item_code && <>{item.item_code} · </>}
              <CategoryName category={item.category} /> · {t('counted in {unit}', { unit: item.units_of_measure })}
              {item.is_controlled && <> · {t('Controlled drug')}</>}
              {item.supplier_name && <> · {item.supplier_name}</>}
            </span>
          )
        }
        back={back}
        actions={item && <Actions item={item} onAction={setAction} />}
      />
      <FourStates query={asked} loading={<Loading rows={12} height={28} />}>
        {(data) => (
          <>
            <Card item={data} onAction={setAction} />
            <ItemActions item={data} rows={placedBatches(data)} action={action} onClose={() => setAction(null)} />
          </>
        )}
      </FourStates>
    </div>
  )
}
