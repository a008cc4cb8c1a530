import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { listAppointments } from '#calls/appointments/contract.ts'
import { getBookingPage } from '#calls/booking/contract-public.ts'
import { pages, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { useNow } from '#web/state/use-now.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { OwnLine } from '../own-line.tsx'
import { BookNew } from './book-new.tsx'
import { type Appointment } from './calls.ts'
import { OwnBooking } from './own-booking.tsx'
import { BOOKINGS, isAhead, stateWord, whenWord } from './words.ts'
import roomsStyles from '../rooms.module.css'
import resultsStyles from '../results/results.module.css'

const PAGE = 25

const Line = ({ of: { id, appointment_date_time, assigned_doctor, item_name, status } }: { of: Appointment }) => {
  const { tone, word } = stateWord(status)
  return (
    <OwnLine to={`${BOOKINGS}?id=${id}`}>
      <b className="num">{whenWord(appointment_date_time)}</b>
      {(assigned_doctor ?? item_name) && <span>{[item_name, assigned_doctor].filter(Boolean).join(' · ')}</span>}
      <span>
        <Status tone={tone}>{word}</Status>
      </span>
    </OwnLine>
  )
}

const Lines = ({ title, rows }: { title: string; rows: readonly Appointment[] }) =>
  rows.length > 0 && (
    <section className="section" aria-label={title}>
      <h2>{title}</h2>
      <ul className={roomsStyles.list}>
        {rows.map((row) => (
          <Line key={row.id} of={row} />
        ))}
      </ul>
    </section>
  )

const BookButton = () => (
  <div className={`wrap ${roomsStyles.foot}`}>
    <Button component={Link} to={`${BOOKINGS}?new=service`} variant="filled" leftSection={<IconCalendarPlus size={20} aria-hidden />}>
      {t('Book an appointment')}
    </Button>
  </div>
)

const AllBookings = () => {
  const list = usePages(pages(listAppointments, { query: { sort: '-time', limit: PAGE } }))
  const now = useNow()
  const empty = <Empty title={t('No appointments yet')}>{t('Book one here: you choose the service, the doctor and the time.')}</Empty>
  return (
    <>
      <FourStates of={list} isEmpty={(rows) => rows.length === 0} empty={empty}>
        {(rows) => (
          <>
            <Lines title={t('Coming up')} rows={rows.filter((row) => isAhead(row, now)).toReversed()} />
            <Lines title={t('Earlier')} rows={rows.filter((row) => !isAhead(row, now))} />
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Earlier ones')}
              </Button>
            )}
          </>
        )}
      </FourStates>
      <BookButton />
    </>
  )
}

/** A patient's own appointments: see, book, move and cancel them. */
export const BookingsPage = () => {
  const [params] = useSearchParams()
  const place = useQuery(query(getBookingPage))
  const id = Number(params.get('id'))
  const isNew = params.has('new')
  return (
    <Page title={isNew ? t('Book an appointment') : id > 0 ? t('My appointment') : t('My appointments')} narrow>
      <div className={`stack ${resultsStyles.ownStack}`}>
        {isNew ? (
          <FourStates of={place}>{(found) => <BookNew place={found} />}</FourStates>
        ) : id > 0 ? (
          <OwnBooking key={id} id={id} place={place.data} />
        ) : (
          <AllBookings />
        )}
      </div>
    </Page>
  )
}
