import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PatientRecord } from '#features/patients/web/use-patient.ts'
import { sumOf } from '#shared/money.ts'
import { pages } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { createInvoice, listInvoicesOfPatient } from '../contract.ts'
import { listReceipts } from '../contract-payments.ts'
import { isNothing } from './bill-rules.ts'
import { invoiceColumns } from './invoices/invoice-columns.tsx'
import { receiptColumns } from './receipts/receipt-columns.tsx'
import { useBalance } from './use-balance.ts'
import styles from './patient.module.css'
import { LAPTOP } from '#web/look/tokens.ts'

const NewBillDialog = lazy(async () => ({ default: (await import('./queue/new-bill-dialog.tsx')).NewBillDialog }))
const ReceiptDialog = lazy(async () => ({ default: (await import('./receipts/receipt-dialog.tsx')).ReceiptDialog }))

const PAGE = 25

const Figure = ({ label, amount, isQuiet }: { label: string; amount: string | undefined; isQuiet?: boolean }) => (
  <div className={`terms ${styles.figure}`}>
    <dt className="small">{label}</dt>
    <dd className={`strong size-2xl num${isQuiet || amount === undefined || isNothing(amount) ? ' t3' : ''}`}>
      {amount === undefined ? '…' : money(amount, { withCurrency: true })}
    </dd>
  </div>
)

const Balance = ({ patient }: { patient: PatientRecord }) => {
  const go = useNavigate()
  const { can } = useRights()
  const { balance, insurers, drafts } = useBalance(patient.id)
  const [isNew, setNew] = useState(false)
  const [draft] = drafts ?? []
  const open = () => draft && void go(`/dashboard/billing/invoices/${draft.id}`)
  const isOwed = balance?.startsWith('-') ?? false
  useKeys(draft ? [{ keys: 'B', label: t('Open current bill'), run: open }] : [])
  return (
    <section className="section in-row gap-4-8 wrap" aria-label={t('Balance')}>
      <dl className="flow gap-4-8">
        <Figure label={isOwed ? t('To refund') : t('Balance due')} amount={isOwed ? balance?.slice(1) : balance} />
        <Figure label={t('Insurers owe')} amount={insurers} isQuiet />
        <Figure label={t('Not issued yet')} amount={drafts && sumOf(drafts.map((one) => one.patient_total))} isQuiet />
      </dl>
      <span className="grow" />
      {draft ? (
        <Button variant="filled" onClick={open} aria-keyshortcuts="B">
          {t('Open current bill')}
        </Button>
      ) : (
        can(createInvoice) && patient.is_active && <Button onClick={() => setNew(true)}>{t('New bill')}</Button>
      )}
      <Suspense>
        {isNew && (
          <NewBillDialog
            newcomer={{ patient }}
            onMade={({ id }) => void go(`/dashboard/billing/invoices/${id}`)}
            onClose={() => setNew(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** What a patient owes, their bills and their receipts. */
export const PatientBilling = ({ patient }: { patient: PatientRecord }) => {
  const go = useNavigate()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [receipt, setReceipt] = useState<number | null>(null)
  const bills = usePages(pages(listInvoicesOfPatient, { params: { patient_id: patient.id }, query: { limit: PAGE } }))
  const receipts = usePages(pages(listReceipts, { query: { patient_id: patient.id, limit: PAGE } }))
  return (
    <div className="form-stack fill">
      <Balance patient={patient} />
      <section className={`stack whole-tables ${styles.part}`} aria-label={t('Bills')}>
        <h2 className="mb-4">{t('Bills')}</h2>
        <DataTable
          label={t('Bills')}
          columns={invoiceColumns({ isOfOnePatient: true, isNarrow })}
          rows={bills}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void go(`/dashboard/billing/invoices/${id}`)}
          empty={<Empty title={t('No bills yet')}>{t('Each visit opens a bill, which appears here.')}</Empty>}
        />
      </section>
      <section className={`stack whole-tables ${styles.part}`} aria-label={t('Receipts')}>
        <h2 className="mb-4">{t('Receipts')}</h2>
        <DataTable
          label={t('Receipts')}
          columns={receiptColumns({ isOfOnePatient: true, isNarrow })}
          rows={receipts}
          rowKey={({ id }) => id}
          onOpen={({ id }) => setReceipt(id)}
          empty={<Empty title={t('No receipts yet')}>{t('Receipts of payments appear here.')}</Empty>}
        />
      </section>
      <Suspense>{receipt !== null && <ReceiptDialog id={receipt} onClose={() => setReceipt(null)} />}</Suspense>
    </div>
  )
}
