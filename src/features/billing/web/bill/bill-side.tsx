import { Button, Kbd } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, query } from '#web/calls/api.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { useDeed } from '#web/calls/use-deed.ts'
import { issueInvoice, listInvoices } from '#features/billing/contract.ts'
import { listPaymentModes } from '#features/billing/contract-payments.ts'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { blockOf } from '../bill-rules.ts'
import { BillSums } from './bill-sums.tsx'
import type { Paid } from '../pay/paid-panel.tsx'
import { UnpricedNote } from './unpriced-note.tsx'
import { useBillRights } from './use-bill.ts'

const loadPanels = async () => {
  const [{ PayPanel }, { PaidPanel }] = await Promise.all([import('../pay/pay-panel.tsx'), import('../pay/paid-panel.tsx')])
  return { PayPanel, PaidPanel }
}
const PayPanel = lazy(async () => ({ default: (await loadPanels()).PayPanel }))
const PaidPanel = lazy(async () => ({ default: (await loadPanels()).PaidPanel }))

/** What else the patient owes on other bills. */
const AlsoDue = ({ bill }: { bill: Invoice }) => {
  const { data = [] } = useQuery({
    ...query(listInvoices, { query: { patient_id: bill.patient ?? 0, open: 'true', limit: 5 } }),
    enabled: bill.patient !== null,
  })
  const others = data.filter(({ id, patient_balance }) => id !== bill.id && Number(patient_balance) > 0)
  if (others.length === 0) return null
  return (
    <Note tone="attention">
      {t('Also due from earlier')}
      <ul className="till-also">
        {others.map(({ id, invoice_number, patient_balance }) => (
          <li key={id} className="row">
            <Link className="link grow num" to={`/dashboard/billing/invoices/${id}`}>
              {invoice_number}
            </Link>
            <span className="num">{money(patient_balance)}</span>
          </li>
        ))}
      </ul>
    </Note>
  )
}

const useIssue = (bill: Invoice) => {
  const { run, isRunning } = useDeed()
  const issue = async () => {
    const isSure = await confirm({
      title: t('Issue the bill'),
      text: t('It gets its number and never changes again: {{total}}, of which the patient pays {{patient}}.', {
        total: money(bill.invoice_amount, { withCurrency: true }),
        patient: money(bill.patient_total, { withCurrency: true }),
      }),
      action: t('Issue'),
    })
    if (isSure) run(() => call(issueInvoice, { params: { id: bill.id }, body: { version: bill.version } }), t('The bill is issued.'))
  }
  return { issue: () => void issue(), isIssuing: isRunning }
}

const Actions = ({ bill, onPay }: { bill: Invoice; onPay: () => void }) => {
  const { canIssue, canPay, isDraft, isDue, mayIssue, mayPay } = useBillRights(bill)
  const { issue, isIssuing } = useIssue(bill)
  const block = isDraft ? blockOf(bill) : null
  useKeys([
    ...(canPay ? [{ keys: 'P', label: t('Pay'), run: onPay }] : []),
    ...(canIssue ? [{ keys: 'I', label: t('Issue the bill'), run: issue }] : []),
  ])
  return (
    <div className="bill-actions no-print">
      {mayPay && isDue && (
        <Button
          variant="filled"
          fullWidth
          rightSection={<Kbd className="not-phone">P</Kbd>}
          aria-keyshortcuts="P"
          disabled={!canPay}
          onClick={onPay}
        >
          {t('Pay')}
        </Button>
      )}
      {mayIssue && (
        <Button
          fullWidth
          rightSection={<Kbd className="not-phone">I</Kbd>}
          aria-keyshortcuts="I"
          disabled={!canIssue}
          loading={isIssuing}
          onClick={issue}
        >
          {mayPay && isDue ? t('Issue only') : t('Issue the bill')}
        </Button>
      )}
      {block === 'empty' && <p className="small t3">{t('There is nothing on the bill yet.')}</p>}
      {isDraft && !mayIssue && block === null && (
        <p className="small t3">{t('Issuing and payment are the cashier’s: the bill waits for them.')}</p>
      )}
    </div>
  )
}

/** The sums, always in view, and what is done with them: issue, pay, and what follows a payment. */
export const BillSide = ({ bill, lines }: { bill: Invoice; lines: InvoiceItem[] | undefined }) => {
  const { canPay, isDraft } = useBillRights(bill)
  const [isPaying, setPaying] = useState(false)
  const [paid, setPaid] = useState<Paid | null>(null)
  // Asked for before P is pressed: the boxes are there at once.
  const { data: modes } = useQuery({ ...query(listPaymentModes, { query: { active: 'true' } }), enabled: canPay || isPaying })
  // The boxes come after the bill is drawn, and are there when P is pressed.
  useEffect(() => {
    if (canPay) loadPanels().catch(() => {})
  }, [canPay])
  return (
    <aside className="bill-side" aria-label={t('Sums and payment')}>
      <BillSums bill={bill} lines={lines} />
      {isDraft && bill.insurance_company_name !== null && bill.item_count > 0 && Number(bill.insurer_total) === 0 && (
        <Note tone="attention">
          {t('{{insurer}} covers nothing on this bill: no price of its list applies.', { insurer: bill.insurance_company_name })}
        </Note>
      )}
      {isDraft && bill.unpriced > 0 && <UnpricedNote bill={bill} lines={lines ?? []} />}
      <Suspense fallback={<Loading rows={4} height={28} />}>
        {paid ? (
          <PaidPanel paid={paid} onMore={canPay ? () => (setPaid(null), setPaying(true)) : undefined} />
        ) : isPaying && modes && lines ? (
          <PayPanel
            bill={bill}
            lines={lines}
            modes={modes}
            onPaid={(done) => (setPaid(done), setPaying(false))}
            onClose={() => setPaying(false)}
          />
        ) : (
          <Actions bill={bill} onPay={() => setPaying(true)} />
        )}
      </Suspense>
      {bill.patient !== null && !isPaying && <AlsoDue bill={bill} />}
    </aside>
  )
}
