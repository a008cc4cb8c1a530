import { Button, Kbd, VisuallyHidden } from '@mantine/core'
import { IconCalendarPlus, IconChevronDown, IconHourglassHigh } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { time, today, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { TABLET } from '#web/look/tokens.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { readLocal, writeLocal } from '#web/state/local.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useNow } from '#web/state/use-now.ts'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { getCalendar } from '../contract.ts'
import { isOpen } from '../rules.ts'
import { checkInNow } from './check-in.ts'
import { inOrder, lateAndNext, lateBy, type Entry } from './today-rules.ts'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { Status } from '#web/ui/status.tsx'
import { AppointmentStatus } from './appointment-status.tsx'
import styles from './today.module.css'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Arrows walk from row to row. */
const walk = (event: KeyboardEvent<HTMLButtonElement>) => {
  const step = STEPS[event.key]
  if (step === undefined) return
  const all = [...(event.currentTarget.closest('[data-today]')?.querySelectorAll<HTMLButtonElement>('button[data-entry]') ?? [])]
  const next = all[all.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface Props {
  entry: Entry
  doctor: string
  now: number
  isTabStop: boolean
  onOpen: () => void
  onFocus: () => void
  /** Absent when this person may not, or there is nobody to check in. */
  onCheckIn?: (() => void) | undefined
}

/** One appointment of today: when, who, with whom, how late, and the one press that checks the patient in. */
const TodayRow = ({ entry, doctor, now, isTabStop, onOpen, onFocus, onCheckIn }: Props) => {
  const late = lateBy(entry, now)
  return (
    <li className={`in-row min-w-0 round-m phone-touch ${styles.row}`}>
      <button
        type="button"
        className={`plain grow in-row round-m gap-4 pad-0-4 phone-touch ${styles.main}`}
        data-entry={entry.id}
        tabIndex={isTabStop ? 0 : -1}
        title={[entry.name, doctor, entry.item_name].filter(Boolean).join(' · ')}
        onClick={onOpen}
        onFocus={onFocus}
        onKeyDown={walk}
      >
        <b className="num">{time(entry.start)}</b>
        <span className={`grow flow items-baseline ${styles.who}`}>
          <bdi className="wrap-text strong">{entry.name}</bdi>
          <span className="clip small t3">{doctor}</span>
          <ListedAllergies patient={entry.patient} />
        </span>
        {late > 0 ? (
          <Status tone="attention" icon={IconHourglassHigh}>
            {minutes(late)}
            <VisuallyHidden> {t('late')}</VisuallyHidden>
          </Status>
        ) : (
          !isOpen(entry.status) && <AppointmentStatus state={entry.status} />
        )}
      </button>
      {onCheckIn && (
        <button
          type="button"
          className={`plain inline-row rigid surface round-m pad-0-4 outlined-strong text-s ${styles.todayIn}`}
          tabIndex={-1}
          onClick={onCheckIn}
        >
          {t('Check in')}
        </button>
      )}
    </li>
  )
}

const AppointmentPanel = lazy(async () => ({ default: (await import('./appointment/appointment-panel.tsx')).AppointmentPanel }))
const BookAppointmentDialog = lazy(async () => ({ default: (await import('./booking/book-appointment-dialog.tsx')).BookAppointmentDialog }))

const TICK_MS = 20_000
/** Rows that are drawn at first, and with each press. */
const STEP = 60
/** A row that was just checked in stays under the mouse so long: a second press must not reach the next patient. */
const STAY_MS = 4000
const KEPT = 'today_open'

/** So many of each stand in the one line of the folded strip; fewer on a small screen. */
const IN_STRIP = { late: 3, next: 2 }
const IN_SHORT_STRIP = { late: 1, next: 1 }

const Sum = ({ expected, here, now }: { expected: readonly Entry[]; here: readonly Entry[]; now: number }) => {
  const late = expected.filter((entry) => lateBy(entry, now) > 0).length
  const parts = [
    t('{count} still to come', { count: expected.length }),
    late > 0 && t('{count} late', { count: late }),
    here.length > 0 && t('{count} arrived or done', { count: here.length }),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The folded strip: the late ones, the longest wait first, and the next ones. */
const Strip = ({ entries, now, onOpen }: { entries: readonly Entry[]; now: number; onOpen: (id: number) => void }) => (
  <ul className={`row bare-list not-phone min-w-0 justify-end ${styles.strip}`}>
    {entries.map((entry) => {
      const late = lateBy(entry, now)
      return (
        <li key={entry.id} className="min-w-0">
          <button type="button" className="plain in-row min-w-0 round-m gap-3 pad-0-4 small hovers" onClick={() => onOpen(entry.id)}>
            <b className="num">{time(entry.start)}</b>
            <bdi className="clip" title={entry.name}>
              {entry.name}
            </bdi>
            {late > 0 && (
              <Status tone="attention" icon={IconHourglassHigh}>
                {minutes(late)}
                <VisuallyHidden> {t('late')}</VisuallyHidden>
              </Status>
            )}
          </button>
        </li>
      )
    })}
  </ul>
)

/**
 * Today's appointments: who is still to come, who is late, and, when asked for, who is here; one key checks in. Folded, as it begins, one line
 * names the late and the next ones.
 */
export const TodayPanel = ({ onOpenVisit }: { onOpenVisit: (id: number) => void }) => {
  const { allowed } = useRights()
  const now = useNow(TICK_MS)
  const day = today(now)
  const asked = useQuery(query(getCalendar, { query: { from: day, to: day } }))
  const [isOpenPanel, setOpenPanel] = useState(readLocal(KEPT) === 'yes')
  const [showsHere, setShowsHere] = useState(false)
  const isShort = useMediaQuery(TABLET) ?? false
  const [shown, setShown] = useState(STEP)
  const [active, setActive] = useState<number | null>(null)
  const [opened, setOpened] = useState<number | null>(null)
  const [isBooking, setBooking] = useState(false)
  const box = useRef<HTMLElement>(null)
  const mayCheckIn = allowed('attendance.start')
  const mayBook = allowed('appointments.change')
  const [staying, setStaying] = useState<ReadonlySet<number>>(new Set())
  const { expected, here } = inOrder(asked.data?.entries ?? [])
  const shownOrder = inOrder(asked.data?.entries ?? [], staying)
  const rows = [...shownOrder.expected, ...(showsHere ? shownOrder.here : [])]
  const strip = lateAndNext(expected, now, isShort ? IN_SHORT_STRIP : IN_STRIP)
  const nameOf = (id: number | null) => asked.data?.doctors.find((one) => one.id === id)?.name ?? t('Any doctor')
  const fold = (open: boolean) => {
    writeLocal(KEPT, open ? 'yes' : 'no')
    setOpenPanel(open)
  }
  const checkIn = (entry: Entry) => {
    const next = rows[rows.indexOf(entry) + 1]
    setStaying((ids) => new Set([...ids, entry.id]))
    setTimeout(() => setStaying((ids) => new Set([...ids].filter((id) => id !== entry.id))), STAY_MS)
    void checkInNow({ ...entry, patient_name: entry.name }, onOpenVisit)
    box.current?.querySelector<HTMLElement>(`[data-entry="${next?.id}"]`)?.focus()
  }
  const isReady = (entry: Entry) =>
    mayCheckIn && entry.patient !== null && entry.visit === null && isOpen(entry.status) && !staying.has(entry.id)
  const checkInFocused = () => {
    const id = Number((document.activeElement as HTMLElement | null)?.dataset['entry'])
    const entry = rows.find((one) => one.id === id)
    if (!entry) toast.failed(t('Select one of today’s appointments first: press A.'))
    else if (isReady(entry)) checkIn(entry)
    else setOpened(entry.id)
  }
  const goThere = () => {
    fold(true)
    focusNext(() => box.current?.querySelector<HTMLElement>('[data-entry][tabindex="0"]'))
  }
  useKeys([
    { keys: 'A', label: t('Today’s appointments'), run: goThere },
    ...(mayCheckIn ? [{ keys: 'C', label: t('Check in selected appointment'), run: checkInFocused }] : []),
    ...(mayBook ? [{ keys: 'K', label: t('Book appointment'), run: () => setBooking(true) }] : []),
  ])
  const tabStop = rows.some(({ id }) => id === active) ? active : rows[0]?.id
  return (
    <section className={`panel rigid no-print ${styles.today}`} ref={box} aria-label={t('Today’s appointments')}>
      <header className={`in-row gap-5 phone-touch ${styles.head}`}>
        <button
          type="button"
          className={`plain row ${isOpenPanel || strip.length === 0 ? 'grow' : 'flex-auto min-w-0'}`}
          aria-expanded={isOpenPanel}
          onClick={() => fold(!isOpenPanel)}
        >
          <IconChevronDown size={16} aria-hidden className={`rigid t3 ${styles.fold}`} />
          <h2 className="rigid text-m">{t('Today’s appointments')}</h2>
          <span className="small t3 num clip">
            {asked.data ? (
              <Sum expected={expected} here={here} now={now} />
            ) : asked.error ? (
              t('The list could not be loaded')
            ) : (
              t('Loading')
            )}
          </span>
        </button>
        {!isOpenPanel && strip.length > 0 && <Strip entries={strip} now={now} onOpen={setOpened} />}
        {isOpenPanel ? (
          <Link className="link small not-phone" to="/dashboard/appointments/list">
            {t('Whole list')}
          </Link>
        ) : (
          <button type="button" className="plain link small not-phone" onClick={() => fold(true)}>
            {t('Show all')}
          </button>
        )}
        {mayBook && (
          <Button
            className="rigid"
            size="compact-sm"
            leftSection={<IconCalendarPlus size={14} aria-hidden />}
            rightSection={<Kbd className="not-phone">K</Kbd>}
            onClick={() => setBooking(true)}
          >
            {t('Book')}
          </Button>
        )}
      </header>
      {isOpenPanel && (
        <FourStates
          query={asked}
          loading={<Loading rows={2} height={28} />}
          isEmpty={() => rows.length + here.length === 0}
          empty={<p className={`t3 ${styles.none}`}>{t('No appointments today.')}</p>}
        >
          {() => (
            <ul className={`scroll grid line-top gap-0-4 pad-2 ${styles.rows}`} data-today>
              {rows.slice(0, shown).map((entry) => (
                <TodayRow
                  key={entry.id}
                  entry={entry}
                  doctor={nameOf(entry.doctor)}
                  now={now}
                  isTabStop={entry.id === tabStop}
                  onOpen={() => setOpened(entry.id)}
                  onFocus={() => setActive(entry.id)}
                  onCheckIn={isReady(entry) ? () => checkIn(entry) : undefined}
                />
              ))}
              {here.length > 0 && rows.length <= shown && (
                <li>
                  <button type="button" className="plain pad-4 small t2" aria-expanded={showsHere} onClick={() => setShowsHere(!showsHere)}>
                    {showsHere
                      ? t('Hide arrived and completed')
                      : t('{count, plural, one {Show # arrived or completed} other {Show # arrived or completed}}', { count: here.length })}
                  </button>
                </li>
              )}
              {rows.length > shown && (
                <li>
                  <button type="button" className="plain pad-4 small t2" onClick={() => setShown(shown + STEP)}>
                    {t('Show {n} more', { n: Math.min(STEP, rows.length - shown) })}
                  </button>
                </li>
              )}
            </ul>
          )}
        </FourStates>
      )}
      <Suspense>
        {opened !== null && <AppointmentPanel id={opened} onClose={() => setOpened(null)} />}
        {isBooking && <BookAppointmentDialog onClose={() => setBooking(false)} onBooked={() => setBooking(false)} />}
      </Suspense>
    </section>
  )
}
