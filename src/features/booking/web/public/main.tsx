import 'virtual:palette.css'
import './public.css'
import { createRoot } from 'react-dom/client'
import { t } from '#web/i18n.ts'
import { useStore } from '#web/state/store.ts'
import { followHistory } from './address.ts'
import { BookPage } from './book-page.tsx'
import { loadPlace, type Place, type Booking } from './calls.ts'
import { PublicFrame } from './frame.tsx'
import { shown, startLanguage } from './page-language.ts'
import { Call, Failure, Question, Waiting, Notice } from './page-blocks.tsx'
import { useAsked } from './use-asked.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { cancelPublicBooking, getPublicBooking, movePublicBooking } from '#calls/booking/contract-public.ts'
import { longDay, time } from '#web/text/format.ts'
import { ApiError } from '#web/calls/http.ts'
import { addToCalendar } from '#web/devices/save-calendar.ts'
import { randomId } from '#web/calls/random-id.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import { ask } from './ask.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import type { FreeTime } from '../free-times.ts'
import { MoveBooking } from './move-booking.tsx'
import { QrSquare } from '#web/ui/qr-square.tsx'
import { WhenAndWhere } from './when-and-where.tsx'
import styles from '../pickers.module.css'

/** What a booking's state means to the person who made it. */
const BookingStatus = ({ booking }: { booking: Booking }) => {
  if (booking.status === 'cancelled')
    return (
      <Notice tone="attention">
        <p>{t('This appointment is cancelled.')}</p>
      </Notice>
    )
  if (booking.status === 'no-show' || booking.status === 'completed')
    return (
      <Notice tone="waiting">
        <p>{t('This appointment is in the past.')}</p>
      </Notice>
    )
  const isConfirmed = booking.status === 'confirmed'
  return (
    <>
      <Notice tone={isConfirmed ? 'done' : 'waiting'}>
        <p>{isConfirmed ? t('Your appointment is confirmed.') : t('We have your request. The clinic will confirm it.')}</p>
      </Notice>
      {booking.change_until === null && (
        <Notice tone="waiting">
          <p>{t('It is too late to change this online. Please call the clinic.')}</p>
        </Notice>
      )}
    </>
  )
}

const WrongLink = ({ phone }: { phone: string | null }) => (
  <div className="panel">
    <Question>{t('No appointment for this link')}</Question>
    <p>{t('Check that it is complete, or call the clinic.')}</p>
    {phone && <Call phone={phone} />}
  </div>
)

interface Props {
  place: Place
  link: string
}
/** A booking by its link: see it, move it, cancel it. */
const KeptPage = ({ place, link }: Props) => {
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
  if (mode === 'move') return <MoveBooking place={place} booking={booking} move={move} leave={() => setMode('see')} />
  const isOpen = booking.status === 'pending' || booking.status === 'confirmed'
  const mayChange = isOpen && booking.change_until !== null
  return (
    <div className="panel">
      <Question key={latest?.news}>{t('Your appointment')}</Question>
      {latest?.news === 'moved' && (
        <Notice tone="done">
          <p>{booking.status === 'confirmed' ? t('Appointment moved.') : t('New time requested.')}</p>
        </Notice>
      )}
      <BookingStatus booking={booking} />
      <div>
        <p className={`hint ${styles.hint}`}>{t('Booking number')}</p>
        <p className="big-number">{booking.number}</p>
      </div>
      {isOpen && <QrSquare rows={booking.qr} label={t('Your number as a QR code')} />}
      <WhenAndWhere booking={booking} />
      <div className={`${styles.stack} no-print`}>
        {isOpen && (
          <button type="button" className={`button wide ${styles.button}`} onClick={() => addToCalendar(booking)}>
            <IconCalendarPlus size={20} aria-hidden />
            {t('Add to my calendar')}
          </button>
        )}
        {mayChange && (
          <>
            <button type="button" className={`button wide ${styles.button}`} onClick={() => setMode('move')}>
              {t('Change date or time')}
            </button>
            <button type="button" className={`button wide ${styles.button}`} onClick={() => setMode('cancel')}>
              {t('Cancel appointment')}
            </button>
            <p className={`hint ${styles.hint}`}>
              {t('You can change it here until {day}, {time}.', {
                day: longDay(wallTimeOf(new Date(booking.change_until ?? ''), booking.time_zone).day),
                time: time(booking.change_until ?? ''),
              })}
            </p>
          </>
        )}
        {!isOpen && (
          <a className={`button main ${styles.button}`} href="/book-appointment">
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

const link = /^\/booking\/([^/]+)\/?$/.exec(location.pathname)?.[1]

/** Nothing can be booked here: why, and how else. */
const Closed = ({ place }: { place: Place }) => (
  <div className="panel">
    <Question>{t('Online booking is closed')}</Question>
    <p>
      {place.clinic.phone ? t('Please call the clinic to make an appointment.') : t('Please come to the clinic to make an appointment.')}
    </p>
    {place.clinic.phone && <Call phone={place.clinic.phone} />}
    {place.clinic.address && <p className="intro">{`${place.clinic.name}, ${place.clinic.address}`}</p>}
  </div>
)

const Page = ({ place, reload }: { place: Place; reload: () => void }) => {
  if (link !== undefined) return <KeptPage place={place} link={decodeURIComponent(link)} />
  return place.is_open && place.services.length > 0 ? <BookPage place={place} reload={reload} /> : <Closed place={place} />
}

const load = async (signal: AbortSignal) => {
  const place = await loadPlace(signal)
  // Before anything is read in another one.
  await startLanguage(place.language)
  return place
}

const App = () => {
  useStore(shown)
  const { data, error, again } = useAsked('place', load)
  return (
    <PublicFrame place={data} title={link === undefined ? t('Book appointment') : t('Your appointment')}>
      {data ? <Page place={data} reload={again} /> : error ? <Failure error={error} again={again} /> : <Waiting />}
    </PublicFrame>
  )
}

followHistory()
const place = document.getElementById('root')
// The language that is known already is fetched beside the clinic.
void startLanguage()
if (place) createRoot(place).render(<App />)
