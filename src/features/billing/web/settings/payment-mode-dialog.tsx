import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { Link } from 'react-router'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { createPaymentMode, type PaymentMode, updatePaymentMode } from '#features/billing/contract-payments.ts'
import { categoryWord, ownCategories } from './payment-words.ts'

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
          label={t('Kind')}
          required
          data={ownCategories.map((value) => ({ value, label: categoryWord(value) }))}
          {...getInputProps('payment_category')}
          value={values.payment_category}
          onChange={chooseKind}
        />
      </div>
      <Checkbox
        label={t('A reference is required')}
        description={t('The number of the transaction or slip; the same number is not taken twice without being asked.')}
        {...getInputProps('requires_reference', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('Chosen first at the till')}
        description={t('One mode is; this one takes the place of the one before.')}
        {...getInputProps('is_default', { type: 'checkbox' })}
      />
    </>
  )
}

const fresh: Values = { payment_mode: '', payment_category: 'mobile money', requires_reference: true, is_default: false }

const AddForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const added = useEndpointForm(createPaymentMode, {
    initialValues: fresh,
    onSaved: ({ payment_mode: name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={added} save={t('Add')} onCancel={onClose}>
      <Fields form={added.form} />
    </EndpointForm>
  )
}

interface EditProps {
  mode: PaymentMode
  category: Values['payment_category']
  onClose: () => void
}

const EditForm = ({ mode, category, onClose }: EditProps) => {
  const { id, payment_mode: name, requires_reference, is_default, version } = mode
  const initialValues: Values = { payment_mode: name, payment_category: category, requires_reference, is_default }
  const edited = useEndpointForm(updatePaymentMode, {
    initialValues,
    params: { id },
    version,
    onSaved: (saved) => {
      toast.done(t('{{name}} is saved.', { name: saved.payment_mode }))
      onClose()
    },
  })
  const extra = (
    <UseButton
      of={{ ...mode, name }}
      by={updatePaymentMode}
      warning={t('It stays on receipts where it stands already, and nobody can pay by it any more.')}
      onDone={onClose}
    />
  )
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={extra} labels={{ payment_mode: t('Name') }}>
      <Fields form={edited.form} />
    </EndpointForm>
  )
}

const InsurersMode = ({ onClose }: Pick<Props, 'onClose'>) => (
  <div className="form-stack">
    <div>
      {t('This mode belongs to an insurer: it bears the insurer’s name, and comes and goes with it. Change the insurer to change it.')}
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

/** Adds a payment mode, or changes one. */
export const PaymentModeDialog = ({ mode, onClose }: Props) => (
  <Modal opened onClose={onClose} title={mode ? mode.payment_mode : t('Add payment mode')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {mode === null ? (
      <AddForm onClose={onClose} />
    ) : mode.payment_category === 'insurer' ? (
      <InsurersMode onClose={onClose} />
    ) : (
      <EditForm mode={mode} category={mode.payment_category} onClose={onClose} />
    )}
  </Modal>
)
