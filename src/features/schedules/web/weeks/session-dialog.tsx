import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query, type ApiError } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { RecordDialog } from '#web/record/record-dialog.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { createSchedule, getBookingSettings, updateSchedule } from '#features/schedules/contract.ts'
import { CopySession } from './copy-session.tsx'
import { otherSession, overlapText } from '../overlap.ts'
import { timesOf, weekdays, weekdayWord, rhythmWord, slotCount, validityOf } from '../schedule-labels.ts'
import { SessionFields } from './session-fields.tsx'
import { changeOf, freshSession, sessionBody, type SessionValues, valuesOf } from './session-values.ts'
import { addSessions, bodyAgain, sayAdded, useEndSession } from './use-session-actions.ts'
import type { DoctorName, SessionOnScreen } from '../use-week-plan.ts'
import { WeekdayBoxes } from './weekday-boxes.tsx'
import { today } from '#web/text/format.ts'
import styles from '../week.module.css'

/** A session in words, for those who may only look. */
const SessionFacts = ({ session }: { session: SessionOnScreen }) => {
  const facts = [
    [t('Doctor'), session.doctor_name],
    [t('When'), `${weekdayWord(session.weekday)} ${timesOf(session)}`],
    [t('Frequency'), [rhythmWord(session.every_weeks), validityOf(session, today())].filter(Boolean).join(', ')],
    [t('Slots'), `${slotCount(session)} × ${t('{n} min', { n: session.slot_minutes })}`],
    [t('Patients at the same time'), session.capacity],
    [t('Overbooking'), session.overbook],
    [t('Room'), session.room_name ?? t('No room')],
    [t('Service'), session.item_name ?? t('All services')],
    [t('Online booking'), session.is_public ? t('Yes') : t('No')],
    [t('Also on holidays'), session.on_holidays ? t('Yes') : t('No')],
  ] as const
  return (
    <dl className="facts num">
      {facts.map(([name, value]) => (
        <div className="fact" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A session that is to be added, as far as it is known. */
export interface NewSession {
  doctor: number | null
  days: readonly number[]
  at?: { starts_at: string; ends_at: string }
}

const labels = () => ({
  weekday: t('Day'),
  starts_at: t('From'),
  ends_at: t('To'),
  slot_minutes: t('Minutes per slot'),
  capacity: t('Patients at the same time'),
  overbook: t('Overbooking'),
  room: t('Room'),
  item: t('Service'),
  every_weeks: t('Frequency'),
  valid_from: t('First day'),
  valid_to: t('Last day'),
  is_public: t('Online booking'),
  on_holidays: t('Also on holidays'),
})

const Overlap = ({ error, onOther }: { error: ApiError | null; onOther: (other: SessionOnScreen) => void }) => {
  const found = otherSession(error)
  if (!found) return null
  return (
    <Note tone="attention" alert>
      <span className="row wrap">
        <span className="grow">{overlapText(error)}</span>
        <Button size="compact-sm" onClick={() => onOther(found.other)}>
          {t('Open session')}
        </Button>
      </span>
    </Note>
  )
}

interface NewFieldsProps {
  form: FormOf<SessionValues>
  given: NewSession
  days: readonly number[]
  doctors: readonly DoctorName[]
  onDays: (days: readonly number[]) => void
}

/** Of whom a new session is, and on which days. */
const NewFields = ({ form, given, days, doctors, onDays }: NewFieldsProps) => (
  <>
    {given.doctor === null && (
      <Select
        label={t('Doctor')}
        required
        searchable
        selectFirstOptionOnChange
        data-autofocus
        data={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={t('No matching doctor')}
        {...form.getInputProps('doctor')}
        value={form.values.doctor || null}
      />
    )}
    <WeekdayBoxes
      label={t('Days')}
      value={days}
      error={form.errors['weekday']}
      data-path="weekday"
      isFirst={given.doctor !== null && days.length === 0}
      onChange={(chosen) => {
        onDays(chosen)
        form.setFieldValue('weekday', String(chosen[0] ?? ''))
      }}
    />
  </>
)

const DayField = ({ form }: { form: FormOf<SessionValues> }) => (
  <div>
    <ChoiceField
      label={t('Day')}
      data={weekdays.map((day) => ({ value: String(day), label: weekdayWord(day, 'short') }))}
      {...form.getInputProps('weekday')}
      value={form.values.weekday}
      onChange={(weekday) => form.setFieldValue('weekday', weekday satisfies SessionValues['weekday'])}
    />
  </div>
)

const undo = async (before: SessionOnScreen, version: number) => {
  try {
    await call(updateSchedule, { params: { id: before.id }, body: { ...changeOf(valuesOf(before)), version } })
    toast.done(t('Undone.'))
  } catch (error) {
    toast.failed(overlapText(error) ?? error)
  }
  void queryClient.invalidateQueries()
}

interface Props {
  /** One that is there is changed; a new one is added. */
  session: SessionOnScreen | NewSession
  doctors: readonly DoctorName[]
  onAdded: (added: readonly SessionOnScreen[]) => void
  onClose: () => void
}

/** Adds sessions of a doctor, changes one, copies it, ends it; those who may only look read it. */
export const SessionDialog = ({ session: opened, doctors, onAdded, onClose }: Props) => {
  const { can } = useRights()
  const [session, setSession] = useState(opened)
  const [isCopying, setCopying] = useState(false)
  const [days, setDays] = useState('id' in opened ? [] : opened.days)
  const [refused, setRefused] = useState<ApiError | null>(null)
  const end = useEndSession(onClose)
  const [known, given] = 'id' in session ? [session, null] : [null, session]
  const settings = useQuery({ ...query(getBookingSettings, { query: {} }), enabled: given !== null })
  const doctor = known ? known.doctor_name : doctors.find(({ id }) => id === given?.doctor)?.name
  const what = known ? `${weekdayWord(known.weekday)} ${timesOf(known)}` : t('Add session')
  const title = [isCopying ? t('Copy to other days') : what, doctor].filter(Boolean).join(' · ')
  const fresh = (): SessionValues => ({
    ...freshSession(given?.doctor ?? null, settings.data?.default_minutes ?? 20, given?.at),
    weekday: String(days[0] ?? ''),
  })
  const instead = known ? (
    !can(updateSchedule) ? (
      <SessionFacts session={known} />
    ) : (
      isCopying && <CopySession session={known} onBack={() => setCopying(false)} onClose={onClose} />
    )
  ) : (
    !settings.data && !settings.isError && <Loading rows={6} />
  )
  const onSaved = (saved: SessionOnScreen) => {
    onClose()
    const rest = days.slice(1).map((weekday) => ({ ...bodyAgain(saved), weekday }))
    if (known) toast.done(t('Session saved.'), { label: t('Undo'), run: () => void undo(known, saved.version) })
    else if (rest.length > 0) void addSessions(rest, [saved]).then(onAdded)
    else {
      sayAdded([saved])
      onAdded([saved])
    }
  }
  return (
    <RecordDialog
      row={known}
      create={createSchedule}
      update={updateSchedule}
      add={title}
      save={t('Add')}
      title={title}
      size={680}
      instead={instead}
      name={() => what}
      values={(row) => (row ? valuesOf(row) : fresh())}
      toBody={changeOf}
      toNewBody={sessionBody}
      onRefused={(error) => {
        const isOverlap = otherSession(error) !== null
        setRefused(isOverlap ? error : null)
        return isOverlap
      }}
      onSaved={onSaved}
      labels={labels()}
      use={null}
      extra={
        known && (
          <div className={`flex gap-4 phone-full ${styles.sessionExtras}`}>
            <Button loading={end.isRunning} onClick={() => void end.ask(known)}>
              {t('End session')}
            </Button>
            <Button onClick={() => setCopying(true)}>{t('Copy to other days')}</Button>
          </div>
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <Overlap
            error={refused}
            onOther={(other) => {
              setRefused(null)
              setSession(other)
            }}
          />
          {given ? <NewFields form={form} given={given} days={days} doctors={doctors} onDays={setDays} /> : <DayField form={form} />}
          <SessionFields
            form={form}
            session={known ?? undefined}
            isFirst={given !== null && given.doctor !== null && given.days.length > 0}
          />
        </>
      )}
    </RecordDialog>
  )
}
