import { ColorInput, TextInput } from '@mantine/core'
import { createContainer, updateContainer } from '#features/lab-catalogue/contract.ts'

import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { sentNumber } from '#web/text/typed-number.ts'
import type { Container } from './specimens-list.tsx'

type Values = Record<'name' | 'colour' | 'order_of_draw', string>
const valuesOf = (container: Container | null): Values => ({
  name: container?.name ?? '',
  colour: container?.colour ?? '#8e44ad',
  order_of_draw: container ? String(container.order_of_draw) : '',
})
const bodyOf = ({ name, colour, order_of_draw }: Values) => ({
  name,
  colour: colour.toLowerCase(),
  order_of_draw: sentNumber(order_of_draw),
})
/** The caps that makers use. */
const caps = ['#8e44ad', '#c0392b', '#d4ac0d', '#2e86c1', '#229954', '#7f8c8d', '#e67e22', '#17202a', '#f4f6f7', '#d98880']

const Fields = ({ form }: { form: FormOf<Values> }) => (
  <>
    <TextInput label={t('Name')} required maxLength={80} data-autofocus {...form.getInputProps('name')} />
    <ColorInput
      label={t('Cap colour')}
      required
      swatches={caps}
      swatchesPerRow={10}
      withEyeDropper={false}
      {...form.getInputProps('colour')}
    />
    <TextInput
      label={t('Order of draw')}
      required
      description={t('Tubes with lower numbers are filled first.')}
      inputMode="numeric"
      maxLength={2}
      {...form.getInputProps('order_of_draw')}
    />
  </>
)

/** Adds a container, or changes one. */
export const ContainerDialog = ({ container, onClose }: { container: Container | null; onClose: () => void }) => (
  <RecordDialog
    row={container}
    create={createContainer}
    update={updateContainer}
    add={t('Add container')}
    save={t('Add container')}
    name={({ name }) => name}
    values={valuesOf}
    toBody={bodyOf}
    labels={{ name: t('Name'), colour: t('Cap colour'), order_of_draw: t('Order of draw') }}
    onClose={onClose}
  >
    {(form) => <Fields form={form} />}
  </RecordDialog>
)
