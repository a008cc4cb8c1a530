import { Button, Kbd, Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCoins } from '@tabler/icons-react'
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
import { invoiceColumns } from './invoice-columns.tsx'
import { InsurerField } from '#features/insurance/web/insurer-field.tsx'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { DaysFilter } from '#web/ui/days-filter.tsx'
import { ChoiceFilter, Filters, NoMatches } from '#web/ui/filters.tsx'
import { invoiceStatuses, listInvoices } from '#features/billing/contract.ts'
import { billStatus } from '../bill-labels.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { pages } from '#web/calls/api.ts'
import { usePages } from '#web/calls/rows.ts'
import { useUrlState } from '#web/state/url-state.ts'
import styles from '../queue/queue.module.css'
import { LAPTOP } from '#web/look/tokens.ts'

const state = {
  q: z.string().max(100),
  status: z.enum(invoiceStatuses),
  open: z.literal('true'),
  patient_id: Id,
  insurance_company: Id,
  start_date: z.iso.date(),
  end_date: z.iso.date(),
}
const PAGE = 50

/** What the address of the list of bills says, and the rows it asks for. */
const useInvoiceRows = () => {
  const [url, setUrl] = useUrlState(state)
  const rows = usePages({ ...pages(listInvoices, { query: { ...url, limit: PAGE } }), placeholderData: keepPreviousData })
  return { url, setUrl, rows, isNarrowed: Object.values(url).some((value) => value !== undefined) }
}
type InvoiceUrl = ReturnType<typeof useInvoiceRows>['url']
type SetInvoiceUrl = ReturnType<typeof useInvoiceRows>['setUrl']

/** Narrows the list of bills; kept in the address, so that a list can be sent to somebody. */
const InvoiceFilters = ({ url, setUrl }: { url: InvoiceUrl; setUrl: SetInvoiceUrl }) => {
  const { allowed } = useRights()
  return (
    <Filters className={`contents ${styles.filters}`}>
      <ChoiceFilter
        label={t('Status')}
        any={t('All statuses')}
        data={invoiceStatuses.map((value) => ({ value, label: billStatus(value).word }))}
        value={url.status}
        onChange={(status) => setUrl({ status })}
      />
      <InsurerField
        placeholder={t('Any payer')}
        value={url.insurance_company}
        onChange={(insurance_company) => setUrl({ insurance_company })}
      />
      {allowed('patients.view') && (
        <PatientPicker
          key={url.patient_id ?? 'any'}
          aria-label={t('Patient')}
          placeholder={url.patient_id === undefined ? t('Any patient') : t('One patient')}
          clearButtonProps={{ 'aria-label': t('Clear') }}
          value={url.patient_id ?? null}
          onChange={(id) => setUrl({ patient_id: id === null ? '' : String(id) })}
        />
      )}
      <DaysFilter
        labels={[t('Issued from'), t('Issued to')]}
        from={url.start_date}
        to={url.end_date}
        onFrom={(start_date) => setUrl({ start_date })}
        onTo={(end_date) => setUrl({ end_date })}
      />
      <Checkbox
        label={t('Still open')}
        checked={url.open === 'true'}
        onChange={(event) => setUrl({ open: event.currentTarget.checked ? 'true' : '' })}
      />
    </Filters>
  )
}

const RemittanceDialog = lazy(async () => ({ default: (await import('../debtors/remittance-dialog.tsx')).RemittanceDialog }))

const cleared = { q: '', status: '', open: '', patient_id: '', insurance_company: '', start_date: '', end_date: '' }

/** All bills, newest first: found by number or name, narrowed by filters, opened with Enter. */
export const InvoicesList = () => {
  const go = useNavigate()
  const { can } = useRights()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const { url, setUrl, rows, isNarrowed } = useInvoiceRows()
  const [isRemitting, setRemitting] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const mayRemit = can(receivePayment) && url.insurance_company !== undefined
  useKeys([
    { keys: '/', label: t('Find a bill'), run: () => tools.current?.querySelector('input')?.focus() },
    ...(mayRemit ? [{ keys: 'M', label: t('Record remittance'), run: () => setRemitting(true) }] : []),
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
            {t('Record remittance')}
          </Button>
        )
      }
    >
      <div className="in-row gap-4 wrap filters" role="search" ref={tools}>
        <SearchField label={t('Number or name')} value={url.q ?? ''} onChange={(q) => setUrl({ q })} />
        <InvoiceFilters url={url} setUrl={setUrl} />
      </div>
      <div className={`stack rows-box ${styles.rows}`}>
        <DataTable
          label={t('Invoices')}
          columns={invoiceColumns({ isNarrow })}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`/dashboard/billing/invoices/${id}`)}
          empty={
            isNarrowed ? (
              <NoMatches title={t('No matching bills')} onClear={() => setUrl(cleared)} />
            ) : (
              <Empty title={t('No bills yet')}>{t('Each visit opens a bill, which appears here.')}</Empty>
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
