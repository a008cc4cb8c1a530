import { Button, Kbd } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState, type SyntheticEvent } from 'react'
import { fromCents } from '#shared/money.ts'
import type { ApiError } from '#web/api.ts'
import { useEndpointForm } from '#web/form.ts'
import { money } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { Note } from '#web/ui/status.tsx'
import { payInvoice, type PaymentMode } from '../contract-payments.ts'
import { sumOf } from '../rules.ts'
import type { Invoice } from './bill-types.ts'
import type { Paid } from './paid-panel.tsx'
import { leftOf, modesFor, nextPart, partyOf, problemsOf, readAmount, typedCents, usualMode, type PartProblem } from './pay-rules.ts'
import { PayPart, type PayFormOf } from './pay-part.tsx'

const MOST = 10

const problemText = (problem: PartProblem, bill: Invoice, isInsurer: boolean) =>
  ({
    amount: t('Enter an amount above zero.'),
    'too much': t('More than is due. Due: {{amount}}.', { amount: money(isInsurer ? bill.insurer_balance : bill.patient_balance) }),
    'too little cash': t('Less than the amount.'),
    reference: t('This mode needs its reference.'),
  })[problem]

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
  const of = useEndpointForm(payInvoice, {
    initialValues: { payments: usual ? [nextPart(usual, bill, [], modes)] : [] },
    params: { id: bill.id },
    version: bill.version,
    toBody: ({ payments }) => ({
      payments: payments.map(({ payment_mode, amount, tendered, reference, same_reference }) => {
        const isCash = modes.find(({ id }) => String(id) === payment_mode)?.payment_category === 'cash'
        return {
          payment_mode: Number(payment_mode),
          amount: readAmount(amount),
          ...(isCash && tendered !== '' && { tendered: readAmount(tendered) }),
          ...(!isCash && { reference }),
          ...(same_reference && { same_reference }),
        }
      }),
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
  const form: PayFormOf = of.form
  const { payments } = form.getValues()
  useFirstBox()

  const submit = (event?: SyntheticEvent<HTMLFormElement>) => {
    event?.preventDefault()
    setSame(null)
    setStale(false)
    const found = Object.entries(problemsOf(payments, bill, modes))
    const [first] = found
    if (!first) return of.submit(event)
    const isInsurer = (path: string) => {
      const mode = payments[Number(path.split('.')[1])]?.payment_mode
      return partyOf(modes.find(({ id }) => String(id) === mode)) === 'insurer'
    }
    form.setErrors(Object.fromEntries(found.map(([path, problem]) => [path, problemText(problem, bill, isInsurer(path))])))
    form.getInputNode(first[0])?.focus()
  }
  const sayItIsRight = () => {
    setSame(null)
    form.setValues({ payments: payments.map((part) => ({ ...part, same_reference: part.reference !== '' })) })
    // The values are there with the next drawing.
    setTimeout(() => of.submit())
  }
  const left = leftOf('patient', bill, payments, modes)
  const total = fromCents(payments.reduce((sum, { amount }) => sum + typedCents(amount), 0))
  const addMode = () => {
    const other = modes.find(({ id }) => !payments.some(({ payment_mode }) => payment_mode === String(id)))
    const next = other ?? usual
    if (next) form.insertListItem('payments', nextPart(next, bill, payments, modes))
  }
  return (
    <form noValidate onSubmit={submit} className="form-stack" aria-busy={of.saving}>
      {isStale && <Note tone="attention">{t('The bill has changed meanwhile; fetching it anew.')}</Note>}
      {of.errors.map((text) => (
        <Note key={text} tone="critical" alert>
          {text}
        </Note>
      ))}
      {payments.map((part, at) => (
        <PayPart
          key={at}
          form={form}
          at={at}
          part={part}
          modes={modes}
          onMode={(mode) => {
            const others = payments.filter((_, index) => index !== at)
            form.setFieldValue(`payments.${at}`, {
              ...nextPart(mode, bill, others, modes),
              ...(part.amount !== '' && { amount: part.amount }),
            })
          }}
          onRemove={payments.length > 1 ? () => form.removeListItem('payments', at) : undefined}
        />
      ))}
      {same !== null && (
        <Note tone="attention" alert>
          <p>{t('This reference is on receipt {{number}} already. Is it another payment?', { number: same })}</p>
          <Button fullWidth autoFocus onClick={sayItIsRight}>
            {t('It is right, take it')}
          </Button>
        </Note>
      )}
      {payments.length < MOST && (
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={addMode}>
          {left > 0
            ? t('Pay the other {{amount}} in another way', { amount: money(fromCents(left)) })
            : t('Split over another way of paying')}
        </Button>
      )}
      <div className="bill-take">
        <Button type="submit" variant="filled" fullWidth loading={of.saving} rightSection={<Kbd>↵</Kbd>}>
          {t('Take {{amount}}', { amount: money(sumOf([total]), { withCurrency: true }) })}
        </Button>
        <Button fullWidth onClick={onClose} rightSection={<Kbd className="not-phone">Esc</Kbd>}>
          {t('Cancel')}
        </Button>
        {left > 0 && total !== '0.00' && <p className="small t2 num">{t('{{amount}} stays due.', { amount: money(fromCents(left)) })}</p>}
        {bill.status === 'draft' && <p className="small t3">{t('The bill is issued with the payment.')}</p>}
      </div>
    </form>
  )
}
