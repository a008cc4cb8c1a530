import { Modal, TextInput } from '@mantine/core'
import type { InsuranceCompany } from '#features/insurance/contract.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { createPriceList, type PriceList, updatePriceList } from '../contract.ts'
import { coPayBody, CoPayFields, type CoPayValues, coPayValues } from './co-pay-fields.tsx'
import { type CoPay, noCoPay } from './co-pay.ts'

interface Values extends CoPayValues {
  name: string
  unlisted: 'patient' | 'insurer'
}

const valuesOf = ({ name, covers_unlisted, ...coPay }: Pick<PriceList, 'name' | 'covers_unlisted'> & CoPay): Values => ({
  name,
  ...coPayValues(coPay),
  unlisted: covers_unlisted ? 'insurer' : 'patient',
})
const bodyOf = (values: Values) => ({ name: values.name, ...coPayBody(values), covers_unlisted: values.unlisted === 'insurer' })

const Fields = ({ form }: { form: FormOf<Values> }) => (
  <>
    <TextInput label={t('Name of the list')} required maxLength={60} data-autofocus {...form.getInputProps('name')} />
    <CoPayFields form={form} none={t('None')} />
    <div>
      <ChoiceField
        label={t('What is not on the list')}
        data={[
          { value: 'patient', label: t('The patient pays') },
          { value: 'insurer', label: t('Covered at the cash price') },
        ]}
        value={form.values.unlisted}
        onChange={(unlisted) => form.setFieldValue('unlisted', unlisted)}
      />
    </div>
  </>
)

interface StartProps {
  insurer: InsuranceCompany
  onStarted: (list: PriceList) => void
  onClose: () => void
}

const StartForm = ({ insurer, onStarted, onClose }: StartProps) => {
  const started = useEndpointForm(createPriceList, {
    initialValues: valuesOf({ name: insurer.name, covers_unlisted: false, ...noCoPay }),
    toBody: (values) => ({ ...bodyOf(values), insurance_company: insurer.id }),
    onSaved: (list) => {
      toast.done(t('The price list of {{name}} is started.', { name: insurer.name }))
      onStarted(list)
    },
  })
  return (
    <EndpointForm of={started} save={t('Start the list')} onCancel={onClose}>
      <Fields form={started.form} />
    </EndpointForm>
  )
}

/** Starts the price list of an insurer. */
export const PriceListDialog = (props: StartProps) => (
  <Modal
    opened
    onClose={props.onClose}
    size="lg"
    title={t('Price list of {{name}}', { name: props.insurer.name })}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    <StartForm {...props} />
  </Modal>
)

interface EditProps {
  list: PriceList
  onClose: () => void
}

const EditForm = ({ list, onClose }: EditProps) => {
  const edited = useEndpointForm(updatePriceList, {
    initialValues: valuesOf(list),
    boxesOf: valuesOf,
    params: { id: list.id },
    version: list.version,
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  const extra = (
    <UseButton
      of={list}
      by={updatePriceList}
      warning={t('The insurer then covers nothing: its patients pay the cash price themselves. The prices stay for when it is used again.')}
      onDone={onClose}
    />
  )
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={extra} labels={{ name: t('Name of the list') }}>
      <Fields form={edited.form} />
    </EndpointForm>
  )
}

/** Changes what counts for a whole list: its name, the co-pay, what is not on it. */
export const PriceListSettings = ({ list, onClose }: EditProps) => (
  <Modal opened onClose={onClose} size="lg" title={t('Settings of {{name}}', list)} closeButtonProps={{ 'aria-label': t('Close') }}>
    <EditForm list={list} onClose={onClose} />
  </Modal>
)
