import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { ApiError, call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { changeStatuses, updateAppointment } from '../contract.ts'
import { statusLabel, type AppointmentStatus } from '../rules.ts'
import { refusalText, whenText } from './appointment-labels.ts'

type Saved = ResponseOf<typeof updateAppointment>
type Change = Omit<NonNullable<RequestOf<typeof updateAppointment>['body']>, 'version'>

/** An appointment as any screen holds it. */
interface Known {
  id: number
  version: number
}
/** Where an appointment stands: enough to bring it back. */
export interface Place {
  appointment_date_time: string
  ends_at: string
  doctor: number | null
  room: number | null
}

const asChange = ({ appointment_date_time, ends_at, doctor, room }: Place): Change => ({
  appointment_date_time,
  ends_at,
  assigned_doctor: doctor,
  room,
})

const change = async ({ id, version }: Known, body: Change): Promise<Saved> => {
  const saved = await call(updateAppointment, { params: { id }, body: { ...body, version } })
  void queryClient.invalidateQueries()
  return saved
}

const explain = (error: unknown) => {
  toast.failed(refusalText(error))
  // Somebody was quicker: show how things stand.
  if (error instanceof ApiError && (error.status === 412 || error.status === 409)) void queryClient.invalidateQueries()
}

/**
 * Moves an appointment (to another time, doctor, room or length) and offers to take it back. Throws when the server refuses, so that the
 * caller can show what is free instead.
 */
const move = async (appointment: Known & Place, to: Change): Promise<Saved> => {
  const saved = await change(appointment, to)
  const undo = () =>
    change(saved, asChange(appointment)).then(
      (back) => toast.done(t('{name} is back at {when}.', { name: back.patient_name, when: whenText(back.appointment_date_time) })),
      explain,
    )
  toast.done(t('{name} moved to {when}.', { name: saved.patient_name, when: whenText(saved.appointment_date_time) }), {
    label: t('Undo'),
    run: () => void undo(),
  })
  return saved
}

const isUndone: Partial<Record<AppointmentStatus, readonly AppointmentStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['pending', 'cancelled', 'no-show', 'arrived'],
}

/** Brings an appointment to another state, says so, and offers to take it back where that can be done. Answers null when it was refused. */
const setStatus = async (
  appointment: Known & { status: AppointmentStatus },
  status: AppointmentStatus,
  reason?: string,
): Promise<Saved | null> => {
  try {
    const saved = await change(appointment, { status, ...(reason && { status_reason: reason }) })
    const text = t('{name}: {status}.', { name: saved.patient_name, status: t(statusLabel[status]) })
    const before = appointment.status
    const undo = () => void change(saved, { status: before }).then(() => toast.done(t('Undone.')), explain)
    toast.done(text, isUndone[before]?.includes(status) ? { label: t('Undo'), run: undo } : undefined)
    return saved
  } catch (error) {
    explain(error)
    return null
  }
}

/** Brings several to another state: all of them, or none. True when they are. */
const setStatuses = async (ids: readonly number[], status: AppointmentStatus, reason?: string): Promise<boolean> => {
  try {
    const saved = await call(changeStatuses, { body: { ids: [...ids], status, ...(reason && { reason }) } })
    void queryClient.invalidateQueries()
    toast.done(
      t('{count, plural, one {# appointment: {status}.} other {# appointments: {status}.}}', {
        count: saved.length,
        status: t(statusLabel[status]),
      }),
    )
    return true
  } catch (error) {
    explain(error)
    return false
  }
}

/** What a screen does to appointments: each change is said, and taken back where that can be done. */
export const useAppointmentChanges = () => ({ move, setStatus, setStatuses })
