import { ColorInput, Modal, TextInput } from '@mantine/core'
import { createContainer, updateContainer } from '#features/lab-catalogue/contract-settings.ts'

import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { sentNumber } from '#web/text/typed-number.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
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
      label={t('Colour of the cap')}
      required
      swatches={caps}
      swatchesPerRow={10}
      withEyeDropper={false}
      {...form.getInputProps('colour')}
    />
    <TextInput
      label={t('Place in the order of draw')}
      required
      description={t('Tubes with a smaller number are filled first.')}
      inputMode="numeric"
      maxLength={2}
      {...form.getInputProps('order_of_draw')}
    />
  </>
)

const Add = ({ onClose }: { onClose: () => void }) => {
  const of = useEndpointForm(createContainer, {
    initialValues: valuesOf(null),
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={of} save={t('Add container')} onCancel={onClose}>
      <Fields form={of.form} />
    </EndpointForm>
  )
}

const Change = ({ container, onClose }: { container: Container; onClose: () => void }) => {
  const of = useEndpointForm(updateContainer, {
    initialValues: valuesOf(container),
    params: { id: container.id },
    version: container.version,
    toBody: bodyOf,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  return (
    <EndpointForm of={of} save={t('Save')} onCancel={onClose} extra={<UseButton of={container} by={updateContainer} onDone={onClose} />}>
      <Fields form={of.form} />
    </EndpointForm>
  )
}

/** Adds a container, or changes one. */
export const ContainerDialog = ({ container, onClose }: { container: Container | null; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={container?.name ?? t('Add container')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {container ? <Change container={container} onClose={onClose} /> : <Add onClose={onClose} />}
  </Modal>
)
