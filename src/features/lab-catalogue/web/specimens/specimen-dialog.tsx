import { Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createSpecimen, listContainers, updateSpecimen, type Specimen } from '#features/lab-catalogue/contract-settings.ts'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { sentDecimal } from '#web/text/typed-number.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'

type Values = Record<'code' | 'name' | 'container' | 'volume' | 'instructions', string>
const valuesOf = (specimen: Specimen | null): Values => ({
  code: specimen?.code ?? '',
  name: specimen?.name ?? '',
  container: specimen ? String(specimen.container) : '',
  volume: specimen?.volume ?? '',
  instructions: specimen?.instructions ?? '',
})
const bodyOf = ({ container, volume, ...values }: Values) => ({
  ...values,
  container: Number(container || Number.NaN),
  volume: sentDecimal(volume),
})

const Fields = ({ form, specimen }: { form: FormOf<Values>; specimen: Specimen | null }) => {
  const { data: containers = [] } = useQuery(query(listContainers, { query: {} }))
  const choices = containers.filter(({ id, is_active }) => is_active || id === specimen?.container)
  return (
    <>
      <TextInput label={t('Name')} required maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('Code')}
        required
        maxLength={10}
        {...form.getInputProps('code')}
        onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
      />
      <Select
        label={t('Container')}
        required
        allowDeselect={false}
        data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('container')}
        value={form.values.container || null}
      />
      <TextInput label={t('Volume (ml)')} inputMode="decimal" maxLength={7} {...form.getInputProps('volume')} />
      <Textarea
        label={t('How it is taken')}
        description={t('Shown to whoever takes the sample.')}
        maxLength={300}
        autosize
        minRows={2}
        {...form.getInputProps('instructions')}
      />
    </>
  )
}

const Add = ({ onClose }: { onClose: () => void }) => {
  const of = useEndpointForm(createSpecimen, {
    initialValues: valuesOf(null),
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={of} save={t('Add specimen')} onCancel={onClose}>
      <Fields form={of.form} specimen={null} />
    </EndpointForm>
  )
}

const Change = ({ specimen, onClose }: { specimen: Specimen; onClose: () => void }) => {
  const of = useEndpointForm(updateSpecimen, {
    initialValues: valuesOf(specimen),
    params: { id: specimen.id },
    version: specimen.version,
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={of} save={t('Save')} onCancel={onClose} extra={<UseButton of={specimen} by={updateSpecimen} onDone={onClose} />}>
      <Fields form={of.form} specimen={specimen} />
    </EndpointForm>
  )
}

/** Adds a specimen, or changes one. */
export const SpecimenDialog = ({ specimen, onClose }: { specimen: Specimen | null; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={specimen?.name ?? t('Add specimen')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {specimen ? <Change specimen={specimen} onClose={onClose} /> : <Add onClose={onClose} />}
  </Modal>
)
