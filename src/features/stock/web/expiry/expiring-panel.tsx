import { IconCalendarCheck } from '@tabler/icons-react'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages, query } from '#web/calls/api.ts'
import { money, number, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getOverview, listExpiring } from '#features/stock/contract-ledger.ts'
import { BatchList, daysColumn, stateColumn } from '../batches/batch-list.tsx'
import { StoreFilter } from '../store-field.tsx'
import styles from '../stock.module.css'

const spans = ['30', '60', '90', 'expired'] as const
type Span = (typeof spans)[number]

const spanWord = (span: Span) =>
  span === 'expired' ? t('Expired') : t('{count, plural, one {{n} day} other {{n} days}}', { n: span, count: Number(span) })

/** What all batches of a span are worth, more than what the list has fetched. */
const useWorth = (span: Span, store: number | undefined) => {
  const { data } = useQuery(query(getOverview, { query: { store } }))
  if (!data) return null
  const { within_30, within_60, within_90 } = data.expiring
  return { '30': within_30, '60': within_60, '90': within_90, expired: data.expired }[span]
}

/** What expires soon, or has expired and still lies there, by day. */
export const ExpiringPanel = () => {
  const [{ within = '90', store }, set] = useUrlState({ within: z.enum(spans), store: Id })
  const asked = within === 'expired' ? ({ expired: 'true' } as const) : { days: within }
  const rows = usePages({ ...pages(listExpiring, { query: { ...asked, store, limit: 100 } }), placeholderData: keepPreviousData })
  const worth = useWorth(within, store)
  return (
    <>
      <div className={`row wrap labels-hidden ${styles.expiryTools}`}>
        <ChoiceField
          label={t('Expires within')}
          data={spans.map((value) => ({ value, label: spanWord(value) }))}
          value={within}
          onChange={(value) => set({ within: value === '90' ? '' : value })}
        />
        <StoreFilter value={store} onChange={(store) => set({ store })} />
        <span className="grow" />
        {worth && worth.batches > 0 && (
          <span className="num t2">
            {t('{count, plural, one {{n} batch} other {{n} batches}}', { count: worth.batches, n: number(worth.batches) })} ·{' '}
            <b>{money(worth.value, { withCurrency: true })}</b>
          </span>
        )}
      </div>
      <BatchList
        key={`${within}-${store}`}
        label={t('Expiring')}
        batches={rows}
        column={within === 'expired' ? stateColumn() : daysColumn(today())}
        empty={
          <Empty icon={IconCalendarCheck} title={within === 'expired' ? t('No expired stock') : t('No expiries in this period')}>
            {t('Batches appear here 90 days before they expire. Expired batches are moved to quarantine every night.')}
          </Empty>
        }
      />
    </>
  )
}
