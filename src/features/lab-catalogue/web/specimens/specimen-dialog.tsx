import { Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createSpecimen, listContainers, updateSpecimen, type Specimen } from '#features/lab-catalogue/contract.ts'
import { query } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { sentDecimal } from '#web/text/typed-number.ts'

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
        label={t('Collection instructions')}
        description={t('Shown at sample collection.')}
        maxLength={300}
        autosize
        minRows={2}
        {...form.getInputProps('instructions')}
      />
    </>
  )
}

/** Adds a specimen, or changes one. */
export const SpecimenDialog = ({ specimen, onClose }: { specimen: Specimen | null; onClose: () => void }) => (
  <RecordDialog
    row={specimen}
    create={createSpecimen}
    update={updateSpecimen}
    add={t('Add specimen')}
    save={t('Add specimen')}
    name={({ name }) => name}
    values={valuesOf}
    toBody={bodyOf}
    labels={{
      name: t('Name'),
      code: t('Code'),
      container: t('Container'),
      volume: t('Volume (ml)'),
      instructions: t('Collection instructions'),
    }}
    onClose={onClose}
  >
    {(form) => <Fields form={form} specimen={specimen} />}
  </RecordDialog>
)
