import { Textarea } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { updateAppointment } from '#features/appointments/contract.ts'
import type { AppointmentOnScreen } from '../appointment-shape.ts'
import { RoomField, ServiceField } from '../booking/place-fields.tsx'

const idText = (id: number | null) => (id === null ? '' : String(id))
const idOf = (text: string) => (text === '' ? null : Number(text))

/** Changes what an appointment is for and where; its time and doctor are moved. Sends only what was changed. */
export const ChangeForm = ({ appointment, onDone }: { appointment: AppointmentOnScreen; onDone: () => void }) => {
  const { id, version, reason, item, room } = appointment
  const of = useEndpointForm(updateAppointment, {
    initialValues: { reason, item: idText(item), room: idText(room) },
    params: { id },
    version,
    draftKey: `appointment-change-${id}`,
    toBody: (typed) => ({
      ...(typed.reason !== reason && { reason: typed.reason }),
      ...(idOf(typed.item) !== item && { item: idOf(typed.item) }),
      ...(idOf(typed.room) !== room && { room: idOf(typed.room) }),
    }),
    onSaved: () => {
      toast.done(t('Saved'))
      onDone()
    },
  })
  const { getInputProps } = of.form
  return (
    <EndpointForm of={of} save={t('Save')} onCancel={onDone} labels={{ reason: t('Reason'), item: t('Service'), room: t('Room') }}>
      <Textarea label={t('Reason')} required autosize minRows={1} maxLength={300} data-autofocus {...getInputProps('reason')} />
      <ServiceField {...getInputProps('item')} />
      <RoomField {...getInputProps('room')} />
    </EndpointForm>
  )
}
