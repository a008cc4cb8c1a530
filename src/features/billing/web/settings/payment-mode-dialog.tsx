import { Button, Checkbox, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { createPaymentMode, type PaymentMode, updatePaymentMode } from '#features/billing/contract-payments.ts'
import { categoryWord, ownCategories } from './payment-labels.ts'

type Values = {
  payment_mode: string
  payment_category: (typeof ownCategories)[number]
  requires_reference: boolean
  is_default: boolean
}
interface Props {
  /** Null adds one. */
  mode: PaymentMode | null
  onClose: () => void
}

const Fields = ({ form }: { form: FormOf<Values> }) => {
  const { getInputProps, values, setFieldValue } = form
  const chooseKind = (kind: Values['payment_category']) => {
    setFieldValue('payment_category', kind)
    // Whatever is not cash has a number by which it is found again.
    setFieldValue('requires_reference', kind !== 'cash')
  }
  return (
    <>
      <TextInput label={t('Name')} required maxLength={60} data-autofocus {...getInputProps('payment_mode')} />
      <div>
        <ChoiceField
          label={t('Type')}
          required
          data={ownCategories.map((value) => ({ value, label: categoryWord(value) }))}
          {...getInputProps('payment_category')}
          value={values.payment_category}
          onChange={chooseKind}
        />
      </div>
      <Checkbox
        label={t('Reference required')}
        description={t('The transaction or slip number; a number used before must be confirmed.')}
        {...getInputProps('requires_reference', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('Default payment mode')}
        description={t('Only one mode is the default; this one replaces the previous one.')}
        {...getInputProps('is_default', { type: 'checkbox' })}
      />
    </>
  )
}

const InsurersMode = ({ onClose }: Pick<Props, 'onClose'>) => (
  <div className="form-stack">
    <div>
      {t('This mode belongs to an insurer: it has the insurer’s name and is added and removed with it. Change the insurer to change it.')}
    </div>
    <div className="form-foot">
      <span className="grow" />
      <Button onClick={onClose}>{t('Close')}</Button>
      <Button variant="filled" component={Link} to="/dashboard/administration/insurance-companies" data-autofocus>
        {t('Insurance companies')}
      </Button>
    </div>
  </div>
)

const valuesOf = (mode: PaymentMode | null): Values => ({
  payment_mode: mode?.payment_mode ?? '',
  payment_category: (mode?.payment_category ?? 'mobile money') as Values['payment_category'],
  requires_reference: mode?.requires_reference ?? true,
  is_default: mode?.is_default ?? false,
})

/** Adds a payment mode, or changes one. */
export const PaymentModeDialog = ({ mode, onClose }: Props) => (
  <RecordDialog
    row={mode}
    create={createPaymentMode}
    update={updatePaymentMode}
    add={t('Add payment mode')}
    instead={mode?.payment_category === 'insurer' && <InsurersMode onClose={onClose} />}
    name={({ payment_mode }) => payment_mode}
    values={valuesOf}
    warning={t('It stays on existing receipts but can no longer be used for payment.')}
    labels={{ payment_mode: t('Name') }}
    onClose={onClose}
  >
    {(form) => <Fields form={form} />}
  </RecordDialog>
)
