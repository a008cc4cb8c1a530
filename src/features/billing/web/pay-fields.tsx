import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { fromCents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { money } from '#web/text/format.ts'
import { modeName } from '../rules.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { PaymentMode } from '../contract-payments.ts'
import {
  changeOf,
  leftToPay,
  nextPart,
  type PartProblem,
  partyOf,
  type PartValues,
  problemsOf,
  type Sums,
  usualMode,
  withRestFirst,
} from './pay/pay-rules.ts'
import styles from './pay/pay.module.css'
import { SpokenAfterPause } from '#web/ui/spoken-after-pause.tsx'

// How a bill is paid, for the other rooms that take money.
export { isAmount, nextPart, type PartValues, typedCents, usualMode } from './pay/pay-rules.ts'

const MOST = 10

export type PayFormOf = FormOf<{ payments: PartValues[] }>

interface PartProps {
  form: PayFormOf
  at: number
  part: PartValues
  modes: PaymentMode[]
  onMode: (mode: PaymentMode) => void
  onAmount: (typed: string) => void
  onRemove?: () => void
}

/** One way of paying: how, how much, what was handed over or its reference. */
const PayPart = ({ form, at, part, modes, onMode, onAmount, onRemove }: PartProps) => {
  const mode = modes.find(({ id }) => String(id) === part.payment_mode)
  const change = changeOf(part)
  const path = `payments.${at}` as const
  return (
    <div className={`stack gap-4 divided ${styles.part}`} role="group" aria-label={t('Payment {n}', { n: at + 1 })}>
      <div className="flex items-end gap-2">
        <NativeSelect
          className="grow"
          label={t('Paid by')}
          data={modes.map(({ id, payment_mode }) => ({ value: String(id), label: modeName(payment_mode, t) }))}
          value={part.payment_mode}
          onChange={(event) => {
            const { value } = event.currentTarget
            const chosen = modes.find(({ id }) => String(id) === value)
            if (chosen) onMode(chosen)
          }}
          error={form.errors[`${path}.payment_mode`]}
        />
        {onRemove && (
          <ActionIcon aria-label={t('Remove payment {n}', { n: at + 1 })} onClick={onRemove} size="var(--k-control)">
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className="grid items-start gap-4 phone-two two-columns">
        <TextInput
          className={`inputs-end ${styles.amount}`}
          label={t('Amount')}
          inputMode="decimal"
          autoComplete="off"
          autoFocus={at > 0}
          onFocus={(event) => event.currentTarget.select()}
          {...form.getInputProps(`${path}.amount`)}
          onChange={(event) => onAmount(event.currentTarget.value)}
        />
        {mode?.payment_category === 'cash' ? (
          <TextInput
            className={`inputs-end ${styles.amount}`}
            label={t('Cash received')}
            placeholder={t('exact amount')}
            inputMode="decimal"
            autoComplete="off"
            {...form.getInputProps(`${path}.tendered`)}
          />
        ) : (
          <TextInput
            label={t('Reference')}
            required={mode?.requires_reference}
            maxLength={60}
            autoComplete="off"
            {...form.getInputProps(`${path}.reference`)}
          />
        )}
      </div>
      {change > 0 && (
        <p className={`flex items-baseline justify-between round-l gap-6 pad-4-5 done-text ${styles.change}`}>
          <span>{t('Change')}</span>
          <b className="size-3xl num">{money(fromCents(change), { withCurrency: true })}</b>
        </p>
      )}
      <SpokenAfterPause text={change > 0 ? `${t('Change')} ${money(fromCents(change), { withCurrency: true })}` : ''} />
    </div>
  )
}

const problemText = (problem: PartProblem, sums: Sums, isInsurer: boolean) =>
  ({
    amount: t('Enter an amount above zero.'),
    'too much': t('More than is due. Due: {amount}.', { amount: money(isInsurer ? sums.insurer_balance : sums.patient_balance) }),
    'too little cash': t('Less than the amount.'),
    reference: t('Enter a reference for this mode.'),
  })[problem]

/** Why these parts cannot be taken, in words, by the path of the box; nothing when they can. */
export const payErrors = (parts: readonly PartValues[], sums: Sums, modes: readonly PaymentMode[]): Record<string, string> => {
  const isInsurer = (path: string) => {
    const mode = parts[Number(path.split('.')[1])]?.payment_mode
    return partyOf(modes.find(({ id }) => String(id) === mode)) === 'insurer'
  }
  const found = Object.entries(problemsOf(parts, sums, modes))
  return Object.fromEntries(found.map(([path, problem]) => [path, problemText(problem, sums, isInsurer(path))]))
}

/** A part as it is sent. */
export const sentPart = (
  { payment_mode, amount, tendered, reference, same_reference }: PartValues,
  modes: readonly Pick<PaymentMode, 'id' | 'payment_category'>[],
) => {
  const isCash = modes.find(({ id }) => String(id) === payment_mode)?.payment_category === 'cash'
  return {
    payment_mode: Number(payment_mode),
    amount: amountText(amount),
    ...(isCash && tendered !== '' && { tendered: amountText(tendered) }),
    ...(!isCash && { reference }),
    ...(same_reference && { same_reference }),
  }
}

interface Props {
  form: PayFormOf
  sums: Sums
  modes: PaymentMode[]
}

/** The ways in which a sum is paid, one after the other, and the button for one more. */
export const PayFields = ({ form, sums, modes }: Props) => {
  const { payments } = form.getValues()
  const left = leftToPay('patient', sums, payments, modes)
  // The first amount gives way to the others until somebody types it.
  const [isFirstTyped, setFirstTyped] = useState(false)
  const settle = (parts: PartValues[]) => form.setFieldValue('payments', isFirstTyped ? parts : withRestFirst(parts, sums, modes))
  const typeAmount = (at: number) => (amount: string) => {
    if (at === 0) setFirstTyped(true)
    for (const index of payments.keys()) form.clearFieldError(`payments.${index}.amount`)
    const parts = payments.map((part, index) => (index === at ? { ...part, amount } : part))
    if (at === 0) form.setFieldValue('payments', parts)
    else settle(parts)
  }
  const addMode = () => {
    const next = modes.find(({ id }) => !payments.some(({ payment_mode }) => payment_mode === String(id))) ?? usualMode(modes)
    if (next) form.insertListItem('payments', nextPart(next, sums, payments, modes))
  }
  return (
    <>
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
              ...nextPart(mode, sums, others, modes),
              ...(part.amount !== '' && { amount: part.amount }),
            })
          }}
          onAmount={typeAmount(at)}
          onRemove={payments.length > 1 ? () => settle(payments.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      {payments.length < MOST && (
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={addMode}>
          {left > 0 ? t('Add a payment for the other {amount}', { amount: money(fromCents(left)) }) : t('Add another payment')}
        </Button>
      )}
    </>
  )
}

/** The question about a reference that another receipt has already. */
export const SameReference = ({ receipt, onRight }: { receipt: string; onRight: () => void }) => (
  <Note tone="attention" alert>
    <p>{t('This reference is already on receipt {number}. Is this another payment?', { number: receipt })}</p>
    <Button fullWidth autoFocus onClick={onRight}>
      {t('Yes, take payment')}
    </Button>
  </Note>
)
