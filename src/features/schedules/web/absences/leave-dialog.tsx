import { Button, Modal, Select, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ApiError, call } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { dateTime, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { cancelTimeOff, createTimeOff, timeOffKinds, updateTimeOff } from '#features/schedules/contract.ts'
import { affectedAddress } from './leave-panel.tsx'
import { changeOfLeave, daysOfLeave, freshLeave, type LeaveValues, valuesOfLeave } from './leave-values.ts'
import { leaveOverlapText } from '../overlap.ts'
import { kindWord } from '../schedule-words.ts'
import type { DoctorName, LeaveOnScreen } from '../use-week-plan.ts'

const labels = () => ({
  first_day: t('First day'),
  from: t('From'),
  last_day: t('Last day'),
  to: t('Until'),
  kind: t('Kind'),
  note: t('Note'),
  starts_at: t('First day'),
  ends_at: t('Last day'),
})

const Fields = ({ form }: { form: FormOf<LeaveValues> }) => {
  const { getInputProps, values, setFieldValue, errors } = form
  const begin = (day: string | null) => {
    const first = day ?? ''
    // A leave of one day moves as one.
    if (values.last_day === values.first_day || values.last_day < first) setFieldValue('last_day', first)
    setFieldValue('first_day', first)
  }
  return (
    <>
      <div className="session-grid">
        <DateField
          label={t('First day')}
          required
          value={values.first_day}
          data-path="starts_at"
          error={errors['starts_at']}
          onChange={begin}
        />
        <TimeField label={t('From')} {...getInputProps('from')} placeholder={t('the whole day')} />
        <DateField
          label={t('Last day')}
          required
          minDate={values.first_day}
          value={values.last_day}
          data-path="ends_at"
          error={errors['ends_at']}
          onChange={(day) => setFieldValue('last_day', day ?? '')}
        />
        <TimeField label={t('Until')} {...getInputProps('to')} placeholder={t('the whole day')} />
      </div>
      <div>
        <ChoiceField
          label={t('Kind')}
          data={timeOffKinds.map((value) => ({ value, label: kindWord(value) }))}
          {...getInputProps('kind')}
          value={values.kind}
          onChange={(kind) => setFieldValue('kind', kind)}
        />
      </div>
      <Textarea
        label={t('Note')}
        description={t('For colleagues; patients never see it.')}
        autosize
        minRows={2}
        maxLength={500}
        {...getInputProps('note')}
      />
    </>
  )
}

/** Refuses kindly what overlaps. */
const useRefusal = () => {
  const [text, setText] = useState<string | null>(null)
  const onRefused = (error: ApiError) => {
    const overlap = leaveOverlapText(error)
    setText(overlap)
    return overlap !== null
  }
  return { text, onRefused }
}

const Refused = ({ text }: { text: string | null }) =>
  text && (
    <Note tone="attention" alert>
      {text}
    </Note>
  )

const AddForm = ({ zone, doctor, doctors, onSaved, onClose }: FormProps & Pick<Props, 'doctor' | 'doctors'>) => {
  const { text, onRefused } = useRefusal()
  const added = useEndpointForm(createTimeOff, {
    initialValues: freshLeave(doctor, today()),
    draftKey: 'leave-new',
    toBody: (values) => ({ ...changeOfLeave(values, zone), doctor: (values.doctor === '' ? undefined : Number(values.doctor)) as number }),
    onRefused,
    onSaved,
  })
  const { form } = added
  return (
    <EndpointForm of={added} save={t('Add')} onCancel={onClose} labels={labels()}>
      <Refused text={text} />
      <Select
        label={t('Doctor')}
        required
        searchable
        selectFirstOptionOnChange
        data-autofocus
        nothingFoundMessage={t('Nobody found')}
        data={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('doctor')}
        value={form.values.doctor || null}
      />
      <Fields form={form} />
    </EndpointForm>
  )
}

const addAgain = async ({ doctor, starts_at, ends_at, kind, note }: LeaveOnScreen) => {
  try {
    await call(createTimeOff, { body: { doctor, starts_at, ends_at, kind, note } })
    toast.done(t('Taken back.'))
  } catch (error) {
    toast.failed(leaveOverlapText(error) ?? error)
  }
  void queryClient.invalidateQueries()
}

interface FormProps {
  zone: string
  onSaved: (saved: LeaveOnScreen) => void
  onClose: () => void
}

const EditForm = ({ zone, leave, onSaved, onClose }: FormProps & { leave: LeaveOnScreen }) => {
  const { text, onRefused } = useRefusal()
  const cancel = useMutation({
    mutationFn: () => call(cancelTimeOff, { params: { id: leave.id }, body: { version: leave.version } }),
    onSuccess: () => {
      void queryClient.invalidateQueries()
      toast.done(t('The leave is cancelled: {{name}} is there after all.', { name: leave.doctor_name }), {
        label: t('Undo'),
        run: () => void addAgain(leave),
      })
      onClose()
    },
    onError: (error) => toast.failed(error),
  })
  const edited = useEndpointForm(updateTimeOff, {
    initialValues: valuesOfLeave(leave, zone),
    params: { id: leave.id },
    version: leave.version,
    draftKey: `leave-${leave.id}`,
    boxesOf: (current) => daysOfLeave(current, zone),
    toBody: (values) => changeOfLeave(values, zone),
    onRefused,
    onSaved,
  })
  const extra = (
    <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('Cancel leave')}
    </Button>
  )
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={extra} labels={labels()}>
      <Refused text={text} />
      <Affected leave={leave} zone={zone} />
      <Fields form={edited.form} />
    </EndpointForm>
  )
}

const Affected = ({ leave, zone }: { leave: LeaveOnScreen; zone: string }) =>
  leave.affected > 0 && (
    <Note tone="attention">
      <span className="row wrap">
        <span className="grow">{t('{{count}} appointments stand in this leave.', { count: leave.affected })}</span>
        <Button size="compact-sm" component={Link} to={affectedAddress(leave, zone)}>
          {t('Show them')}
        </Button>
      </span>
    </Note>
  )

/** Written down, and appointments stand in it: the way to them. */
const Standing = ({ leave, zone, onClose }: { leave: LeaveOnScreen; zone: string; onClose: () => void }) => (
  <div className="form-stack">
    <Note tone="attention" alert>
      {t('{{count}} appointments stand in this leave.', { count: leave.affected })} {t('They stay until somebody moves or cancels them.')}
    </Note>
    <div className="form-foot">
      <span className="grow" />
      <Button onClick={onClose}>{t('Later')}</Button>
      <Button variant="filled" component={Link} to={affectedAddress(leave, zone)} data-autofocus>
        {t('Show the appointments')}
      </Button>
    </div>
  </div>
)

const Cancelled = ({ leave }: { leave: LeaveOnScreen }) => (
  <Note tone="inactive">
    {t('Cancelled on {{day}} by {{name}}. Write down a new one instead.', {
      day: dateTime(leave.cancelled_at ?? leave.created_at),
      name: leave.cancelled_by ?? t('nobody'),
    })}
  </Note>
)

interface Props {
  /** Null adds one. */
  leave: LeaveOnScreen | null
  doctor: number | undefined
  doctors: readonly DoctorName[]
  onClose: () => void
}

/** Writes leave down, changes or cancels it, and says which appointments stand in it. */
export const LeaveDialog = ({ leave, doctor, doctors, onClose }: Props) => {
  const zone = useClinic()?.time_zone ?? 'UTC'
  const [saved, setSaved] = useState<LeaveOnScreen | null>(null)
  const onSaved = (now: LeaveOnScreen) => {
    if (now.affected > 0) return setSaved(now)
    toast.done(t('The leave of {{name}} is written down.', { name: now.doctor_name }))
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={leave ? `${kindWord(leave.kind)} · ${leave.doctor_name}` : saved ? t('Leave') : t('Add leave')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {saved ? (
        <Standing leave={saved} zone={zone} onClose={onClose} />
      ) : leave?.cancelled_at ? (
        <Cancelled leave={leave} />
      ) : leave ? (
        <EditForm zone={zone} leave={leave} onSaved={onSaved} onClose={onClose} />
      ) : (
        <AddForm zone={zone} doctor={doctor} doctors={doctors} onSaved={onSaved} onClose={onClose} />
      )}
    </Modal>
  )
}
