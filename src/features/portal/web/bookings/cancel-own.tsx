import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { updateAppointment } from '#calls/appointments/contract.ts'
import { call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import { type AppointmentWithChanges } from './calls.ts'
import { BOOKINGS, whenWord } from './words.ts'

/** Cancels an appointment, with a reason: nobody does it by a slip of the thumb. */
export const CancelOwn = ({ of: { id, version, appointment_date_time: start } }: { of: AppointmentWithChanges }) => {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const go = useNavigate()
  const cancelling = useMutation({
    mutationFn: () => call(updateAppointment, { params: { id }, body: { status: 'cancelled', status_reason: reason.trim(), version } }),
    onSuccess: async () => {
      toast.done(t('The appointment is cancelled.'))
      await go(`${BOOKINGS}?id=${id}`, { replace: true })
    },
    onSettled: (_, error) => refreshAfter(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') cancelling.mutate()
  }
  return (
    <form className="own-stack" onSubmit={submit}>
      <p className="own-big">{whenWord(start)}</p>
      <p>{t('Somebody else can then have the time. To come back you would have to book anew.')}</p>
      <Textarea
        label={t('Why do you cancel?')}
        maxLength={300}
        autosize
        minRows={2}
        value={reason}
        error={isMissing ? t('Say in a few words why.') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {cancelling.error && (
        <Note tone="critical" alert>
          {messageOf(cancelling.error)}
        </Note>
      )}
      <div className="own-foot">
        <Button type="submit" color="red" variant="filled" loading={cancelling.isPending}>
          {t('Yes, cancel it')}
        </Button>
        <Button component={Link} to={`${BOOKINGS}?id=${id}`} replace>
          {t('No, keep it')}
        </Button>
      </div>
    </form>
  )
}
