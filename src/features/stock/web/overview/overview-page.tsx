import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { date, money } from '#web/text/format.ts'
import { Id } from '#shared/paging.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getOverview } from '#features/stock/contract-ledger.ts'
import { MostUsed, UsedByWeek, ValueByStore } from './overview-parts.tsx'
import { OverviewTiles } from './overview-tiles.tsx'
import { StoreField } from '../store-field.tsx'
import './overview.css'

/** How the stock stands today: what is short, what expires, what it is worth, what is used. */
export const OverviewPage = () => {
  const [{ store }, set] = useUrlState({ store: Id })
  const asked = useQuery(query(getOverview, { query: { store } }))
  const { data } = asked
  return (
    <Page
      title={t('Inventory')}
      sub={data ? `${date(data.day)} · ${t('{{amount}} at cost', { amount: money(data.value, { withCurrency: true }) })}` : '\u00a0'}
      actions={
        <StoreField
          aria-label={t('Store')}
          placeholder={t('Every store')}
          clearable
          value={store ?? null}
          onChange={(id) => set({ store: id === null ? '' : String(id) })}
        />
      }
    >
      <FourStates of={asked} loading={<Loading rows={12} height={36} />}>
        {(overview) => (
          <>
            <OverviewTiles overview={overview} store={store} />
            <div className="overview-charts">
              <ValueByStore overview={overview} />
              <UsedByWeek store={store} />
            </div>
            <MostUsed overview={overview} />
          </>
        )}
      </FourStates>
    </Page>
  )
}
