import { useState } from 'react'
import { listAppointments } from '#features/appointments/contract.ts'
import { isOpen } from '#features/appointments/rules.ts'
import { ApiError, call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { confirm as confirmAction } from '#web/messages/dialogs.ts'
import { toast } from '#web/messages/toast.tsx'
import { today } from '#web/text/format.ts'
import { convertBookingRequest, unlinkBookingRequest } from '../inbox-calls.ts'
import { fieldWord, refusalOf, timeText, type Request } from './request-labels.ts'

type Way = { patient: number } | { register: Record<string, never>; not_a_duplicate?: true }

/** Takes a booking off its record; says so. False when it was refused. */
export const unlinkRequest = async ({ id, version }: Pick<Request, 'id' | 'version'>, reason?: string): Promise<boolean> => {
  try {
    await call(unlinkBookingRequest, { params: { id }, body: { version, ...(reason && { reason }) } })
    toast.done(t('The booking is no longer matched to a record.'))
    refreshAfter()
    return true
  } catch (error) {
    toast.failed(refusalOf(error))
    refreshAfter(error)
    return false
  }
}

const message = ({ patient_name, patient_number, taken_over, status }: Request, wasConfirmed: boolean) => {
  const who = { name: patient_name, number: patient_number }
  const done =
    wasConfirmed && status === 'confirmed' ? t('Matched to {name} ({number}) and confirmed.', who) : t('Matched to {name} ({number}).', who)
  return taken_over.length === 0 ? done : `${done} ${t('Added to the record: {fields}.', { fields: taken_over.map(fieldWord).join(', ') })}`
}

/** So many open appointments of a patient are looked through. */
const LOOKED_THROUGH = 50

/** The open appointments of a patient, from today on, that a booking may repeat: of its day, or with its doctor. */
const findRepeated = async ({ appointment, appointment_date_time: at, doctor }: Request, patient: number) => {
  const day = today(at)
  const open = await call(listAppointments, { query: { patient__id: patient, from: today(), sort: 'time', limit: LOOKED_THROUGH } })
  return open.filter(
    (one) =>
      one.id !== appointment &&
      isOpen(one.status) &&
      (today(one.appointment_date_time) === day || (doctor !== null && one.doctor === doctor)),
  )
}

/** Asks before a booking is matched to a patient who has such an appointment; true without one. */
const mayRepeat = async (request: Request, patient: number): Promise<boolean> => {
  const repeated = await findRepeated(request, patient)
  if (repeated.length === 0) return true
  return confirmAction({
    title: t('Match although the patient has an appointment?'),
    text: repeated
      .map(({ appointment_date_time: at, assigned_doctor, item_name }) =>
        [timeText(at), assigned_doctor ?? t('Any doctor'), item_name].filter(Boolean).join(' · '),
      )
      .join('; '),
    action: t('Match anyway'),
  })
}

/**
 * Puts a booking on a record, says what the record took over, and offers to take it back. `refusal` is the server's sentence when somebody very
 * alike is on file: registering again then says that this is somebody else.
 */
export const useConvert = (request: Request, confirm: boolean) => {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const convert = async (way: Way) => {
    if (isSaving) return
    setSaving(true)
    setRefusal(null)
    try {
      if ('patient' in way && !(await mayRepeat(request, way.patient))) return
      const saved = await call(convertBookingRequest, { params: { id: request.id }, body: { ...way, confirm, version: request.version } })
      toast.done(message(saved, confirm), { label: t('Undo'), run: () => void unlinkRequest(saved) })
      refreshAfter()
    } catch (error) {
      refreshAfter(error)
      if (error instanceof ApiError && error.code === 'possible_duplicate') setRefusal(error.detail)
      else toast.failed(refusalOf(error))
    } finally {
      setSaving(false)
    }
  }
  return {
    refusal,
    isSaving,
    link: (patient: number) => void convert({ patient }),
    register: (isSomeoneElse = false) => void convert({ register: {}, ...(isSomeoneElse && { not_a_duplicate: true }) }),
  }
}
