import { Button, Kbd } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCoins, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { receivePayment } from '#features/billing/contract-payments.ts'
import '../billing.css'
import { invoiceColumns } from './invoice-columns.tsx'
import { InvoiceFilters } from './invoice-filters.tsx'
import { useInvoiceRows } from './use-invoice-rows.ts'

const RemittanceDialog = lazy(async () => ({ default: (await import('../debtors/remittance-dialog.tsx')).RemittanceDialog }))

const cleared = { q: '', status: '', open: '', patient_id: '', insurance_company: '', start_date: '', end_date: '' }

/** All bills, newest first: found by number or name, narrowed by filters, opened with Enter. */
export const InvoicesList = () => {
  const go = useNavigate()
  const { can } = useRights()
  const isNarrow = useMediaQuery('(max-width: 1200px)') ?? false
  const { url, setUrl, rows, isNarrowed } = useInvoiceRows()
  const [isRemitting, setRemitting] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const mayRemit = can(receivePayment) && url.insurance_company !== undefined
  useKeys([
    { keys: '/', label: t('Find a bill'), run: () => tools.current?.querySelector('input')?.focus() },
    ...(mayRemit ? [{ keys: 'M', label: t('Record a remittance'), run: () => setRemitting(true) }] : []),
  ])
  return (
    <Page
      title={t('Invoices')}
      sub={t('Newest first')}
      actions={
        mayRemit && (
          <Button
            variant="filled"
            leftSection={<IconCoins size={16} aria-hidden />}
            rightSection={<Kbd className="not-phone">M</Kbd>}
            aria-keyshortcuts="M"
            onClick={() => setRemitting(true)}
          >
            {t('Record a remittance')}
          </Button>
        )
      }
    >
      <div className="till-tools filters" role="search" ref={tools}>
        <SearchField label={t('Number or name')} value={url.q ?? ''} onChange={(q) => setUrl({ q })} />
        <InvoiceFilters url={url} setUrl={setUrl} />
      </div>
      <div className="till-rows">
        <DataTable
          label={t('Invoices')}
          columns={invoiceColumns({ isNarrow })}
          of={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`/dashboard/billing/invoices/${id}`)}
          empty={
            isNarrowed ? (
              <Empty
                icon={IconSearch}
                title={t('No bill matches')}
                action={<Button onClick={() => setUrl(cleared)}>{t('Clear the filters')}</Button>}
              />
            ) : (
              <Empty title={t('No bills yet')}>{t('Each visit opens its bill; it appears here.')}</Empty>
            )
          }
        />
      </div>
      <Suspense>
        {isRemitting && url.insurance_company !== undefined && (
          <RemittanceDialog insurer={url.insurance_company} onClose={() => setRemitting(false)} />
        )}
      </Suspense>
    </Page>
  )
}
