import { Modal, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { modeName } from '#features/billing/rules.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { Loading } from '#web/ui/four-states.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { listPaymentModes, refundCreditNote, type PaymentMode } from '#features/billing/contract-payments.ts'
import type { CreditNote, Invoice } from '../bill-types.ts'
import { usualMode } from '../pay/pay-rules.ts'
import { useDocuments } from '../use-documents.ts'
import styles from '../pay/pay.module.css'

interface Props {
  bill: Invoice
  note: CreditNote
  onClose: () => void
}

/** By the insurer's mode only where the insurer has paid too much. */
const modesOf = (modes: readonly PaymentMode[], bill: Invoice) =>
  modes.filter(
    ({ payment_category, insurance }) =>
      payment_category !== 'insurer' || (insurance === bill.insurance_company && cents(bill.insurer_balance) < 0),
  )

const RefundForm = ({ bill, note, modes, onClose }: Props & { modes: PaymentMode[] }) => {
  const { printReceipt } = useDocuments()
  const endpointForm = useEndpointForm(refundCreditNote, {
    initialValues: { payments: [{ payment_mode: String(usualMode(modes)?.id ?? ''), amount: note.refundable, reference: '' }] },
    params: { id: note.id },
    toBody: ({ payments }) => ({
      payments: payments.map(({ payment_mode, amount, reference }) => ({
        payment_mode: Number(payment_mode),
        amount: amountText(amount),
        reference,
      })),
    }),
    onSaved: ({ id, number, total }) => {
      toast.done(t('{amount} refunded, {number}.', { amount: money(total.replace('-', '')), number }), {
        label: t('Print'),
        run: () => printReceipt(id),
      })
      onClose()
    },
  })
  const { getInputProps, getValues } = endpointForm.form
  const mode = modes.find(({ id }) => String(id) === getValues().payments[0]?.payment_mode)
  return (
    <EndpointForm form={endpointForm} save={t('Refund')} onCancel={onClose}>
      <p>
        {t('Credit note {number} on bill {bill}: {amount} can be refunded.', {
          number: note.number,
          bill: bill.invoice_number,
          amount: money(note.refundable, { withCurrency: true }),
        })}
      </p>
      <Select
        label={t('Refund via')}
        data={modes.map(({ id, payment_mode }) => ({ value: String(id), label: modeName(payment_mode, t) }))}
        allowDeselect={false}
        {...getInputProps('payments.0.payment_mode')}
      />
      <TextInput
        className={`inputs-end ${styles.amount}`}
        label={t('Amount')}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        {...getInputProps('payments.0.amount')}
      />
      {mode?.payment_category !== 'cash' && (
        <TextInput
          label={t('Reference')}
          required={mode?.requires_reference}
          maxLength={60}
          autoComplete="off"
          {...getInputProps('payments.0.reference')}
        />
      )}
    </EndpointForm>
  )
}

/** Pays money back on a credit note: at most what may go back. */
export const RefundDialog = (props: Props) => {
  const { data: modes } = useQuery(query(listPaymentModes, { query: { active: 'true' } }))
  return (
    <Modal opened onClose={props.onClose} size={440} title={t('Refund')} closeButtonProps={{ 'aria-label': t('Close') }}>
      {modes ? <RefundForm {...props} modes={modesOf(modes, props.bill)} /> : <Loading rows={4} />}
    </Modal>
  )
}
