import { Modal, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api.ts'
import { useEndpointForm } from '#web/form.ts'
import { today } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createAnnouncement } from '../contract.ts'
import { listAnnouncementChannels } from '../contract-channels.ts'

/** Writes an announcement; what was typed waits in a draft until it is announced. */
export const WriteDialog = ({ channel, onClose }: { channel: number | undefined; onClose: () => void }) => {
  const { data: channels = [] } = useQuery(query(listAnnouncementChannels, { query: { active: 'true' } }))
  const of = useEndpointForm(createAnnouncement, {
    initialValues: { title: '', channel: channel ? String(channel) : '', content: '', expires_on: '' },
    draftKey: 'announcement',
    toBody: (values) => ({ ...values, channel: Number(values.channel) }),
    check: ({ channel: chosen }): Record<string, string> => (chosen === '' ? { channel: t('Choose one.') } : {}),
    onSaved: ({ title }) => {
      toast.done(t('{{title}} is announced.', { title }))
      onClose()
    },
  })
  const { getInputProps } = of.form
  return (
    <Modal opened onClose={onClose} title={t('New announcement')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm of={of} save={t('Announce')} onCancel={onClose}>
        <TextInput label={t('Title')} required autoComplete="off" data-autofocus {...getInputProps('title')} />
        <Select
          label={t('Channel')}
          required
          data={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...getInputProps('channel')}
        />
        <Textarea label={t('Content')} required autosize minRows={4} maxRows={14} {...getInputProps('content')} />
        <DateField
          label={t('Stands until')}
          description={t('Without a day it stands until somebody withdraws it.')}
          minDate={today()}
          {...getInputProps('expires_on')}
        />
      </EndpointForm>
    </Modal>
  )
}
