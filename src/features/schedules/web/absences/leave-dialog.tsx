import { Button, Select, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { dateTime, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Note } from '#web/ui/status.tsx'
import { TimeField } from '#web/ui/time-field.tsx'
import { cancelTimeOff, createTimeOff, timeOffKinds, updateTimeOff } from '#features/schedules/contract.ts'
import { affectedAddress } from './leave-panel.tsx'
import { changeOfLeave, freshLeave, type LeaveValues, valuesOfLeave } from './leave-values.ts'
import { leaveOverlapText } from '../overlap.ts'
import { kindWord } from '../schedule-labels.ts'
import type { DoctorName, LeaveOnScreen } from '../use-week-plan.ts'
import styles from '../forms.module.css'

const labels = () => ({
  first_day: t('First day'),
  from: t('From'),
  last_day: t('Last day'),
  to: t('Until'),
  kind: t('Type'),
  note: t('Note'),
  starts_at: t('First day'),
  ends_at: t('Last day'),
})

const Fields = ({ form, isKnown }: { form: FormOf<LeaveValues>; isKnown: boolean }) => {
  const { getInputProps, values, setFieldValue, errors } = form
  const begin = (day: string | null) => {
    const first = day ?? ''
    // A leave of one day moves as one.
    if (values.last_day === values.first_day || values.last_day < first) setFieldValue('last_day', first)
    setFieldValue('first_day', first)
  }
  return (
    <>
      <div className={`grid items-start gap-5 ${styles.sessionGrid}`}>
        <DateField
          label={t('First day')}
          required
          data-autofocus={isKnown || undefined}
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
          label={t('Type')}
          data={timeOffKinds.map((value) => ({ value, label: kindWord(value) }))}
          {...getInputProps('kind')}
          value={values.kind}
          onChange={(kind) => setFieldValue('kind', kind)}
        />
      </div>
      <Textarea
        label={t('Note')}
        description={t('For staff only; patients cannot see it.')}
        autosize
        minRows={2}
        maxLength={500}
        {...getInputProps('note')}
      />
    </>
  )
}

/** Of whom the new leave is. */
const DoctorField = ({ form, doctors }: { form: FormOf<LeaveValues>; doctors: readonly DoctorName[] }) => (
  <Select
    label={t('Doctor')}
    required
    searchable
    selectFirstOptionOnChange
    data-autofocus
    nothingFoundMessage={t('No matching doctor')}
    data={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
    {...form.getInputProps('doctor')}
    value={form.values.doctor || null}
  />
)

const addAgain = async ({ doctor, starts_at, ends_at, kind, note }: LeaveOnScreen) => {
  try {
    await call(createTimeOff, { body: { doctor, starts_at, ends_at, kind, note } })
    toast.done(t('Undone.'))
  } catch (error) {
    toast.failed(leaveOverlapText(error) ?? error)
  }
  void queryClient.invalidateQueries()
}

/** Cancels leave that was entered; the message offers to add it again. */
const CancelButton = ({ leave, onClose }: { leave: LeaveOnScreen; onClose: () => void }) => {
  const cancel = useMutation({
    mutationFn: () => call(cancelTimeOff, { params: { id: leave.id }, body: { version: leave.version } }),
    onSuccess: () => {
      void queryClient.invalidateQueries()
      toast.done(t('Leave cancelled: {name} is available.', { name: leave.doctor_name }), {
        label: t('Undo'),
        run: () => void addAgain(leave),
      })
      onClose()
    },
    onError: (error) => toast.failed(error),
  })
  return (
    <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('Cancel leave')}
    </Button>
  )
}

const Affected = ({ leave, zone }: { leave: LeaveOnScreen; zone: string }) =>
  leave.affected > 0 && (
    <Note tone="attention">
      <span className="row wrap">
        <span className="grow">
          {t('{count, plural, one {# appointment is during this leave.} other {# appointments are during this leave.}}', {
            count: leave.affected,
          })}
        </span>
        <Button size="compact-sm" component={Link} to={affectedAddress(leave, zone)}>
          {t('Show them')}
        </Button>
      </span>
    </Note>
  )

/** Written down, and appointments stand in it: the way to them. */
const SavedLeave = ({ leave, zone, onClose }: { leave: LeaveOnScreen; zone: string; onClose: () => void }) => (
  <div className="form-stack">
    <Note tone="attention" alert>
      {t('{count, plural, one {# appointment is during this leave.} other {# appointments are during this leave.}}', {
        count: leave.affected,
      })}{' '}
      {t('They stay until they are moved or cancelled.')}
    </Note>
    <div className="form-foot">
      <span className="grow" />
      <Button onClick={onClose}>{t('Later')}</Button>
      <Button variant="filled" component={Link} to={affectedAddress(leave, zone)} data-autofocus>
        {t('Show appointments')}
      </Button>
    </div>
  </div>
)

const Cancelled = ({ leave }: { leave: LeaveOnScreen }) => (
  <Note tone="inactive">
    {t('Cancelled on {day} by {name}. Record a new leave instead.', {
      day: dateTime(leave.cancelled_at ?? leave.created_at),
      name: leave.cancelled_by ?? t('unknown user'),
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
  const [overlap, setOverlap] = useState<string | null>(null)
  return (
    <RecordDialog
      row={leave}
      create={createTimeOff}
      update={updateTimeOff}
      add={saved ? t('Leave') : t('Add leave')}
      size={680}
      draftKey="leave"
      name={(one) => `${kindWord(one.kind)} · ${one.doctor_name}`}
      instead={saved ? <SavedLeave leave={saved} zone={zone} onClose={onClose} /> : leave?.cancelled_at && <Cancelled leave={leave} />}
      values={(row) => (row ? valuesOfLeave(row, zone) : freshLeave(doctor, today()))}
      toBody={(values) => changeOfLeave(values, zone)}
      toNewBody={(values) => ({
        ...changeOfLeave(values, zone),
        doctor: (values.doctor === '' ? undefined : Number(values.doctor)) as number,
      })}
      onRefused={(error) => {
        const text = leaveOverlapText(error)
        setOverlap(text)
        return text !== null
      }}
      onSaved={(now) => {
        if (now.affected > 0) return setSaved(now)
        toast.done(t('Leave of {name} saved.', { name: now.doctor_name }))
        onClose()
      }}
      labels={labels()}
      use={null}
      extra={leave && <CancelButton leave={leave} onClose={onClose} />}
      onClose={onClose}
    >
      {(form) => (
        <>
          {overlap !== null && (
            <Note tone="attention" alert>
              {overlap}
            </Note>
          )}
          {leave ? <Affected leave={leave} zone={zone} /> : <DoctorField form={form} doctors={doctors} />}
          <Fields form={form} isKnown={leave !== null} />
        </>
      )}
    </RecordDialog>
  )
}
