import { Checkbox, Modal, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { recordCriticalTry } from '#features/laboratory/contract-results.ts'
import { call } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { ago, dateTime, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import type { CriticalCall } from '../lab-types.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import styles from '../results/results.module.css'

/** Who was called before, and what came of it. */
export const Tries = ({ tries }: { tries: CriticalCall['tries'] }) => (
  <ul className={`stack gap-5 ${styles.revisions}`} aria-label={t('Previous calls')}>
    {tries.map((one) => (
      <li className="stack outlined round-l gap-2 pad-5" key={one.id}>
        <span className="row wrap">
          <b className="grow">{one.called_to}</b>
          <Status tone={one.is_reached && one.is_read_back ? 'done' : 'attention'}>
            {one.is_reached ? (one.is_read_back ? t('Read back') : t('Reached, not read back')) : t('Not reached')}
          </Status>
        </span>
        <span className="small t3 num">{t('{when} by {name}', { when: dateTime(one.called_at), name: one.called_by_name })}</span>
        {one.note !== '' && <span>{one.note}</span>}
      </li>
    ))}
  </ul>
)

const none: readonly CriticalCall[] = []
const valueOf = ({ test_panel_name, result, unit }: CriticalCall) => [test_panel_name, result, unitText(unit)].filter(Boolean).join(' ')

interface Props {
  call: CriticalCall
  /** Further critical values of the same visit that the same call may be about. */
  others?: readonly CriticalCall[]
  onClose: () => void
}

/** Writes down a call about a critical value. Closing it puts the call off: the value stays among those nobody was told of. */
export const CriticalDialog = ({ call: value, others = none, onClose }: Props) => {
  const [isForAll, setForAll] = useState(others.length > 0)
  const endpointForm = useEndpointForm(recordCriticalTry, {
    initialValues: { called_to: value.doctor_name ?? value.requested_by_name, is_reached: false, is_read_back: false, note: '' },
    params: { id: value.id },
    draftKey: `critical-call-${value.id}`,
    onSaved: ({ closed_at, tries }) => {
      const message = tries.at(-1)
      const rest = message && isForAll ? others : none
      const body = message && {
        called_to: message.called_to,
        is_reached: message.is_reached,
        is_read_back: message.is_read_back,
        note: message.note,
      }
      void Promise.all(rest.map(({ id }) => call(recordCriticalTry, { params: { id }, body: body! })))
        .catch(toast.failed)
        .finally(() => void queryClient.invalidateQueries())
      toast.done(closed_at === null ? t('Call recorded. The value must still be read back.') : t('Call recorded: notified and read back.'))
      onClose()
    },
  })
  const { getInputProps, getValues, setFieldValue } = endpointForm.form
  const { is_reached: isReached } = getValues()
  return (
    <Modal opened onClose={onClose} size="lg" title={t('Notify critical result')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm
        form={endpointForm}
        save={t('Save call')}
        onCancel={onClose}
        labels={{ called_to: t('Call recipient'), note: t('Note') }}
      >
        <Note tone="critical">
          <b>{valueOf(value)}</b>
          <br />
          {value.patient_name} <span className="num">{value.patient_number}</span>
          <br />
          <span className="num" title={dateTime(value.opened_at)}>
            {t('since {time}, {ago}', { time: time(value.opened_at), ago: ago(value.opened_at) })}
          </span>
        </Note>
        {others.length > 0 && (
          <Checkbox
            label={t('This call also covers: {values}', { values: others.map(valueOf).join(', ') })}
            checked={isForAll}
            onChange={(event) => setForAll(event.currentTarget.checked)}
          />
        )}
        {value.tries.length > 0 && <Tries tries={value.tries} />}
        <TextInput
          label={t('Call recipient')}
          description={value.doctor_name ? t('Doctor of the visit: {name}.', { name: value.doctor_name }) : undefined}
          required
          maxLength={120}
          data-autofocus
          {...getInputProps('called_to')}
        />
        <Checkbox
          label={t('Recipient was reached')}
          {...getInputProps('is_reached', { type: 'checkbox' })}
          onChange={(event) => {
            setFieldValue('is_reached', event.currentTarget.checked)
            if (!event.currentTarget.checked) setFieldValue('is_read_back', false)
          }}
        />
        <Checkbox
          label={t('Read back the name, the number and the result')}
          disabled={!isReached}
          {...getInputProps('is_read_back', { type: 'checkbox' })}
        />
        <Textarea label={t('Note')} maxLength={300} autosize minRows={2} {...getInputProps('note')} />
      </EndpointForm>
    </Modal>
  )
}
