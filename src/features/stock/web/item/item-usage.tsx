import { Button, Kbd } from '@mantine/core'
import { IconClipboardPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { query } from '#web/calls/api.ts'
import { date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { getUsage } from '#features/stock/contract-ledger.ts'
import { inPacks } from '../amounts.ts'
import { wholeWeeks } from '../whole-weeks.ts'
import type { StockItemCard } from '../stock-types.ts'

const WEEKS = 26

const useUsage = (id: number) =>
  useQuery({ ...query(getUsage, { params: { id }, query: { weeks: WEEKS } }), meta: { live: getUsage.live } })

const RequestButton = ({ item }: { item: StockItemCard }) => {
  const go = useNavigate()
  const ask = () => void go(`/dashboard/inventory/requisitions/new?item=${item.id}`)
  useKeys([{ keys: 'R', label: t('Request it'), run: ask }])
  return (
    <Button leftSection={<IconClipboardPlus size={16} aria-hidden />} rightSection={<Kbd className="not-phone">R</Kbd>} onClick={ask}>
      {t('Request')}
    </Button>
  )
}

/** How much of an item is used, how long it will last, and what to order. */
export const ItemUsage = ({ item }: { item: StockItemCard }) => {
  const { allowed } = useRights()
  const asked = useUsage(item.id)
  const unit = item.units_of_measure
  const packs = item.packs.filter(({ is_active }) => is_active)
  return (
    <section className="panel item-part" aria-label={t('Use')}>
      <div className="panel-head">
        <h2 className="grow">{t('Use')}</h2>
        {allowed('purchasing.request') && item.is_active && <RequestButton item={item} />}
      </div>
      <div className="item-usage">
        <FourStates of={asked} loading={<Loading rows={4} height={24} />}>
          {({ weeks: all, average_per_day, days_left, suggested_order, used, days }) => {
            const weeks = wholeWeeks(all)
            return (
              <>
                <dl className="facts num">
                  <dt>{t('Used on average')}</dt>
                  <dd>{t('{{n}} {{unit}} a day', { n: number(Number(average_per_day)), unit })}</dd>
                  <dt>{t('Lasts for')}</dt>
                  <dd>{days_left === null ? t('nothing is used') : t('{{count}} days', { count: days_left })}</dd>
                  <dt>{t('To order now')}</dt>
                  <dd className="strong">
                    {suggested_order === 0 ? t('nothing') : `${number(suggested_order)} ${unit}`}{' '}
                    <span className="small t3">{inPacks(suggested_order, packs, unit)}</span>
                  </dd>
                </dl>
                {used === 0 ? (
                  <p className="t3 item-none">{t('Nothing of it was used in the last {{count}} days.', { count: days })}</p>
                ) : (
                  <LineChart
                    label={t('Used by week')}
                    series={[
                      {
                        name: t('Used'),
                        points: weeks.map(({ week, quantity }) => ({
                          key: week,
                          label: t('Week of {{day}}: {{n}} {{unit}}', { day: date(week), n: number(quantity), unit }),
                          value: quantity,
                        })),
                      },
                    ]}
                    from={date(weeks[0]?.week)}
                    to={date(weeks.at(-1)?.week)}
                    scale={t('at most {{n}}', { n: number(Math.max(...weeks.map(({ quantity }) => quantity))) })}
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
