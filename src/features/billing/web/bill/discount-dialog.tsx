import { Modal, TextInput } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { discountInvoice } from '#features/billing/contract.ts'
import { discountBody } from '../bill-rules.ts'
import type { Invoice } from '../bill-types.ts'
import { billState } from '../bill-words.ts'

/** Discounts the whole of a draft, by a percentage or an amount that its lines share, with a reason. */
export const DiscountDialog = ({ bill, onClose }: { bill: Invoice; onClose: () => void }) => {
  const of = useEndpointForm(discountInvoice, {
    initialValues: { by: 'percent', value: '', reason: '' },
    params: { id: bill.id },
    version: bill.version,
    stateOf: billState,
    toBody: ({ by, value, reason }) => ({ ...discountBody(by === 'percent' ? `${value} %` : value), reason }),
    boxOf: (path) => (path.startsWith('discount') ? 'value' : path),
    onSaved: (after) => {
      toast.done(t('Discount {{amount}} on the bill.', { amount: money(after.discount) }))
      onClose()
    },
  })
  const { getInputProps, values } = of.form
  return (
    <Modal opened onClose={onClose} size={520} title={t('Discount on the whole bill')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm of={of} save={t('Apply discount')} onCancel={onClose} labels={{ reason: t('Reason') }}>
        <ChoiceField
          label={t('Discount type')}
          data={[
            { value: 'percent', label: t('Percentage') },
            { value: 'amount', label: t('Amount') },
          ]}
          {...getInputProps('by')}
        />
        <TextInput
          label={values.by === 'percent' ? t('Percentage') : t('Amount')}
          description={t('Split across all lines and replaces their discounts. Enter 0 to remove all discounts.')}
          required
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          {...getInputProps('value')}
        />
        <TextInput label={t('Reason')} required maxLength={300} autoComplete="off" {...getInputProps('reason')} />
      </EndpointForm>
    </Modal>
  )
}
