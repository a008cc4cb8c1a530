import { Checkbox, Modal, TextInput } from '@mantine/core'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createHoliday, updateHoliday } from '#features/schedules/contract.ts'
import type { HolidayOnScreen } from '../use-week-plan.ts'

type Values = { day: string; name: string; is_yearly: boolean }

const Fields = ({ form }: { form: FormOf<Values> }) => (
  <>
    <DateField
      label={t('Day')}
      required
      data-autofocus
      {...form.getInputProps('day')}
      onChange={(day) => form.setFieldValue('day', day ?? '')}
    />
    <TextInput label={t('Name')} required maxLength={100} {...form.getInputProps('name')} />
    <Checkbox
      label={t('Every year on this day')}
      description={t('The 29th of February counts in leap years alone.')}
      {...form.getInputProps('is_yearly', { type: 'checkbox' })}
    />
  </>
)

const AddForm = ({ onClose }: { onClose: () => void }) => {
  const added = useEndpointForm(createHoliday, {
    initialValues: { day: '', name: '', is_yearly: false },
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

const EditForm = ({ holiday: { id, day, name, is_yearly, version }, onClose }: { holiday: HolidayOnScreen; onClose: () => void }) => {
  const edited = useEndpointForm(updateHoliday, {
    initialValues: { day, name, is_yearly },
    params: { id },
    version,
    onSaved: (saved) => {
      toast.done(t('{{name}} is saved.', { name: saved.name }))
      onClose()
    },
  })
  const labels = { day: t('Day'), name: t('Name'), is_yearly: t('Every year') }
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} labels={labels}>
      <Fields form={edited.form} />
    </EndpointForm>
  )
}

/** Adds a holiday, or changes one. */
export const HolidayDialog = ({ holiday, onClose }: { holiday: HolidayOnScreen | null; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={holiday ? holiday.name : t('Add holiday')} closeButtonProps={{ 'aria-label': t('Close') }}>
    {holiday ? <EditForm holiday={holiday} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
