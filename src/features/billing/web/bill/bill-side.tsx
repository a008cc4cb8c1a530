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
import { useAction } from '#web/calls/use-action.ts'
import { issueInvoice, listInvoices } from '#features/billing/contract.ts'
import { listPaymentModes } from '#features/billing/contract-payments.ts'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { blockOf, isLive, isNothing, minus } from '../bill-rules.ts'
import type { Paid } from '../pay/paid-panel.tsx'
import { useBillRights } from './use-bill.ts'
import { sumOf } from '#shared/money.ts'
import billStyles from './bill.module.css'
import queueStyles from '../queue/queue.module.css'

interface RowProps {
  label: string
  amount: string
  /** What takes away from the sum above it. */
  isLess?: boolean
  isTotal?: boolean
  always?: boolean
}
const Row = ({ label, amount, isLess, isTotal, always }: RowProps) =>
  !always && isNothing(amount) ? null : (
    <div className={`t2 flex justify-between gap-6 ${billStyles.sum}`} data-total={isTotal || undefined}>
      <dt className="break-anywhere">{label}</dt>
      <dd className="nowrap">
        {isLess && !isNothing(amount) && '−'}
        {money(amount)}
      </dd>
    </div>
  )

const Due = ({ bill }: { bill: Invoice }) => {
  const owed = bill.patient_balance.startsWith('-')
  const word = owed ? t('To refund') : bill.patient === null ? t('Due from the customer') : t('Due from the patient')
  return (
    <p className={`flow items-baseline justify-between line-top gap-2-6 pt-4 ${billStyles.sumDue}`}>
      <span className="t2">{word}</span>
      <output className="nowrap size-3xl num" data-nothing={isNothing(bill.patient_balance) || undefined} aria-label={word}>
        {money(owed ? bill.patient_balance.slice(1) : bill.patient_balance, { withCurrency: true })}
      </output>
    </p>
  )
}

/** What a bill comes to, who pays which part of it, and what is still due. */
const BillSums = ({ bill, lines }: { bill: Invoice; lines: InvoiceItem[] | undefined }) => {
  const gross = lines && sumOf(lines.filter(isLive).map((line) => line.gross))
  const hasSteps = !isNothing(bill.discount) || !isNothing(bill.rounding)
  return (
    <section className={`section ${billStyles.sums}`} aria-label={t('Totals')}>
      <dl className="num">
        {hasSteps && gross !== undefined && <Row label={t('Lines')} amount={gross} />}
        <Row label={t('Discount')} amount={bill.discount} isLess />
        <Row label={t('Rounding')} amount={bill.rounding} />
        <Row label={t('Total')} amount={bill.invoice_amount} isTotal always />
        <Row label={t('of which tax')} amount={bill.tax} />
        <Row label={bill.insurance_company_name ?? t('Insurer')} amount={bill.insurer_total} isLess />
        <Row label={t('Waived')} amount={bill.waiver} isLess />
        {bill.patient_total !== bill.invoice_amount && <Row label={t('Patient’s share')} amount={bill.patient_total} isTotal always />}
        <Row label={t('Credited')} amount={bill.credited} isLess />
        <Row label={t('of which tax credited')} amount={bill.credited_tax} isLess />
        <Row label={t('Paid')} amount={bill.paid_patient} isLess />
        <Row label={t('Paid by the insurer')} amount={bill.paid_insurer} isLess />
      </dl>
      <Due bill={bill} />
      {!isNothing(bill.insurer_balance) && bill.status !== 'draft' && (
        <p className={`small t2 num text-end mt-2 ${billStyles.sumInsurer}`}>
          {bill.insurer_balance.startsWith('-')
            ? t('{insurer} is owed {amount}', {
                insurer: bill.insurance_company_name,
                amount: money(minus('0.00', bill.insurer_balance)),
              })
            : t('{insurer} still owes {amount}', { insurer: bill.insurance_company_name, amount: money(bill.insurer_balance) })}
        </p>
      )}
    </section>
  )
}

const LineDialog = lazy(async () => ({ default: (await import('./line-dialog.tsx')).LineDialog }))

/** Why a draft cannot be issued yet: lines without a price, and the way to price them. */
const UnpricedNote = ({ bill, lines }: { bill: Invoice; lines: readonly InvoiceItem[] }) => {
  const { mayPrice } = useBillRights(bill)
  const [pricing, setPricing] = useState<number | null>(null)
  const unpriced = lines.filter((line) => isLive(line) && line.price_source === 'none')
  const opened = unpriced.find(({ id }) => id === pricing)
  return (
    <Note tone="attention" alert>
      {t('The bill cannot be issued: no price yet for')}
      <ul className={`accent-links mt-2 ${queueStyles.also}`}>
        {unpriced.map((line) => (
          <li key={line.id} className="row">
            <span className="grow">{line.item_name}</span>
            {mayPrice && (
              <Button size="compact-sm" onClick={() => setPricing(line.id)} aria-label={t('Set price of {item}', { item: line.item_name })}>
                {t('Set price')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!mayPrice && <p className="small">{t('A user with permission to set prices must price it, or the line must be cancelled.')}</p>}
      <Suspense>{opened && <LineDialog key={opened.id} bill={bill} line={opened} onClose={() => setPricing(null)} />}</Suspense>
    </Note>
  )
}

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
      {t('Earlier unpaid bills')}
      <ul className={`accent-links mt-2 ${queueStyles.also}`}>
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
  const { run, isRunning } = useAction()
  const issue = async () => {
    const isSure = await confirm({
      title: t('Issue bill'),
      text: t('The bill gets its number and can no longer be changed: {total}, of which the patient pays {patient}.', {
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
    ...(canIssue ? [{ keys: 'I', label: t('Issue bill'), run: issue }] : []),
  ])
  return (
    <div className={`flex gap-4 column ${billStyles.actions} no-print`}>
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
          {mayPay && isDue ? t('Issue without payment') : t('Issue bill')}
        </Button>
      )}
      {block === 'empty' && <p className="small t3">{t('The bill has no items yet.')}</p>}
      {isDraft && !mayIssue && block === null && (
        <p className="small t3">{t('Bills are issued and paid at the cashier; this one is waiting there.')}</p>
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
    <aside className={`stack scroll gap-5 phone-rigid sticky ${billStyles.side}`} aria-label={t('Totals and payment')}>
      <BillSums bill={bill} lines={lines} />
      {isDraft && bill.insurance_company_name !== null && bill.item_count > 0 && Number(bill.insurer_total) === 0 && (
        <Note tone="attention">
          {t('{insurer} covers nothing on this bill: none of its list prices applies.', { insurer: bill.insurance_company_name })}
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
