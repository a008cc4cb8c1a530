import { Button, Kbd } from '@mantine/core'
import { useEffect, useState, type SyntheticEvent } from 'react'
import { fromCents, sumOf } from '#shared/money.ts'
import type { ApiError } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { Note } from '#web/ui/status.tsx'
import { payInvoice, type PaymentMode } from '#features/billing/contract-payments.ts'
import type { Invoice } from '../bill-types.ts'
import type { Paid } from './paid-panel.tsx'
import { PayFields, payErrors, type PayFormOf, SameReference, sentPart } from '../pay-fields.tsx'
import { leftToPay, modesFor, nextPart, partyOf, typedCents, usualMode } from './pay-rules.ts'

interface Props {
  bill: Invoice
  modes: PaymentMode[]
  onPaid: (paid: Paid) => void
  onClose: () => void
}

const useFirstBox = () => {
  // The boxes come with a key: the cursor has to be in the amount at once, with all of it selected.
  useEffect(() => document.querySelector<HTMLInputElement>('[data-path="payments.0.amount"]')?.select(), [])
}

/** The boxes of a payment: the exact sum in the usual mode to begin with; Enter takes it. Sent once, however often Enter is pressed. */
export const PayForm = ({ bill, modes: all, onPaid, onClose }: Props) => {
  const modes = modesFor(all, bill)
  const usual =
    Number(bill.patient_balance) > 0 ? usualMode(modes) : (modes.find((mode) => partyOf(mode) === 'insurer') ?? usualMode(modes))
  const [same, setSame] = useState<string | null>(null)
  const [isStale, setStale] = useState(false)
  const endpointForm = useEndpointForm(payInvoice, {
    initialValues: { payments: usual ? [nextPart(usual, bill, [], modes)] : [] },
    params: { id: bill.id },
    version: bill.version,
    toBody: ({ payments }) => ({
      payments: payments.map((part) => sentPart(part, modes)),
      ...(bill.status === 'draft' && { issue: true }),
      version: bill.version,
    }),
    onSaved: ({ receipt, invoice }) => onPaid({ receipt, bill: invoice }),
    onRefused: (error: ApiError) => {
      if (error.code === 'same_reference') setSame(String(error.body['receipt']))
      if (error.status === 412) {
        setStale(true)
        void queryClient.invalidateQueries()
      }
      return error.code === 'same_reference' || error.status === 412
    },
  })
  const form: PayFormOf = endpointForm.form
  const { payments } = form.getValues()
  useFirstBox()

  const submit = (event?: SyntheticEvent<HTMLFormElement>) => {
    event?.preventDefault()
    setSame(null)
    setStale(false)
    const problems = payErrors(payments, bill, modes)
    const [first] = Object.keys(problems)
    if (first === undefined) return endpointForm.submit(event)
    form.setErrors(problems)
    form.getInputNode(first)?.focus()
  }
  const sayItIsRight = () => {
    setSame(null)
    form.setValues({ payments: payments.map((part) => ({ ...part, same_reference: part.reference !== '' })) })
    // The values are there with the next drawing.
    setTimeout(() => endpointForm.submit())
  }
  const left = leftToPay('patient', bill, payments, modes)
  const total = fromCents(payments.reduce((sum, { amount }) => sum + typedCents(amount), 0))
  return (
    <form noValidate onSubmit={submit} className="form-stack" aria-busy={endpointForm.saving}>
      {isStale && <Note tone="attention">{t('The bill has changed; reloading it.')}</Note>}
      {endpointForm.errors.map((text) => (
        <Note key={text} tone="critical" alert>
          {text}
        </Note>
      ))}
      <PayFields form={form} sums={bill} modes={modes} />
      {same !== null && <SameReference receipt={same} onRight={sayItIsRight} />}
      <div className="flex gap-4 column">
        <Button type="submit" variant="filled" fullWidth loading={endpointForm.saving} rightSection={<Kbd>↵</Kbd>}>
          {t('Take {amount}', { amount: money(sumOf([total]), { withCurrency: true }) })}
        </Button>
        <Button fullWidth onClick={onClose} rightSection={<Kbd className="not-phone">Esc</Kbd>}>
          {t('Cancel')}
        </Button>
        {left > 0 && total !== '0.00' && <p className="small t2 num">{t('{amount} remains due.', { amount: money(fromCents(left)) })}</p>}
        {bill.status === 'draft' && <p className="small t3">{t('The bill is issued with the payment.')}</p>}
      </div>
    </form>
  )
}
