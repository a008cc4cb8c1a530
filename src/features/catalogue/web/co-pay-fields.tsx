import { TextInput } from '@mantine/core'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { amountText } from '#web/text/amount-text.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import type { CoPay } from './co-pay.ts'
import styles from './catalogue.module.css'

export interface CoPayValues extends Record<string, unknown> {
  co_pay: 'none' | 'amount' | 'percent'
  co_pay_amount: string
  co_pay_percent: string
}

export const coPayValues = ({ co_pay_amount, co_pay_percent }: CoPay): CoPayValues => ({
  co_pay: co_pay_percent !== null ? 'percent' : co_pay_amount !== null ? 'amount' : 'none',
  co_pay_amount: co_pay_amount ?? '',
  co_pay_percent: co_pay_percent === null ? '' : String(Number(co_pay_percent)),
})

// An empty box would mean no co-pay at all: it must be refused instead.
const filled = (text: string) => text || '?'

/** The part of the body that says the co-pay; the box that is not chosen counts as empty. */
export const coPayBody = ({ co_pay, co_pay_amount, co_pay_percent }: CoPayValues) => ({
  co_pay_amount: co_pay === 'amount' ? filled(amountText(co_pay_amount)) : null,
  co_pay_percent: co_pay === 'percent' ? filled(co_pay_percent.trim().replace(/\s*%$/, '').replace(',', '.')) : null,
})

interface Props {
  form: Pick<FormOf<CoPayValues>, 'values' | 'setFieldValue' | 'getInputProps'>
  /** What no co-pay of its own means here. */
  none: string
}

/** The patient's part of what an insurer covers: nothing, an amount for each unit, or a part of a hundred. */
export const CoPayFields = ({ form, none }: Props) => (
  <div className={`flow items-start gap-5-6 ${styles.coPay}`}>
    <ChoiceField
      label={t('Co-pay: the patient’s share')}
      data={[
        { value: 'none', label: none },
        { value: 'amount', label: t('An amount') },
        { value: 'percent', label: t('A percentage') },
      ]}
      value={form.values.co_pay}
      onChange={(co_pay) => form.setFieldValue('co_pay', co_pay)}
    />
    {form.values.co_pay === 'amount' && <AmountField label={t('Amount for each unit')} required {...form.getInputProps('co_pay_amount')} />}
    {form.values.co_pay === 'percent' && (
      <TextInput
        label={t('Percentage of price')}
        required
        inputMode="decimal"
        autoComplete="off"
        maxLength={7}
        rightSection={<span className="t3">%</span>}
        {...form.getInputProps('co_pay_percent')}
      />
    )}
  </div>
)
