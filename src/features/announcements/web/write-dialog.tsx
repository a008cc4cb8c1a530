import { Modal, Select, Switch, TextInput, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { createAnnouncement, listAudienceGroups, listAnnouncementChannels } from '../contract.ts'
import { FilesField } from './files-field.tsx'
import { documentOf } from './markup.ts'
import { sendFiles } from './send-files.ts'
import { TextField } from './text-field.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'

/** Whom it is for, as the boxes hold it. */
type AudienceValues = {
  staff: 'everybody' | 'groups' | 'nobody'
  groups: string[]
  patients: boolean
}
const everyone: AudienceValues = { staff: 'everybody', groups: [], patients: false }

/** The same as the contract has it. */
const audienceOf = ({ staff, groups, patients }: AudienceValues) => ({
  staff: staff === 'everybody',
  groups: staff === 'groups' ? groups.map(Number) : [],
  patients,
})

interface Props {
  value?: AudienceValues
  onChange?: (value: AudienceValues) => void
  error?: ReactNode
}

/** Whom an announcement is for: everybody who works here, some groups of them, and patients with an account. */
const AudienceField = ({ value = everyone, onChange, error }: Props) => {
  const { data: groups = [] } = useQuery(query(listAudienceGroups))
  const change = (part: Partial<AudienceValues>) => onChange?.({ ...value, ...part })
  return (
    <div className="form-stack">
      <ChoiceField
        label={t('For staff')}
        data={[
          { value: 'everybody', label: t('All staff') },
          { value: 'groups', label: t('Some groups') },
          { value: 'nobody', label: t('No staff') },
        ]}
        value={value.staff}
        onChange={(staff) => change({ staff })}
        error={value.staff === 'groups' ? undefined : error}
      />
      {value.staff === 'groups' && (
        <MultiSelect
          label={t('Groups')}
          required
          searchable
          data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={value.groups}
          onChange={(chosen) => change({ groups: chosen })}
          error={error}
        />
      )}
      <Switch
        label={t('Also show to patients with an account')}
        checked={value.patients}
        onChange={(event) => change({ patients: event.currentTarget.checked })}
      />
    </div>
  )
}

const nothing = {
  title: '',
  channel: '',
  text: '',
  audience: everyone,
  starts_on: '',
  expires_on: '',
  is_pinned: false,
  must_confirm: false,
  allows_comments: true,
}
type Values = typeof nothing

const bodyOf = ({ text, channel, audience, ...rest }: Values) => {
  const document = documentOf(text)
  return { ...rest, channel: Number(channel), audience: audienceOf(audience), ...(document ? { document } : { content: '' }) }
}
/** The box of a field that the contract calls otherwise. */
const boxOf = (path: string) => {
  if (path === 'content' || path.startsWith('document')) return 'text'
  return path.startsWith('audience') ? 'audience' : path
}
const check = ({ channel, audience }: Values): Record<string, string> => ({
  ...(channel === '' && { channel: t('Choose one.') }),
  ...(audience.staff === 'groups' && audience.groups.length === 0 && { audience: t('Choose at least one.') }),
  ...(audience.staff === 'nobody' && !audience.patients && { audience: t('Choose the audience.') }),
})

/** Writes an announcement; what was typed waits in a draft until it is announced. */
export const WriteDialog = ({ channel, onClose }: { channel: number | undefined; onClose: () => void }) => {
  const go = useNavigate()
  const [files, setFiles] = useState<File[]>([])
  const { data: channels = [] } = useQuery(query(listAnnouncementChannels, { query: { active: 'true' } }))
  const endpointForm = useEndpointForm(createAnnouncement, {
    initialValues: { ...nothing, channel: channel ? String(channel) : '' },
    draftKey: 'announcement',
    toBody: bodyOf,
    boxOf,
    check,
    onSaved: ({ id, title }) => {
      toast.done(t('Published: {title}', { title }))
      onClose()
      if (files.length === 0) return
      void sendFiles(id, files).then((left) => {
        void queryClient.invalidateQueries()
        // What did not arrive is sent again from there.
        if (left.length > 0) void go(`/dashboard/announcements/${id}`)
      })
    },
  })
  const { getInputProps } = endpointForm.form
  const flagOf = (name: 'is_pinned' | 'must_confirm' | 'allows_comments') => getInputProps(name, { type: 'checkbox' })
  return (
    <Modal opened onClose={onClose} size="xl" title={t('New announcement')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm form={endpointForm} save={t('Publish')} onCancel={onClose}>
        <TextInput label={t('Title')} required autoComplete="off" data-autofocus {...getInputProps('title')} />
        <Select
          label={t('Channel')}
          required
          data={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...getInputProps('channel')}
        />
        <TextField label={t('Content')} {...getInputProps('text')} />
        <AudienceField {...getInputProps('audience')} />
        <div className="section-grid">
          <DateField
            label={t('Shown from')}
            description={t('Leave empty to show it at once.')}
            minDate={today()}
            {...getInputProps('starts_on')}
          />
          <DateField
            label={t('Shown until')}
            description={t('Leave empty to show it until it is withdrawn.')}
            minDate={today()}
            {...getInputProps('expires_on')}
          />
        </div>
        <Switch label={t('Pin to the top while it is shown')} {...flagOf('is_pinned')} />
        <Switch label={t('Readers must confirm that they have read it')} {...flagOf('must_confirm')} />
        <Switch label={t('Allow staff comments')} {...flagOf('allows_comments')} />
        <FilesField files={files} onChange={setFiles} />
      </EndpointForm>
    </Modal>
  )
}
