import { Modal } from '@mantine/core'
import { useEndpointForm } from '#web/forms/form.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { changeAnnouncement, type AnnouncementDetail } from '../contract.ts'

interface Props {
  announcement: Pick<AnnouncementDetail, 'id' | 'expires_on' | 'version'>
  onClose: () => void
}

/** Changes the last day on which an announcement stands. */
export const LastDayDialog = ({ announcement: { id, expires_on, version }, onClose }: Props) => {
  const endpointForm = useEndpointForm(changeAnnouncement, {
    params: { id },
    version,
    initialValues: { expires_on: expires_on ?? '' },
    onSaved: () => {
      toast.done(t('Saved.'))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('Change last day')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('Save')} onCancel={onClose}>
        <DateField
          label={t('Shown until')}
          description={t('Leave empty to show it until it is withdrawn.')}
          minDate={today()}
          data-autofocus
          {...endpointForm.form.getInputProps('expires_on')}
        />
      </EndpointForm>
    </Modal>
  )
}
