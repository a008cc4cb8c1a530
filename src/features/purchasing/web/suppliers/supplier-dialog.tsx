import { Modal, Textarea, TextInput } from '@mantine/core'
import { type EndpointForm as Form, useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { createSupplier, updateSupplier } from '../supplier-calls.ts'
import type { Supplier } from './supplier-types.ts'

interface Values extends Record<string, unknown> {
  name: string
  common_name: string
  contact_person: string
  phone: string
  email: string
  address: string
  tax_number: string
  payment_days: string
}
const nothing: Values = {
  name: '',
  common_name: '',
  contact_person: '',
  phone: '',
  email: '',
  address: '',
  tax_number: '',
  payment_days: '30',
}
const valuesOf = (of: Supplier): Values => ({
  name: of.name,
  common_name: of.common_name ?? '',
  contact_person: of.contact_person ?? '',
  phone: of.phone ?? '',
  email: of.email ?? '',
  address: of.address ?? '',
  tax_number: of.tax_number ?? '',
  payment_days: String(of.payment_days),
})
// What is no number is left for the contract to refuse.
const days = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN)
const toBody = (values: Values) => ({ ...values, payment_days: days(values.payment_days) })

const labels = (): Record<keyof Values & string, string> => ({
  name: t('Name'),
  common_name: t('Called here'),
  contact_person: t('Contact person'),
  phone: t('Telephone'),
  email: t('E-mail'),
  address: t('Address'),
  tax_number: t('Tax number'),
  payment_days: t('Days to pay'),
})

const Fields = ({ of: { form } }: { of: Form<Values> }) => {
  const word = labels()
  const input = (name: keyof Values & string) => ({ label: word[name], ...form.getInputProps(name) })
  return (
    <>
      <TextInput required data-autofocus {...input('name')} />
      <div className="order-fields">
        <TextInput {...input('common_name')} />
        <TextInput {...input('contact_person')} />
        <TextInput type="tel" {...input('phone')} />
        <TextInput type="email" {...input('email')} />
        <TextInput {...input('tax_number')} />
        <TextInput inputMode="numeric" maxLength={3} {...input('payment_days')} />
      </div>
      <Textarea autosize minRows={2} maxRows={6} {...input('address')} />
    </>
  )
}

const AddForm = ({ onClose, onAdded }: { onClose: () => void; onAdded: (id: number) => void }) => {
  const of = useEndpointForm(createSupplier, {
    initialValues: nothing,
    draftKey: 'supplier-new',
    toBody,
    onSaved: ({ id, name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onAdded(id)
    },
  })
  return (
    <EndpointForm of={of} save={t('Add')} onCancel={onClose}>
      <Fields of={of} />
    </EndpointForm>
  )
}

const EditForm = ({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) => {
  const { id, version } = supplier
  const of = useEndpointForm(updateSupplier, {
    params: { id },
    version,
    draftKey: `supplier-${id}`,
    initialValues: valuesOf(supplier),
    toBody,
    onSaved: (saved) => {
      toast.done(t('{{name}} is saved.', { name: saved.name }))
      onClose()
    },
  })
  return (
    <EndpointForm
      of={of}
      save={t('Save')}
      onCancel={onClose}
      labels={labels()}
      extra={
        <UseButton
          of={supplier}
          by={updateSupplier}
          warning={t('Nothing more is ordered from them. What was bought and what is owed stays as it is.')}
          onDone={onClose}
        />
      }
    >
      <Fields of={of} />
    </EndpointForm>
  )
}

interface Props {
  /** Null adds one. */
  supplier: Supplier | null
  onClose: () => void
  onAdded?: (id: number) => void
}

/** Adds a supplier, or changes one. */
export const SupplierDialog = ({ supplier, onClose, onAdded = onClose }: Props) => (
  <Modal
    opened
    onClose={onClose}
    size="lg"
    title={supplier ? supplier.name : t('Add supplier')}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {supplier ? <EditForm supplier={supplier} onClose={onClose} /> : <AddForm onClose={onClose} onAdded={onAdded} />}
  </Modal>
)
