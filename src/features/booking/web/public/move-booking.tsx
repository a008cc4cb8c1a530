import { useRef, useState } from 'react'
import { longDay, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { randomId } from '#web/calls/random-id.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import { TakenBanner } from '../taken-banner.tsx'
import { TimePicker, type FreeTime } from '../time-picker.tsx'
import { fetchFreeTimes, type Booking, type Place } from './calls.ts'
import { Back } from './frame.tsx'
import { Failure, Notice, Question } from './page-blocks.tsx'
import { refusalOf } from './refusal.ts'
import { useActionOnce } from './use-action-once.ts'
import styles from '../pickers.module.css'

interface Props {
  place: Place
  booking: Booking
  move: (time: FreeTime, key: string) => Promise<void>
  leave: () => void
}

const wordsOf = ({ start }: FreeTime, zone: string) => `${longDay(wallTimeOf(new Date(start), zone).day)}, ${time(start)}`

/** Another time for a booking, of the same doctor and for the same service; the old one is held until the new one is. */
export const MoveBooking = ({ place, booking, move, leave }: Props) => {
  const [chosen, setChosen] = useState<FreeTime | null>(null)
  const [taken, setTaken] = useState<FreeTime[] | null>(null)
  const key = useRef(randomId())
  const { isBusy, error, start } = useActionOnce(async () => {
    if (!chosen) return
    try {
      await move(chosen, key.current)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.kind !== 'taken') throw error
      setTaken(refusal.free)
      setChosen(null)
    }
  })
  const choose = (time: FreeTime) => {
    key.current = randomId()
    setChosen(time)
    scrollTo(0, 0)
  }
  if (chosen)
    return (
      <div className="panel">
        <Back go={() => setChosen(null)} />
        <Question>{t('Move appointment?')}</Question>
        <ul className="facts">
          <li>
            <span>
              <span className={`hint ${styles.hint}`}>{t('Booked time')}</span>
              {wordsOf({ start: booking.appointment_date_time, doctor: null }, booking.time_zone)}
            </span>
          </li>
          <li>
            <span>
              <span className={`hint ${styles.hint}`}>{t('New time')}</span>
              <b>{wordsOf(chosen, booking.time_zone)}</b>
            </span>
          </li>
        </ul>
        {error !== undefined && <Failure error={error} phone={place.clinic.phone} />}
        <button type="button" className={`button main ${styles.button}`} aria-disabled={isBusy} onClick={start}>
          {isBusy ? t('Moving…') : t('Move it')}
        </button>
      </div>
    )
  return (
    <div className="panel">
      <Back go={leave} />
      {taken && (
        <TakenBanner
          zone={place.time_zone}
          free={taken}
          comfort={t('You still have your booked time. Choose another time.')}
          choose={choose}
        />
      )}
      <Question>{t('When would you like to come?')}</Question>
      {place.is_open ? (
        <TimePicker
          key={taken ? 'again' : 'first'}
          place={place}
          about={`${booking.item_id}/${booking.doctor_id}`}
          choose={choose}
          ask={(range, signal) => fetchFreeTimes({ item: booking.item_id, doctor: booking.doctor_id }, range, signal)}
        />
      ) : (
        <Notice tone="attention">
          <p>{t('Online booking is closed at the moment. Please call the clinic.')}</p>
        </Notice>
      )}
    </div>
  )
}
