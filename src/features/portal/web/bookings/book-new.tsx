import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { createAppointment } from '#calls/appointments/contract.ts'
import { DoctorPicker, ServicePicker } from '#features/booking/web/choice-picker.tsx'
import { timesOffered, TakenBanner } from '#features/booking/web/taken-banner.tsx'
import { TimePicker, type FreeTime } from '#features/booking/web/time-picker.tsx'
import { call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { dataLanguage } from '#web/text/format.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { intentKey } from '#web/calls/intent-key.ts'
import { toast } from '#web/messages/toast.tsx'
import { BackTo, OwnFacts } from '../own-line.tsx'
import { fetchFreeTimes, type Place } from './calls.ts'
import { Closed } from './closed.tsx'
import { whyTaken } from './move-own.tsx'
import { BOOKINGS, timeWord } from './labels.ts'
import { Button, Textarea } from '@mantine/core'
import { Note } from '#web/ui/status.tsx'
import resultsStyles from '../results/results.module.css'
import pageStyles from '../portal-pages.module.css'

interface Props {
  place: Place
  item: number | null
  time: FreeTime
  reason: string
  onReason: (reason: string) => void
  isBooking: boolean
  error: unknown
  book: () => void
}
/** All that was chosen, what it is about, and the button that books. */
const CheckNew = ({ place, item, time, reason, onReason, isBooking, error, book }: Props) => {
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') book()
  }
  return (
    <form className={`stack gap-6 ${resultsStyles.ownStack}`} onSubmit={submit}>
      <section className="section" aria-label={t('Your appointment')}>
        <p className="size-2xl strong">{timeWord(time)}</p>
        <OwnFacts
          rows={[
            [
              t('Service'),
              <span key="service" lang={dataLanguage()}>
                {place.services.find(({ id }) => id === item)?.name}
              </span>,
            ],
            [t('Doctor'), place.doctors.find(({ id }) => id === time.doctor)?.name],
            [t('Where'), [place.clinic.name, place.clinic.address].filter(Boolean).join(', ')],
          ]}
        />
      </section>
      <Textarea
        label={t('Why do you want to come?')}
        maxLength={300}
        autosize
        minRows={2}
        value={reason}
        error={isMissing ? t('Tell us briefly why you want to come.') : undefined}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      {error != null && (
        <Note tone="critical" alert>
          {messageOf(error)}
        </Note>
      )}
      <div className={`wrap flex gap-4 sticky-end layer-1 canvas ${pageStyles.foot}`}>
        <Button type="submit" variant="filled" loading={isBooking}>
          {t('Send request')}
        </Button>
      </div>
    </form>
  )
}

const steps = ['service', 'doctor', 'time', 'check'] as const
type Step = (typeof steps)[number]

/** What is wanted so far. */
interface Wish {
  item: number | null
  doctor: number | 'any' | null
  time: FreeTime | null
}

const doctorsFor = ({ services, doctors }: Place, item: number | null) => {
  const giving = services.find(({ id }) => id === item)?.doctors
  return giving ? doctors.filter(({ id }) => giving.includes(id)) : doctors
}

/** The last step that may be shown: each needs what was chosen before it. */
const furthest = ({ item, doctor, time }: Wish): Step => (item === null ? 'service' : doctor === null ? 'doctor' : time ? 'check' : 'time')

const useBooking = (taken: () => void) => {
  const go = useNavigate()
  const [key] = useState(intentKey)
  return useMutation({
    mutationFn: ({ item, time, reason }: { item: number | null; time: FreeTime; reason: string }) =>
      call(
        createAppointment,
        { body: { appointment_date_time: time.start, assigned_doctor: time.doctor, item, reason } },
        { idempotencyKey: key.get() },
      ),
    onSuccess: async ({ id, status }) => {
      toast.done(status === 'confirmed' ? t('Your appointment is confirmed.') : t('We have your request. The clinic will confirm it.'))
      await go(`${BOOKINGS}?id=${id}`, { replace: true })
    },
    onError: (error) => {
      if (timesOffered(error)) taken()
    },
    onSettled: (_, error) => {
      key.settle(error ?? undefined)
      refreshAfter(error)
    },
  })
}

/** Service, doctor, time, and a last look: each step is an entry of the browser's history. */
export const BookNew = ({ place }: { place: Place }) => {
  const [params, setParams] = useSearchParams()
  const [wish, setWish] = useState<Wish>({ item: null, doctor: null, time: null })
  const [reason, setReason] = useState('')
  const goTo = (step: Step, replace = false) => setParams({ new: step }, { replace })
  const booking = useBooking(() => {
    setWish((before) => ({ ...before, time: null }))
    goTo('time', true)
  })
  if (!place.is_open || place.services.length === 0) return <Closed place={place} />
  const asked = steps.find((step) => step === params.get('new')) ?? 'service'
  const last = furthest(wish)
  const step = steps.indexOf(asked) > steps.indexOf(last) ? last : asked
  const { item, doctor } = wish
  const chooseService = (chosen: number) => {
    const only = doctorsFor(place, chosen).length < 2
    setWish({ item: chosen, doctor: only ? 'any' : null, time: null })
    goTo(only ? 'time' : 'doctor')
  }
  const chooseDoctor = (chosen: number | 'any') => {
    setWish({ item, doctor: chosen, time: null })
    goTo('time')
  }
  const chooseTime = (time: FreeTime) => {
    booking.reset()
    setWish({ ...wish, time })
    goTo('check')
  }
  const free = booking.error ? timesOffered(booking.error) : null
  return (
    <>
      <BackTo to={BOOKINGS}>{t('All appointments')}</BackTo>
      {step === 'service' && (
        <>
          <h2 className="size-2xl strong">{t('What would you like to book?')}</h2>
          <ServicePicker services={place.services} item={item} choose={chooseService} />
        </>
      )}
      {step === 'doctor' && (
        <>
          <h2 className="size-2xl strong">{t('Who would you like to see?')}</h2>
          <DoctorPicker doctors={doctorsFor(place, item)} doctor={doctor} choose={chooseDoctor} />
        </>
      )}
      {step === 'time' && (
        <>
          <h2 className="size-2xl strong">{t('When would you like to come?')}</h2>
          {free && (
            <TakenBanner
              zone={place.time_zone}
              free={free}
              why={whyTaken(booking.error)}
              comfort={t('Choose another time.')}
              choose={chooseTime}
            />
          )}
          <TimePicker
            key={free ? 'again' : 'first'}
            place={place}
            about={`${item}/${doctor}`}
            chosen={wish.time?.start}
            choose={chooseTime}
            ask={(range, signal) => fetchFreeTimes({ item, doctor: doctor === 'any' ? null : doctor }, range, signal)}
          />
        </>
      )}
      {step === 'check' && wish.time && (
        <CheckNew
          place={place}
          item={item}
          time={wish.time}
          reason={reason}
          onReason={setReason}
          isBooking={booking.isPending}
          error={booking.error}
          book={() => booking.mutate({ item, time: wish.time!, reason: reason.trim() })}
        />
      )}
    </>
  )
}
