import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { fromCents } from '#shared/money.ts'
import type { FormOf } from '#web/checked-form.ts'
import { money } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { PaymentMode } from '../contract-payments.ts'
import { changeOf, type PartValues } from './pay-rules.ts'

export type PayFormOf = FormOf<{ payments: PartValues[] }>

interface Props {
  form: PayFormOf
  at: number
  part: PartValues
  modes: PaymentMode[]
  onMode: (mode: PaymentMode) => void
  onRemove?: () => void
}

/** One way of paying: how, how much, what was handed over or its reference. */
export const PayPart = ({ form, at, part, modes, onMode, onRemove }: Props) => {
  const mode = modes.find(({ id }) => String(id) === part.payment_mode)
  const change = changeOf(part)
  const path = `payments.${at}` as const
  return (
    <div className="pay-part" role="group" aria-label={t('Payment {{n}}', { n: at + 1 })}>
      <div className="pay-mode">
        <NativeSelect
          className="grow"
          label={t('Paid by')}
          data={modes.map(({ id, payment_mode }) => ({ value: String(id), label: payment_mode }))}
          value={part.payment_mode}
          onChange={(event) => {
            const { value } = event.currentTarget
            const chosen = modes.find(({ id }) => String(id) === value)
            if (chosen) onMode(chosen)
          }}
          error={form.errors[`${path}.payment_mode`]}
        />
        {onRemove && (
          <ActionIcon aria-label={t('Take away payment {{n}}', { n: at + 1 })} onClick={onRemove} size="var(--k-control)">
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className="pay-boxes">
        <TextInput
          className="pay-amount"
          label={t('Amount')}
          inputMode="decimal"
          autoComplete="off"
          autoFocus={at > 0}
          onFocus={(event) => event.currentTarget.select()}
          {...form.getInputProps(`${path}.amount`)}
        />
        {mode?.payment_category === 'cash' ? (
          <TextInput
            className="pay-amount"
            label={t('Handed over')}
            placeholder={t('the exact amount')}
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
        <p className="pay-change" role="status">
          <span>{t('Change')}</span>
          <b className="num">{money(fromCents(change), { withCurrency: true })}</b>
        </p>
      )}
    </div>
  )
}
