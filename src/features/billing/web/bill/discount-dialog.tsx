import { Modal, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { discountInvoice } from '#features/billing/contract.ts'
import { isNothing, saysNoDiscount, type WholeDiscount, wholeDiscountBody } from '../bill-rules.ts'
import type { Invoice } from '../bill-types.ts'
import { billState } from '../bill-labels.ts'

type Values = WholeDiscount & { reason: string }

const check = (values: Values): Record<string, string> => {
  if (!saysNoDiscount(values)) return {}
  return { value: values.by === 'percent' ? t('Enter a percentage above zero, for example 10.') : t('Enter an amount above zero.') }
}

/** Discounts the whole of a draft, by a percentage or an amount that its lines share, or removes all discounts; with a reason. */
export const DiscountDialog = ({ bill, onClose }: { bill: Invoice; onClose: () => void }) => {
  const initialValues: Values = { by: 'percent', value: '', reason: '' }
  const endpointForm = useEndpointForm(discountInvoice, {
    initialValues,
    params: { id: bill.id },
    version: bill.version,
    stateOf: billState,
    toBody: ({ reason, ...discount }) => ({ ...wholeDiscountBody(discount), reason }),
    boxOf: (path) => (path.startsWith('discount') ? 'value' : path),
    check,
    onSaved: (after, { by }) => {
      toast.done(by === 'none' ? t('All discounts were removed.') : t('Discount {amount} on the bill.', { amount: money(after.discount) }))
      onClose()
    },
  })
  const { getInputProps, values } = endpointForm.form
  const isRemoval = values.by === 'none'
  return (
    <Modal opened onClose={onClose} size={520} title={t('Discount on the whole bill')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm
        form={endpointForm}
        save={isRemoval ? t('Remove all discounts') : t('Apply discount')}
        onCancel={onClose}
        labels={{ value: values.by === 'percent' ? t('Percentage') : t('Amount'), reason: t('Reason') }}
      >
        <ChoiceField
          label={t('Discount type')}
          data={[
            { value: 'percent', label: t('Percentage') },
            { value: 'amount', label: t('Amount') },
            ...(isNothing(bill.discount) ? [] : [{ value: 'none' as const, label: t('No discount') }]),
          ]}
          {...getInputProps('by')}
          onChange={(by) => {
            endpointForm.form.setFieldValue('by', by)
            // What was wrong with a percentage is not wrong with an amount.
            endpointForm.form.clearFieldError('value')
          }}
        />
        {!isRemoval && (
          <TextInput
            label={values.by === 'percent' ? t('Percentage') : t('Amount')}
            description={t('Split across all lines and replaces their discounts.')}
            required
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            {...getInputProps('value')}
          />
        )}
        <TextInput label={t('Reason')} required maxLength={300} autoComplete="off" {...getInputProps('reason')} />
      </EndpointForm>
    </Modal>
  )
}
