import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query, type ApiError } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { createSchedule, getBookingSettings, updateSchedule } from '#features/schedules/contract.ts'
import { CopySession } from './copy-session.tsx'
import { otherSession, overlapText } from '../overlap.ts'
import { timesOf, weekdays, weekdayWord, rhythmWord, slotCount, validityOf } from '../schedule-words.ts'
import { SessionFields } from './session-fields.tsx'
import { changeOf, freshSession, sessionBody, type SessionValues, valuesOf } from './session-values.ts'
import { addSessions, bodyAgain, sayAdded, useEndSession } from './use-session-deeds.ts'
import type { DoctorName, SessionOnScreen } from '../use-week-plan.ts'
import { WeekdayBoxes } from './weekday-boxes.tsx'
import { today } from '#web/text/format.ts'

/** A session in words, for those who may only look. */
const SessionFacts = ({ session }: { session: SessionOnScreen }) => {
  const facts = [
    [t('Doctor'), session.doctor_name],
    [t('When'), `${weekdayWord(session.weekday)} ${timesOf(session)}`],
    [t('How often'), [rhythmWord(session.every_weeks), validityOf(session, today())].filter(Boolean).join(', ')],
    [t('Slots'), `${slotCount(session)} × ${t('{{n}} min', { n: session.slot_minutes })}`],
    [t('Patients at the same time'), session.capacity],
    [t('Overbooking'), session.overbook],
    [t('Room'), session.room_name ?? t('No room')],
    [t('Service'), session.item_name ?? t('Every service')],
    [t('The public may book in it'), session.is_public ? t('Yes') : t('No')],
    [t('Held on holidays too'), session.on_holidays ? t('Yes') : t('No')],
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
  slot_minutes: t('Minutes of a slot'),
  capacity: t('Patients at the same time'),
  overbook: t('Overbooking'),
  room: t('Room'),
  item: t('Service'),
  every_weeks: t('How often'),
  valid_from: t('First day'),
  valid_to: t('Last day'),
  is_public: t('The public may book in it'),
  on_holidays: t('Held on holidays too'),
})

/** Remembers what a save was refused with when another session stands in the way. */
const useOverlap = () => {
  const [refused, setRefused] = useState<ApiError | null>(null)
  return {
    onRefused: (error: ApiError) => {
      const isOverlap = otherSession(error) !== null
      setRefused(isOverlap ? error : null)
      return isOverlap
    },
    refused,
  }
}

const Overlap = ({ error, onOther }: { error: ApiError | null; onOther: (other: SessionOnScreen) => void }) => {
  const found = otherSession(error)
  if (!found) return null
  return (
    <Note tone="attention" alert>
      <span className="row wrap">
        <span className="grow">{overlapText(error)}</span>
        <Button size="compact-sm" onClick={() => onOther(found.other)}>
          {t('Open that session')}
        </Button>
      </span>
    </Note>
  )
}

interface AddProps {
  given: NewSession
  slotMinutes: number
  doctors: readonly DoctorName[]
  onOther: (other: SessionOnScreen) => void
  onAdded: (added: readonly SessionOnScreen[]) => void
  onClose: () => void
}

const AddForm = ({ given, slotMinutes, doctors, onOther, onAdded, onClose }: AddProps) => {
  const [days, setDays] = useState(given.days)
  const { onRefused, refused } = useOverlap()
  const initialValues = { ...freshSession(given.doctor, slotMinutes, given.at), weekday: String(days[0] ?? '') }
  const added = useEndpointForm(createSchedule, {
    initialValues,
    toBody: sessionBody,
    onRefused,
    onSaved: (saved) => {
      const rest = days.slice(1).map((weekday) => ({ ...bodyAgain(saved), weekday }))
      onClose()
      if (rest.length > 0) void addSessions(rest, [saved]).then(onAdded)
      else {
        sayAdded([saved])
        onAdded([saved])
      }
    },
  })
  const { form } = added
  return (
    <EndpointForm of={added} save={t('Add')} onCancel={onClose} labels={labels()}>
      <Overlap error={refused} onOther={onOther} />
      {given.doctor === null && (
        <Select
          label={t('Doctor')}
          required
          searchable
          selectFirstOptionOnChange
          data-autofocus
          data={doctors.map(({ id, name }) => ({ value: String(id), label: name }))}
          nothingFoundMessage={t('Nobody found')}
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
          setDays(chosen)
          form.setFieldValue('weekday', String(chosen[0] ?? ''))
        }}
      />
      <SessionFields form={form} isFirst={given.doctor !== null && given.days.length > 0} />
    </EndpointForm>
  )
}

const undo = async (before: SessionOnScreen, version: number) => {
  try {
    await call(updateSchedule, { params: { id: before.id }, body: { ...changeOf(valuesOf(before)), version } })
    toast.done(t('Taken back.'))
  } catch (error) {
    toast.failed(overlapText(error) ?? error)
  }
  void queryClient.invalidateQueries()
}

interface EditProps {
  session: SessionOnScreen
  onOther: (other: SessionOnScreen) => void
  onCopy: () => void
  onClose: () => void
}

const EditForm = ({ session, onOther, onCopy, onClose }: EditProps) => {
  const end = useEndSession(onClose)
  const { onRefused, refused } = useOverlap()
  const edited = useEndpointForm(updateSchedule, {
    initialValues: valuesOf(session),
    params: { id: session.id },
    version: session.version,
    boxesOf: valuesOf,
    toBody: changeOf,
    onRefused,
    onSaved: ({ version }) => {
      toast.done(t('The session is saved.'), { label: t('Undo'), run: () => void undo(session, version) })
      onClose()
    },
  })
  const { form } = edited
  const extra = (
    <div className="session-extras">
      <Button loading={end.isRunning} onClick={() => void end.ask(session)}>
        {t('End session')}
      </Button>
      <Button onClick={onCopy}>{t('Copy to other days')}</Button>
    </div>
  )
  return (
    <EndpointForm of={edited} save={t('Save')} onCancel={onClose} extra={extra} labels={labels()}>
      <Overlap error={refused} onOther={onOther} />
      <div>
        <ChoiceField
          label={t('Day')}
          data={weekdays.map((day) => ({ value: String(day), label: weekdayWord(day, 'short') }))}
          {...form.getInputProps('weekday')}
          value={form.values.weekday}
          onChange={(weekday) => form.setFieldValue('weekday', weekday satisfies SessionValues['weekday'])}
        />
      </div>
      <SessionFields form={form} session={session} />
    </EndpointForm>
  )
}

const Add = (props: Omit<AddProps, 'slotMinutes'>) => {
  const settings = useQuery(query(getBookingSettings, { query: {} }))
  if (!settings.data && !settings.isError) return <Loading rows={6} />
  return <AddForm {...props} slotMinutes={settings.data?.default_minutes ?? 20} />
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
  const isKnown = 'id' in session
  const doctor = isKnown ? session.doctor_name : doctors.find(({ id }) => id === session.doctor)?.name
  const what = isKnown ? `${weekdayWord(session.weekday)} ${timesOf(session)}` : t('Add session')
  const title = [isCopying ? t('Copy to other days') : what, doctor].filter(Boolean).join(' · ')
  return (
    <Modal opened onClose={onClose} size={680} title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      {!isKnown ? (
        <Add given={session} doctors={doctors} onOther={setSession} onAdded={onAdded} onClose={onClose} />
      ) : !can(updateSchedule) ? (
        <SessionFacts session={session} />
      ) : isCopying ? (
        <CopySession session={session} onBack={() => setCopying(false)} onClose={onClose} />
      ) : (
        <EditForm key={session.id} session={session} onOther={setSession} onCopy={() => setCopying(true)} onClose={onClose} />
      )}
    </Modal>
  )
}
