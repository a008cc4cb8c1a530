import { useState } from 'react'
import { ApiError, call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { convertBookingRequest, unlinkBookingRequest } from '../inbox-calls.ts'
import { fieldWord, refusalOf, type Request } from './request-labels.ts'

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
