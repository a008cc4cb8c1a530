import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { call } from '#web/api.ts'
import { confirm } from '#web/dialogs.ts'
import { type EndpointForm as Form, useEndpointForm } from '#web/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useDeed } from '#web/use-deed.ts'
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
  const { id, name, version, is_active } = supplier
  const { run, isRunning } = useDeed()
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
  const flip = (to: boolean) => {
    run(
      () => call(updateSupplier, { params: { id }, body: { is_active: to, version } }),
      to ? t('{{name}} is in use again.', { name }) : t('{{name}} is out of use.', { name }),
    )
    onClose()
  }
  const retire = async () => {
    const isMeant = await confirm({
      title: t('Take {{name}} out of use?', { name }),
      text: t('Nothing more is ordered from them. What was bought and what is owed stays as it is.'),
      action: t('Take out of use'),
    })
    if (isMeant) flip(false)
  }
  return (
    <EndpointForm
      of={of}
      save={t('Save')}
      onCancel={onClose}
      labels={labels()}
      extra={
        is_active ? (
          <Button loading={isRunning} onClick={() => void retire()}>
            {t('Take out of use')}
          </Button>
        ) : (
          <Button loading={isRunning} onClick={() => flip(true)}>
            {t('Use again')}
          </Button>
        )
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
