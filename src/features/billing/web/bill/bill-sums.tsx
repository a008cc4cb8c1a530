import { sumOf } from '#shared/money.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { isLive, isNothing, minus } from '../bill-rules.ts'

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
    <div className="sum" data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>
        {isLess && !isNothing(amount) && '−'}
        {money(amount)}
      </dd>
    </div>
  )

const Due = ({ bill }: { bill: Invoice }) => {
  const owed = bill.patient_balance.startsWith('-')
  const word = owed ? t('To give back') : bill.patient === null ? t('Due from the customer') : t('Due from the patient')
  return (
    <p className="sum-due">
      <span className="t2">{word}</span>
      <output className="num" data-nothing={isNothing(bill.patient_balance) || undefined} aria-label={word}>
        {money(owed ? bill.patient_balance.slice(1) : bill.patient_balance, { withCurrency: true })}
      </output>
    </p>
  )
}

/** What a bill comes to, who pays which part of it, and what is still due. */
export const BillSums = ({ bill, lines }: { bill: Invoice; lines: InvoiceItem[] | undefined }) => {
  const gross = lines && sumOf(lines.filter(isLive).map((line) => line.gross))
  const hasSteps = !isNothing(bill.discount) || !isNothing(bill.rounding)
  return (
    <section className="section bill-sums" aria-label={t('Sums')}>
      <dl className="num">
        {hasSteps && gross !== undefined && <Row label={t('Lines')} amount={gross} />}
        <Row label={t('Discount')} amount={bill.discount} isLess />
        <Row label={t('Rounding')} amount={bill.rounding} />
        <Row label={t('Total')} amount={bill.invoice_amount} isTotal always />
        <Row label={t('of which tax')} amount={bill.tax} />
        <Row label={bill.insurance_company_name ?? t('Insurer')} amount={bill.insurer_total} isLess />
        <Row label={t('Forgiven')} amount={bill.waiver} isLess />
        {bill.patient_total !== bill.invoice_amount && <Row label={t('Patient’s part')} amount={bill.patient_total} isTotal always />}
        <Row label={t('Credited')} amount={bill.credited} isLess />
        <Row label={t('of which tax credited')} amount={bill.credited_tax} isLess />
        <Row label={t('Paid')} amount={bill.paid_patient} isLess />
        <Row label={t('Paid by the insurer')} amount={bill.paid_insurer} isLess />
      </dl>
      <Due bill={bill} />
      {!isNothing(bill.insurer_balance) && bill.status !== 'draft' && (
        <p className="small t2 num sum-insurer">
          {bill.insurer_balance.startsWith('-')
            ? t('{{insurer}} is owed {{amount}}', {
                insurer: bill.insurance_company_name,
                amount: money(minus('0.00', bill.insurer_balance)),
              })
            : t('{{insurer}} still owes {{amount}}', { insurer: bill.insurance_company_name, amount: money(bill.insurer_balance) })}
        </p>
      )}
    </section>
  )
}
