import { Checkbox, Modal, Textarea, TextInput } from '@mantine/core'
import { recordCriticalTry } from '#features/laboratory/contract-critical.ts'
import { useEndpointForm } from '#web/form.ts'
import { ago, dateTime, time } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/query-client.ts'
import { toast } from '#web/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import type { CriticalCall } from '../lab-types.ts'
import { unitText } from '../unit-text.ts'

/** Who was called before, and what came of it. */
export const Tries = ({ of }: { of: CriticalCall['tries'] }) => (
  <ul className="revisions" aria-label={t('Calls so far')}>
    {of.map((one) => (
      <li key={one.id}>
        <span className="row wrap">
          <b className="grow">{one.called_to}</b>
          <Status tone={one.is_reached && one.is_read_back ? 'done' : 'attention'}>
            {one.is_reached ? (one.is_read_back ? t('Read back') : t('Reached, not read back')) : t('Not reached')}
          </Status>
        </span>
        <span className="small t3 num">{t('{{when}} by {{name}}', { when: dateTime(one.called_at), name: one.called_by_name })}</span>
        {one.note !== '' && <span>{one.note}</span>}
      </li>
    ))}
  </ul>
)

/** Writes down a call about a critical value. Closing it puts the call off: the value stays among those nobody was told of. */
export const CriticalDialog = ({ call, onClose }: { call: CriticalCall; onClose: () => void }) => {
  const value = [call.test_panel_name, call.result, unitText(call.unit)].filter(Boolean).join(' ')
  const of = useEndpointForm(recordCriticalTry, {
    initialValues: { called_to: call.doctor_name ?? call.requested_by_name, is_reached: true, is_read_back: false, note: '' },
    params: { id: call.id },
    draftKey: `critical-call-${call.id}`,
    onSaved: ({ closed_at }) => {
      void queryClient.invalidateQueries()
      toast.done(closed_at === null ? t('Noted. The value still waits for somebody who reads it back.') : t('Noted: told and read back.'))
      onClose()
    },
  })
  const { getInputProps, getValues, setFieldValue } = of.form
  const { is_reached: isReached } = getValues()
  return (
    <Modal opened onClose={onClose} size="lg" title={t('Critical value: tell somebody')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <EndpointForm of={of} save={t('Save the call')} onCancel={onClose} labels={{ called_to: t('Who was called'), note: t('Note') }}>
        <Note tone="critical">
          <b>{value}</b>
          <br />
          {call.patient_name} <span className="num">{call.patient_number}</span>
          <br />
          <span className="num" title={dateTime(call.opened_at)}>
            {t('since {{time}}, {{ago}}', { time: time(call.opened_at), ago: ago(call.opened_at) })}
          </span>
        </Note>
        {call.tries.length > 0 && <Tries of={call.tries} />}
        <TextInput
          label={t('Who was called')}
          description={call.doctor_name ? t('The doctor of the visit is {{name}}.', { name: call.doctor_name }) : undefined}
          required
          maxLength={120}
          data-autofocus
          {...getInputProps('called_to')}
        />
        <Checkbox
          label={t('Reached')}
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
