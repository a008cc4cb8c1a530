import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { listPaymentModes } from '#features/billing/contract-payments.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { getPharmacySettings } from '#features/pharmacy/contract.ts'
import { SaleForm } from './sale-form.tsx'
import type { Sold } from './sold-panel.tsx'

const SoldPanel = lazy(async () => ({ default: (await import('./sold-panel.tsx')).SoldPanel }))

/** Sells at the counter, without a prescription: to a patient, to somebody by name, or to whoever stands there. */
export const SalePage = () => {
  const { can } = useRights()
  const modes = useQuery(query(listPaymentModes, { query: { active: 'true' } }))
  const { data: settings } = useQuery({ ...query(getPharmacySettings, { query: {} }), enabled: can(getPharmacySettings) })
  const [sold, setSold] = useState<Sold | null>(null)
  return (
    <Page title={t('Counter sale')} sub={settings && t('Sold from {{store}}', { store: settings.usual_store_name })}>
      {sold ? (
        <Suspense fallback={<Loading />}>
          <SoldPanel sold={sold} onNext={() => setSold(null)} />
        </Suspense>
      ) : (
        <FourStates of={modes} loading={<Loading rows={8} height={28} />}>
          {(all) => (
            <SaleForm
              modes={all.filter(({ payment_category }) => payment_category !== 'insurer')}
              store={settings?.usual_store}
              onSold={setSold}
            />
          )}
        </FourStates>
      )}
    </Page>
  )
}
