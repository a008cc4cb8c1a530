import { IconLockCheck } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { listInventories } from '#features/stock/contract-ledger.ts'
import { BatchList, stateColumn } from '../batches/batch-list.tsx'
import { StoreFilter } from '../store-field.tsx'

/** What nobody may use until somebody decides: released, written off or sent back. */
export const QuarantinedPanel = () => {
  const [{ q, store }, set] = useUrlState({ q: z.string().max(100), store: Id })
  const asked = { state: 'quarantined' as const, q, store, limit: 100 }
  const rows = usePages({ ...pages(listInventories, { query: asked }), placeholderData: keepPreviousData })
  return (
    <>
      <div className="row wrap filters">
        <SearchField label={t('Name, code or barcode')} value={q ?? ''} onChange={(text) => set({ q: text })} />
        <StoreFilter value={store} onChange={(store) => set({ store })} />
      </div>
      <BatchList
        label={t('In quarantine')}
        batches={rows}
        column={stateColumn()}
        empty={
          <Empty icon={IconLockCheck} title={q || store ? t('No matches') : t('Nothing in quarantine')}>
            {t('Expired, recalled, damaged or doubtful stock is held here for a decision.')}
          </Empty>
        }
      />
    </>
  )
}
