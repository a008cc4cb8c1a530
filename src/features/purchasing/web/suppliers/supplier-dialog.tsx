import { Textarea, TextInput } from '@mantine/core'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
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
const valuesOf = (supplier: Supplier | null): Values => ({
  name: supplier?.name ?? '',
  common_name: supplier?.common_name ?? '',
  contact_person: supplier?.contact_person ?? '',
  phone: supplier?.phone ?? '',
  email: supplier?.email ?? '',
  address: supplier?.address ?? '',
  tax_number: supplier?.tax_number ?? '',
  payment_days: String(supplier?.payment_days ?? 30),
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

const Fields = ({ form }: { form: FormOf<Values> }) => {
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

interface Props {
  /** Null adds one. */
  supplier: Supplier | null
  onClose: () => void
  onAdded?: (id: number) => void
}

/** Adds a supplier, or changes one. */
export const SupplierDialog = ({ supplier, onClose, onAdded = onClose }: Props) => (
  <RecordDialog
    row={supplier}
    create={createSupplier}
    update={updateSupplier}
    add={t('Add supplier')}
    size="lg"
    draftKey="supplier"
    name={({ name }) => name}
    values={valuesOf}
    toBody={toBody}
    labels={labels()}
    warning={t('Nothing more is ordered from them. What was bought and what is owed stays as it is.')}
    onClose={onClose}
    onAdded={({ id }) => onAdded(id)}
  >
    {(form) => <Fields form={form} />}
  </RecordDialog>
)
