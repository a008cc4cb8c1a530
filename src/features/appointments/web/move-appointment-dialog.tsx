import { Button, Kbd, Modal } from '@mantine/core'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '#web/calls/api.ts'
import { clinicZone } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { Note } from '#web/ui/status.tsx'
import type { AppointmentOnScreen } from './appointment-shape.ts'
import { refusalText, spanText } from './appointment-labels.ts'
import { AnyDoctorField } from './booking/place-fields.tsx'
import { refusedBy, RefusalNote, type Refused } from './booking/refusal-note.tsx'
import { useAppointmentChanges } from './use-appointment-changes.ts'
import { WhenField } from './booking/when-field.tsx'
import { blankWhen, placeOf, type When } from './booking/when-values.ts'

const AppointmentPanel = lazy(async () => ({ default: (await import('./appointment/appointment-panel.tsx')).AppointmentPanel }))

interface Props {
  appointment: AppointmentOnScreen
  onClose: () => void
  onMoved: () => void
}

/** Moves an appointment to another free time, day or doctor. */
export const MoveAppointmentDialog = ({ appointment, onClose, onMoved }: Props) => {
  const { move } = useAppointmentChanges()
  const [doctor, setDoctor] = useState<number | null>(appointment.doctor)
  const [when, setWhen] = useState<When>(blankWhen())
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [other, setOther] = useState<number | null>(null)
  const [isSaving, setSaving] = useState(false)
  const at = placeOf(when, doctor, clinicZone())
  const change = (changed: When) => {
    setProblem(null)
    setRefused(null)
    setWhen(changed)
  }
  const send = async (overbook = false) => {
    if (at.place === null) return setProblem(t(at.problem))
    setSaving(true)
    setFailure(null)
    setRefused(null)
    const { start, doctor: to, room, minutes } = at.place
    const isOtherDoctor = to !== appointment.doctor
    try {
      await move(appointment, {
        appointment_date_time: start,
        minutes: when.isTyped && minutes !== null ? minutes : appointment.minutes,
        ...(isOtherDoctor && { assigned_doctor: to }),
        ...(room !== appointment.room && (room !== null || isOtherDoctor) && { room }),
        ...(overbook && { overbook }),
      })
      onMoved()
    } catch (error) {
      const refusal =
        error instanceof ApiError ? refusedBy(error, { start: appointment.appointment_date_time, doctor: appointment.doctor }) : null
      setRefused(refusal)
      if (!refusal) setFailure(error instanceof ApiError ? refusalText(error) : messageOf(error))
    } finally {
      setSaving(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  useKeys([{ keys: 'Mod+S', label: t('Move'), run: () => void send(), always: true }])
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={other === null}
      size={680}
      title={t('Move {name}', { name: appointment.patient_name })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <form className="form-stack" noValidate onSubmit={submit}>
        <div className="num t2">{t('Now {when}', { when: spanText(appointment) })}</div>
        {failure !== null && (
          <Note tone="critical" alert>
            {failure}
          </Note>
        )}
        {refused && (
          <RefusalNote
            refusal={refused}
            at={at.place}
            onTake={(slot) => change(blankWhen(slot))}
            onOverbook={() => void send(true)}
            onOpenOther={setOther}
          />
        )}
        <AnyDoctorField
          data-autofocus
          value={doctor === null ? '' : String(doctor)}
          onChange={(id) => {
            setDoctor(id === '' ? null : Number(id))
            change({ ...when, slot: null })
          }}
        />
        <WhenField value={when} doctor={doctor} item={appointment.item} moving={appointment} error={problem} onChange={change} />
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" loading={isSaving} rightSection={<Kbd className="not-phone">{keyLabel('Mod+S')}</Kbd>}>
            {t('Move')}
          </Button>
        </div>
      </form>
      <Suspense>{other !== null && <AppointmentPanel id={other} onClose={() => setOther(null)} />}</Suspense>
    </Modal>
  )
}
