import { Button, Modal, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { changeChannel, createChannel, listAnnouncementChannels } from '../contract.ts'
import styles from './announcements.module.css'

type Channel = ResponseOf<typeof listAnnouncementChannels>[number]

const Line = ({ channel: { id, name, is_active, version } }: { channel: Channel }) => {
  const { run, isRunning } = useAction()
  const [typed, setTyped] = useState(name)
  const change = (body: { name?: string; is_active?: boolean }) =>
    run(() => call(changeChannel, { params: { id }, body: { ...body, version } }), t('Saved.'))
  return (
    <li className="row wrap">
      <TextInput
        className="grow"
        aria-label={t('Name of channel {name}', { name })}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && typed !== name && change({ name: typed })}
      />
      {typed !== name && (
        <Button loading={isRunning} onClick={() => change({ name: typed })}>
          {t('Save')}
        </Button>
      )}
      <Switch
        label={t('Active')}
        checked={is_active}
        disabled={isRunning}
        onChange={(event) => change({ is_active: event.currentTarget.checked })}
      />
    </li>
  )
}

const Add = () => {
  const endpointForm = useEndpointForm(createChannel, {
    initialValues: { name: '' },
    onSaved: ({ name }) => {
      endpointForm.form.reset()
      toast.done(t('{name} added.', { name }))
    },
  })
  return (
    <EndpointForm form={endpointForm} save={t('Add')}>
      <TextInput label={t('New channel')} required autoComplete="off" {...endpointForm.form.getInputProps('name')} />
    </EndpointForm>
  )
}

/** The channels in which announcements are made: added, renamed, taken out of use. */
export const ChannelsDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title={t('Channels')} closeButtonProps={{ 'aria-label': t('Close') }}>
    <div className="form-stack">
      <FourStates query={useQuery(query(listAnnouncementChannels, { query: {} }))} loading={<Loading rows={4} height={36} />}>
        {(channels) => (
          <ul className={styles.files} aria-label={t('Channels')}>
            {channels.map((channel) => (
              <Line key={`${channel.id} ${channel.version}`} channel={channel} />
            ))}
          </ul>
        )}
      </FourStates>
      <Add />
    </div>
  </Modal>
)
