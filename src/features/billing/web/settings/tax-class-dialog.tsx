import { Modal, TextInput } from '@mantine/core'
import { createTaxClass, updateTaxClass } from '#features/catalogue/contract.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import type { TaxClass } from './tax-classes.tsx'

type Values = { name: string; rate: string }

interface Props {
  /** Null adds one. */
  of: TaxClass | null
  onClose: () => void
}

const bodyOf = ({ name, rate }: Values) => ({ name, rate: rate.trim().replace(/\s*%$/, '').replace(',', '.') })

const Fields = ({ form }: { form: FormOf<Values> }) => (
  <>
    <TextInput
      label={t('Name')}
      description={t('For example VAT, reduced rate.')}
      required
      maxLength={60}
      data-autofocus
      {...form.getInputProps('name')}
    />
    <TextInput
      label={t('Rate')}
      required
      inputMode="decimal"
      autoComplete="off"
      maxLength={7}
      rightSection={<span className="t3">%</span>}
      {...form.getInputProps('rate')}
    />
  </>
)

const AddForm = ({ onClose }: Pick<Props, 'onClose'>) => {
  const added = useEndpointForm(createTaxClass, {
    initialValues: { name: '', rate: '' },
    toBody: bodyOf,
    onSaved: ({ name }) => {
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

const EditForm = ({ of, onClose }: { of: TaxClass; onClose: () => void }) => {
  const edited = useEndpointForm(updateTaxClass, {
    initialValues: { name: of.name, rate: String(Number(of.rate)) },
    params: { id: of.id },
    version: of.version,
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm
      of={edited}
      save={t('Save')}
      onCancel={onClose}
      extra={<UseButton of={of} by={updateTaxClass} onDone={onClose} />}
      labels={{ name: t('Name'), rate: t('Rate') }}
    >
      <Fields form={edited.form} />
    </EndpointForm>
  )
}

/** Adds a tax class, or changes one. */
export const TaxClassDialog = ({ of, onClose }: Props) => (
  <Modal opened onClose={onClose} title={of ? of.name : t('Add tax class')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {of ? <EditForm of={of} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
