import { IconCalendarPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { cancelPublicBooking, getPublicBooking, movePublicBooking } from '#calls/booking/contract-public.ts'
import { longDay, time } from '#web/text/format.ts'
import { ApiError } from '#web/calls/http.ts'
import { t } from '#web/i18n.ts'
import { addToCalendar } from '#web/devices/save-calendar.ts'
import { randomId } from '#web/calls/random-id.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import { ask } from './ask.ts'
import { type Booking, type Place } from './calls.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import type { FreeTime } from '../free-times.ts'
import { MoveBooking } from './move-booking.tsx'
import { Call, Failure, Notice, Question, Waiting } from './parts.tsx'
import { QrSquare } from '#web/ui/qr-square.tsx'
import { useAsked } from './use-asked.ts'
import { WhenAndWhere } from './when-and-where.tsx'

/** What a booking's state means to the person who made it. */
const Standing = ({ of }: { of: Booking }) => {
  if (of.status === 'cancelled')
    return (
      <Notice tone="attention">
        <p>{t('This appointment is cancelled.')}</p>
      </Notice>
    )
  if (of.status === 'no-show' || of.status === 'completed')
    return (
      <Notice tone="waiting">
        <p>{t('This appointment is over.')}</p>
      </Notice>
    )
  const isConfirmed = of.status === 'confirmed'
  return (
    <>
      <Notice tone={isConfirmed ? 'done' : 'waiting'}>
        <p>{isConfirmed ? t('Confirmed') : t('The clinic will confirm it')}</p>
      </Notice>
      {of.change_until === null && (
        <Notice tone="waiting">
          <p>{t('It is too late to change it here. Please call the clinic.')}</p>
        </Notice>
      )}
    </>
  )
}

const WrongLink = ({ phone }: { phone: string | null }) => (
  <div className="panel">
    <Question>{t('This link opens no appointment')}</Question>
    <p>{t('Check that it is complete, or call the clinic.')}</p>
    {phone && <Call phone={phone} />}
  </div>
)

interface Props {
  place: Place
  link: string
}
/** A booking by its link: see it, move it, cancel it. */
export const KeptPage = ({ place, link }: Props) => {
  const asked = useAsked(link, async (signal) => ask(getPublicBooking, { params: { link } }, { signal }))
  const [latest, setLatest] = useState<{ booking: Booking; news: 'moved' | 'cancelled' } | null>(null)
  const [mode, setMode] = useState<'see' | 'move' | 'cancel'>('see')
  const cancelKey = useRef(randomId())
  const booking = latest?.booking ?? asked.data
  if (!booking) {
    if (asked.error instanceof ApiError && (asked.error.status === 404 || asked.error.status === 400))
      return <WrongLink phone={place.clinic.phone} />
    return asked.error ? <Failure error={asked.error} again={asked.again} phone={place.clinic.phone} /> : <Waiting />
  }
  const see = (news: 'moved' | 'cancelled', booking: Booking) => {
    setLatest({ booking, news })
    setMode('see')
    scrollTo(0, 0)
  }
  const move = async ({ start, doctor }: FreeTime, key: string) =>
    see(
      'moved',
      await ask(
        movePublicBooking,
        { params: { link }, body: { appointment_date_time: start, ...(doctor !== null && { doctor }) } },
        { key },
      ),
    )
  if (mode === 'move') return <MoveBooking place={place} of={booking} move={move} leave={() => setMode('see')} />
  const isOpen = booking.status === 'pending' || booking.status === 'confirmed'
  const mayChange = isOpen && booking.change_until !== null
  return (
    <div className="panel">
      <Question key={latest?.news}>{t('Your appointment')}</Question>
      {latest?.news === 'moved' && (
        <Notice tone="done">
          <p>{t('The appointment is moved.')}</p>
        </Notice>
      )}
      <Standing of={booking} />
      <div>
        <p className="hint">{t('Your number')}</p>
        <p className="big-number">{booking.number}</p>
      </div>
      {isOpen && <QrSquare rows={booking.qr} label={t('Your number as a square code')} />}
      <WhenAndWhere of={booking} />
      <div className="stack no-print">
        {isOpen && (
          <button type="button" className="button wide" onClick={() => addToCalendar(booking)}>
            <IconCalendarPlus size={20} aria-hidden />
            {t('Add to my calendar')}
          </button>
        )}
        {mayChange && (
          <>
            <button type="button" className="button wide" onClick={() => setMode('move')}>
              {t('Move to another time')}
            </button>
            <button type="button" className="button wide" onClick={() => setMode('cancel')}>
              {t('Cancel the appointment')}
            </button>
            <p className="hint">
              {t('You can change it here until {{day}}, {{time}}.', {
                day: longDay(wallTimeOf(new Date(booking.change_until ?? ''), booking.time_zone).day),
                time: time(booking.change_until ?? ''),
              })}
            </p>
          </>
        )}
        {!isOpen && (
          <a className="button main" href="/book-appointment">
            {t('Book another appointment')}
          </a>
        )}
      </div>
      {mode === 'cancel' && (
        <CancelDialog
          phone={place.clinic.phone}
          leave={() => setMode('see')}
          cancel={async () => see('cancelled', await ask(cancelPublicBooking, { params: { link }, body: {} }, { key: cancelKey.current }))}
        />
      )}
    </div>
  )
}
