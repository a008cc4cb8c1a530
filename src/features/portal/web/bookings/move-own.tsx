import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { updateAppointment } from '#calls/appointments/contract.ts'
import { timesOffered, TakenBanner } from '#features/booking/web/taken-banner.tsx'
import { TimePicker, type FreeTime } from '#features/booking/web/time-picker.tsx'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import { OwnFacts } from '../own-line.tsx'
import { toTopOfPage } from '../top-of-page.ts'
import { fetchFreeTimes, type AppointmentWithChanges, type Place } from './calls.ts'
import { Closed } from './closed.tsx'
import { BOOKINGS, timeWord, whenWord } from './labels.ts'
import styles from '../portal-pages.module.css'

/** Why a time cannot be had, where it is the patient's own doing. */
export const whyTaken = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code === 'patient_busy' ? t('You have another appointment at that time.') : undefined

/** Another time of the same doctor and for the same service; the old one is held until the new one is. */
export const MoveOwn = ({ appointment, place }: { appointment: AppointmentWithChanges; place: Place }) => {
  const { id, version, item, doctor, appointment_date_time: start } = appointment
  const [chosen, setChosen] = useState<FreeTime | null>(null)
  const go = useNavigate()
  const moving = useMutation({
    mutationFn: (time: FreeTime) =>
      call(updateAppointment, {
        params: { id },
        body: { appointment_date_time: time.start, ...(time.doctor !== null && { assigned_doctor: time.doctor }), version },
      }),
    onSuccess: async ({ status }) => {
      toast.done(status === 'confirmed' ? t('Appointment moved.') : t('New time requested.'))
      await go(`${BOOKINGS}?id=${id}`, { replace: true })
    },
    onError: (error) => {
      if (timesOffered(error)) setChosen(null)
    },
    onSettled: (_, error) => refreshAfter(error),
  })
  const choose = (time: FreeTime) => {
    moving.reset()
    setChosen(time)
    toTopOfPage()
  }
  if (!place.is_open) return <Closed place={place} />
  const taken = moving.error ? timesOffered(moving.error) : null
  if (!chosen)
    return (
      <>
        {taken && (
          <TakenBanner
            zone={place.time_zone}
            free={taken}
            why={whyTaken(moving.error)}
            comfort={t('You still have your booked time. Choose another time.')}
            choose={choose}
          />
        )}
        <TimePicker
          key={taken ? 'again' : 'first'}
          place={place}
          about={`${item}/${doctor}`}
          choose={choose}
          ask={(range, signal) => fetchFreeTimes({ item, doctor }, range, signal)}
        />
      </>
    )
  return (
    <>
      <section className="section" aria-label={t('Move appointment?')}>
        <h2>{t('Move appointment?')}</h2>
        <OwnFacts
          rows={[
            [t('Booked time'), whenWord(start)],
            [t('New time'), timeWord(chosen), 'strong'],
          ]}
        />
      </section>
      {moving.error && (
        <Note tone="critical" alert>
          {messageOf(moving.error)}
        </Note>
      )}
      <div className={`wrap flex gap-4 sticky-end layer-1 canvas ${styles.foot}`}>
        <Button variant="filled" loading={moving.isPending} onClick={() => moving.mutate(chosen)}>
          {t('Move it')}
        </Button>
        <Button onClick={() => setChosen(null)}>{t('Another time')}</Button>
      </div>
    </>
  )
}
