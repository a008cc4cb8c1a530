import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { addOptOut, liftOptOut, listOptOuts } from '../contract.ts'
import { channels } from '../rules.ts'
import { channelWord } from './message-labels.ts'

const OptOutForm = () => {
  const f = useEndpointForm(addOptOut, {
    initialValues: { channel: 'sms', address: '' },
    onSaved: () => f.form.setFieldValue('address', ''),
  })
  return (
    <EndpointForm form={f} save={t('Stop messages')} labels={{ address: t('Address') }}>
      <div className="section-grid">
        <NativeSelect
          label={t('Channel')}
          data={channels.map((value) => ({ value, label: channelWord(value) }))}
          {...f.form.getInputProps('channel')}
        />
        <TextInput label={t('E-mail or phone')} required autoComplete="off" {...f.form.getInputProps('address')} />
      </div>
    </EndpointForm>
  )
}

/** Addresses that want no messages: added and lifted when the person says so. */
export const OptOutsDialog = ({ onClose }: { onClose: () => void }) => {
  const [search, setSearch] = useState('')
  const list = useQuery(query(listOptOuts, { query: search ? { search } : {} }))
  const { run, isRunning } = useAction()
  return (
    <Modal opened onClose={onClose} size="lg" title={t('Opted out')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        <OptOutForm />
        <SearchField label={t('Search')} value={search} onChange={setSearch} />
        <FourStates query={list} isEmpty={({ length }) => length === 0} empty={<Empty title={t('No opt-outs')} />}>
          {(rows) => (
            <ul className="stack gap-4">
              {rows.map(({ channel, address, opted_out_at, opted_out_by_name }) => (
                <li key={`${channel} ${address}`} className="row">
                  <span className="grow clip">
                    {address} <span className="t3 num">{dayOf(opted_out_at)}</span>{' '}
                    <span className="t3">{opted_out_by_name ?? t('by the link in a message')}</span>
                  </span>
                  <Button
                    size="compact-sm"
                    loading={isRunning}
                    onClick={() => run(() => call(liftOptOut, { query: { channel, address } }), t('Messages turned on again'))}
                  >
                    {t('Send again')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </FourStates>
      </div>
    </Modal>
  )
}
