import { Button, Kbd } from '@mantine/core'
import { IconCoins, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { z } from 'zod'
import { query } from '#web/calls/api.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentHead, DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Status } from '#web/ui/status.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { createSupplierPayment, getSupplier, updateSupplier } from '../supplier-calls.ts'
import { AccountPanel, OrdersPanel, PricesPanel } from './supplier-panels.tsx'
import type { Supplier } from './supplier-types.ts'
import styles from '../purchasing.module.css'

const SupplierDialog = lazy(async () => ({ default: (await import('./supplier-dialog.tsx')).SupplierDialog }))

const PayDialog = lazy(async () => ({ default: (await import('../bills/pay-dialog.tsx')).PayDialog }))

const tabs = ['account', 'orders', 'prices'] as const
type Tab = (typeof tabs)[number]
const panels = { account: AccountPanel, orders: OrdersPanel, prices: PricesPanel }
const HOME = '/dashboard/inventory/suppliers'

const Figures = ({ of }: { of: Supplier }) => (
  <dl className={`section flow ${styles.figures} num`}>
    <div>
      <dt>{t('Owed')}</dt>
      <dd>{money(of.balance, { withCurrency: true })}</dd>
    </div>
    <div>
      <dt>{t('Overdue')}</dt>
      <dd data-tone={Number(of.overdue) > 0 ? 'attention' : undefined}>{money(of.overdue, { withCurrency: true })}</dd>
    </div>
    <div>
      <dt>{t('Open bills')}</dt>
      <dd>{number(of.open_bills)}</dd>
    </div>
    <div>
      <dt>{t('Open orders')}</dt>
      <dd>{number(of.open_orders)}</dd>
    </div>
  </dl>
)

const Facts = ({ of }: { of: Supplier }) => {
  const facts = [
    [t('Called here'), of.common_name],
    [t('Contact person'), of.contact_person],
    [t('Telephone'), of.phone],
    [t('E-mail'), of.email],
    [t('Address'), of.address],
    [t('Tax number'), of.tax_number],
    [t('Days to pay'), number(of.payment_days)],
  ].filter(([, value]) => value)
  return (
    <section className="section" aria-label={t('Details')}>
      <h2>{t('Details')}</h2>
      <dl className="facts">
        {facts.map(([title, value]) => (
          <div key={title} className="fact">
            <dt>{title}</dt>
            <dd className={styles.text}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Whole = ({ of }: { of: Supplier }) => {
  const { can } = useRights()
  const [{ tab = 'account' }] = useUrlState({ tab: z.enum(tabs) })
  const [isChanging, setChanging] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const mayPay = can(createSupplierPayment) && of.open_bills > 0
  useKeys(mayPay ? [{ keys: 'P', label: t('Pay'), run: () => setPaying(true) }] : [])
  const words: Record<Tab, string> = { account: t('Account'), orders: t('Purchase orders'), prices: t('Prices') }
  const Panel = panels[tab]
  return (
    <>
      <DocumentHead
        title={of.name}
        back={{ to: HOME, label: t('All suppliers') }}
        status={
          !of.is_active && (
            <Status tone="inactive" chip>
              {t('Out of use')}
            </Status>
          )
        }
        actions={
          <>
            {can(updateSupplier) && (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setChanging(true)}>
                {t('Change')}
              </Button>
            )}
            {mayPay && (
              <Button
                variant="filled"
                leftSection={<IconCoins size={16} aria-hidden />}
                rightSection={<Kbd className="not-phone">P</Kbd>}
                onClick={() => setPaying(true)}
              >
                {t('Pay')}
              </Button>
            )}
          </>
        }
      />
      <div className="doc-body">
        <div className="doc-main">
          <Figures of={of} />
          <LinkTabs
            label={of.name}
            chosen={tab}
            to={(value) => (value === 'account' ? `${HOME}/${of.id}` : `${HOME}/${of.id}?tab=${value}`)}
            tabs={tabs.map((key) => ({ key, label: words[key] }))}
          />
          <div className={`stack ${styles.panel}`}>
            <Panel key={of.id} supplier={of.id} />
          </div>
        </div>
        <aside className="doc-side" aria-label={t('Details')}>
          <Facts of={of} />
        </aside>
      </div>
      <Suspense>
        {isChanging && <SupplierDialog supplier={of} onClose={() => setChanging(false)} />}
        {isPaying && <PayDialog supplier={of.id} chosen="all" onClose={() => setPaying(false)} />}
      </Suspense>
    </>
  )
}

/** One supplier: how to reach them, what is owed, what was ordered, and what things cost there. */
export const SupplierPage = () => {
  const id = useIdInAddress()
  const supplier = useQuery(query(getSupplier, { params: { id } }))
  return (
    <DocumentPage document={supplier} missing={{ title: t('There is no such supplier'), to: HOME, label: t('All suppliers') }}>
      {(of) => <Whole key={of.id} of={of} />}
    </DocumentPage>
  )
}
