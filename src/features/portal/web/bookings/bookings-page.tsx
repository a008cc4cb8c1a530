import { Button, Textarea } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Link, useSearchParams, useNavigate } from 'react-router'
import { listAppointments, getAppointment, updateAppointment } from '#calls/appointments/contract.ts'
import { getBookingPage } from '#calls/booking/contract-public.ts'
import { pages, query, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { useNow } from '#web/state/use-now.ts'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status, Note } from '#web/ui/status.tsx'
import { OwnLine, BackTo, OwnFacts } from '../own-line.tsx'
import { BookNew } from './book-new.tsx'
import type { Appointment, AppointmentWithChanges, Place } from './calls.ts'
import { BOOKINGS, isAhead, stateWord, whenWord, changeWord } from './labels.ts'
import pageStyles from '../portal-pages.module.css'
import resultsStyles from '../results/results.module.css'
import { dataLanguage, dateTime, minutes } from '#web/text/format.ts'
import { addToCalendar } from '#web/devices/save-calendar.ts'
import { session } from '#web/session/session.ts'
import { useStore } from '#web/state/store.ts'
import { isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { CallClinic } from './closed.tsx'
import { MoveOwn } from './move-own.tsx'
import { useState, type FormEvent } from 'react'
import { refreshAfter } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'

/** Cancels an appointment, with a reason: nobody does it by a slip of the thumb. */
const CancelOwn = ({ appointment: { id, version, appointment_date_time: start } }: { appointment: AppointmentWithChanges }) => {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const go = useNavigate()
  const cancelling = useMutation({
    mutationFn: () => call(updateAppointment, { params: { id }, body: { status: 'cancelled', status_reason: reason.trim(), version } }),
    onSuccess: async () => {
      toast.done(t('Appointment cancelled.'))
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
    <form className={`stack gap-6 ${resultsStyles.ownStack}`} onSubmit={submit}>
      <p className="size-2xl strong">{whenWord(start)}</p>
      <p>{t('Another patient can then take this time. To come, you would have to book again.')}</p>
      <Textarea
        label={t('Why are you cancelling?')}
        maxLength={300}
        autosize
        minRows={2}
        value={reason}
        error={isMissing ? t('Enter a short reason.') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {cancelling.error && (
        <Note tone="critical" alert>
          {messageOf(cancelling.error)}
        </Note>
      )}
      <div className={`wrap flex gap-4 sticky-end layer-1 canvas ${pageStyles.foot}`}>
        <Button type="submit" color="var(--k-critical)" variant="filled" loading={cancelling.isPending}>
          {t('Yes, cancel it')}
        </Button>
        <Button component={Link} to={`${BOOKINGS}?id=${id}`} replace>
          {t('No, keep it')}
        </Button>
      </div>
    </form>
  )
}

const MINUTE = 60_000

const Changes = ({ appointment: { changes } }: { appointment: AppointmentWithChanges }) => {
  const { user } = useStore(session)
  const reported = changes.flatMap((change) => {
    const word = changeWord(change)
    return word === null ? [] : [{ ...change, word }]
  })
  return (
    <section className="section" aria-label={t('History')}>
      <h2>{t('History')}</h2>
      <ul className={pageStyles.list}>
        {reported.map(({ id, word, changed_at, changed_by, reason }) => (
          <li
            key={id}
            className={`in-row break-anywhere no-underline gap-5 pad-4-0 colour-inherits ${pageStyles.line}`}
            data-part="own-line"
          >
            <span className="stack gap-1 grow">
              <span>{changed_by === user?.user_id ? t('{what}, by you', { what: word }) : word}</span>
              {reason && <span>{reason}</span>}
              <span className="small t3 num">{dateTime(changed_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a patient may do with it: for as long as the clinic says, alone; then by telephone. Moved is what can be booked. */
const Actions = ({ appointment, place }: { appointment: AppointmentWithChanges; place: Place | undefined }) => {
  const now = useNow()
  if (!isAhead(appointment, now)) return null
  const { id, may, appointment_date_time: start } = appointment
  const isClosed = place?.is_open === false
  const until = place && new Date(Date.parse(start) - place.change_until_minutes * MINUTE)
  return (
    <>
      {place && (
        <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => addToCalendar({ ...appointment, ...place })}>
          {t('Add to my calendar')}
        </Button>
      )}
      {may.change ? (
        <>
          {!isClosed && (
            <Button component={Link} to={`${BOOKINGS}?id=${id}&do=move`}>
              {t('Change date or time')}
            </Button>
          )}
          <Button component={Link} to={`${BOOKINGS}?id=${id}&do=cancel`}>
            {t('Cancel appointment')}
          </Button>
          {place && isClosed && (
            <>
              <Note tone="waiting">{t('Online booking is closed at the moment. Please call the clinic.')}</Note>
              <CallClinic clinic={place.clinic} />
            </>
          )}
          {until && !isClosed && <p className="t3">{t('You can change it here until {day}.', { day: whenWord(until.toISOString()) })}</p>}
        </>
      ) : (
        place && (
          <>
            <Note tone="waiting">{t('It is too late to change this online. Please call the clinic.')}</Note>
            <CallClinic clinic={place.clinic} />
          </>
        )
      )}
    </>
  )
}

const Seen = ({ appointment, place }: { appointment: AppointmentWithChanges; place: Place | undefined }) => {
  const { tone, word } = stateWord(appointment.status)
  const clinic = place?.clinic
  return (
    <>
      <section className={`section stack gap-6 ${resultsStyles.ownStack}`} aria-label={t('When and where')}>
        <p className="size-2xl strong">{whenWord(appointment.appointment_date_time)}</p>
        <Status tone={tone}>{word}</Status>
        <OwnFacts
          rows={[
            [t('Booking number'), appointment.number],
            [
              t('Service'),
              appointment.item_name && (
                <span key="service" lang={dataLanguage()}>
                  {appointment.item_name}
                </span>
              ),
            ],
            [t('Doctor'), appointment.assigned_doctor],
            [t('Room'), appointment.room_name],
            [t('Duration'), minutes(appointment.minutes)],
            [t('Reason'), appointment.reason],
            [t('Where'), clinic && [clinic.name, clinic.address].filter(Boolean).join(', ')],
          ]}
        />
      </section>
      <Actions appointment={appointment} place={place} />
      <Changes appointment={appointment} />
    </>
  )
}

/** One of a patient's own appointments; to be moved or cancelled where the address says so. */
const OwnBooking = ({ id, place }: { id: number; place: Place | undefined }) => {
  const asked = useQuery(query(getAppointment, { params: { id } }))
  const [params] = useSearchParams()
  const action = params.get('do')
  const mayChange = asked.data?.may.change === true
  if (isMissing(asked)) return <NoSuchDocument title={t('Appointment not found')} to={BOOKINGS} label={t('My appointments')} />
  return (
    <>
      <BackTo to={action ? `${BOOKINGS}?id=${id}` : BOOKINGS}>{action ? t('Back') : t('All appointments')}</BackTo>
      <FourStates query={asked}>
        {(appointment) =>
          action === 'move' && place && mayChange ? (
            <MoveOwn appointment={appointment} place={place} />
          ) : action === 'cancel' && mayChange ? (
            <CancelOwn appointment={appointment} />
          ) : (
            <Seen appointment={appointment} place={place} />
          )
        }
      </FourStates>
    </>
  )
}

const PAGE = 25

const Line = ({ row: { id, appointment_date_time, assigned_doctor, item_name, status } }: { row: Appointment }) => {
  const { tone, word } = stateWord(status)
  return (
    <OwnLine to={`${BOOKINGS}?id=${id}`}>
      <b className="num">{whenWord(appointment_date_time)}</b>
      {(assigned_doctor ?? item_name) && (
        <span>
          {item_name && <span lang={dataLanguage()}>{item_name}</span>}
          {item_name && assigned_doctor && ' · '}
          {assigned_doctor}
        </span>
      )}
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
      <ul className={pageStyles.list}>
        {rows.map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )

const BookButton = () => (
  <div className={`wrap flex gap-4 sticky-end layer-1 canvas ${pageStyles.foot}`}>
    <Button component={Link} to={`${BOOKINGS}?new=service`} variant="filled" leftSection={<IconCalendarPlus size={20} aria-hidden />}>
      {t('Book appointment')}
    </Button>
  </div>
)

const AllBookings = () => {
  const list = usePages(pages(listAppointments, { query: { sort: '-time', limit: PAGE } }))
  const now = useNow()
  const empty = <Empty title={t('No appointments yet')}>{t('Book one here: you choose the service, the doctor and the time.')}</Empty>
  return (
    <>
      <FourStates query={list} isEmpty={(rows) => rows.length === 0} empty={empty}>
        {(rows) => (
          <>
            <Lines title={t('Upcoming')} rows={rows.filter((row) => isAhead(row, now)).toReversed()} />
            <Lines title={t('Earlier')} rows={rows.filter((row) => !isAhead(row, now))} />
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Show earlier')}
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
    <Page title={isNew ? t('Book appointment') : id > 0 ? t('My appointment') : t('My appointments')} narrow>
      <div className={`stack gap-6 ${resultsStyles.ownStack}`}>
        {isNew ? (
          <FourStates query={place}>{(found) => <BookNew place={found} />}</FourStates>
        ) : id > 0 ? (
          <OwnBooking key={id} id={id} place={place.data} />
        ) : (
          <AllBookings />
        )}
      </div>
    </Page>
  )
}
