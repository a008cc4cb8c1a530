import { Checkbox, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPaymentModes, type PaymentMode } from '#features/billing/contract-payments.ts'
import { fromCents } from '#shared/money.ts'
import { query } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { modeName } from '#features/billing/rules.ts'
import { t } from '#web/i18n.ts'
import { AmountField } from '#web/ui/amount-field.tsx'

/** Money that goes back at once; the amount is what the return comes to until somebody types another. */
export interface Refund {
  isWanted: boolean
  mode: number | null
  amount: string | null
  reference: string
}
export const noRefund: Refund = { isWanted: false, mode: null, amount: null, reference: '' }

const fitting = (modes: readonly PaymentMode[]) => modes.filter(({ payment_category }) => payment_category !== 'insurer')
const modeOf = (modes: readonly PaymentMode[], chosen: number | null) =>
  modes.find(({ id }) => id === chosen) ?? modes.find(({ is_default }) => is_default) ?? modes[0]

/** The ways in which money may go back, none that is an insurer's. */
export const useRefundModes = (isOn: boolean) => {
  const { data = [] } = useQuery({ ...query(listPaymentModes, { query: { active: 'true' } }), enabled: isOn })
  return fitting(data)
}

/** The refund as the request wants it; undefined when nothing is paid back. */
export const refundBody = (refund: Refund, modes: readonly PaymentMode[], back: number, read: (typed: string) => string) => {
  const mode = modeOf(modes, refund.mode)
  if (!refund.isWanted || back <= 0 || !mode) return undefined
  const amount = refund.amount === null ? fromCents(back) : read(refund.amount)
  return [{ payment_mode: mode.id, amount, reference: refund.reference === '' ? null : refund.reference }]
}

interface Props {
  back: number
  modes: readonly PaymentMode[]
  refund: Refund
  onChange: (refund: Refund) => void
}

/** Whether the money goes back at once, and how. */
export const RefundFields = ({ back, modes, refund, onChange }: Props) => {
  const mode = modeOf(modes, refund.mode)
  return (
    <div className="form-stack">
      <Checkbox
        label={t('Refund {amount} now', { amount: money(fromCents(back), { withCurrency: true }) })}
        checked={refund.isWanted}
        onChange={(event) => onChange({ ...refund, isWanted: event.currentTarget.checked })}
      />
      {refund.isWanted && (
        <div className="section-grid">
          <Select
            label={t('Refund via')}
            data={modes.map(({ id, payment_mode }) => ({ value: String(id), label: modeName(payment_mode, t) }))}
            allowDeselect={false}
            value={mode ? String(mode.id) : null}
            onChange={(id) => onChange({ ...refund, mode: id === null ? null : Number(id) })}
          />
          <AmountField
            label={t('Amount')}
            value={refund.amount ?? fromCents(back)}
            onChange={(event) => onChange({ ...refund, amount: event.currentTarget.value })}
          />
          {mode?.payment_category !== 'cash' && (
            <TextInput
              label={t('Reference')}
              required={mode?.requires_reference === true}
              maxLength={60}
              autoComplete="off"
              value={refund.reference}
              onChange={(event) => onChange({ ...refund, reference: event.currentTarget.value })}
            />
          )}
        </div>
      )}
    </div>
  )
}
