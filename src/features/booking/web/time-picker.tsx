import { useState, type ReactNode } from 'react'
import { date, longDay, time, weekday } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { addDays, wallTimeOf } from '#shared/zoned.ts'
import { daysOf, freeTimes, partsOf, type FreeTime } from './free-times.ts'
import { Call, Failure, Notice, Waiting } from './public/page-blocks.tsx'
import { useAsked } from './public/use-asked.ts'
import { clinicNow } from '#web/state/clinic-clock.ts'
import styles from './pickers.module.css'

export type { FreeTime }

const WINDOW_DAYS = 31

interface Props {
  /** The clinic's day, the last one that may be booked, its zone and how it is called. */
  place: { today: string; last_day: string; time_zone: string; clinic: { phone: string | null } }
  /** What the times depend on: another text asks again. */
  about: string
  /** The time that stands now. */
  chosen?: string | null
  choose: (time: FreeTime) => void
  ask: (range: { from: string; to: string }, signal: AbortSignal) => Promise<FreeTime[]>
}

/** Where the telephone is somewhere else than the clinic, its clock is named. */
const OtherZone = ({ zone }: { zone: string }) => {
  const [now] = useState(() => new Date(clinicNow()))
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [there, here] = [wallTimeOf(now, zone), wallTimeOf(now, own)]
  if (there.day === here.day && there.time === here.time) return null
  return (
    <p className={styles.hint}>
      {t('All times are in the clinic’s time zone ({zone}). It is {time} there now.', { zone, time: there.time })}
    </p>
  )
}

const Day = ({ day, isShown, show }: { day: string; isShown: boolean; show: () => void }) => {
  const [name, number, month] = weekday(day, { withYear: false }).replace(',', '').split(' ')
  return (
    <label className={styles.day}>
      <input type="radio" name="day" value={day} checked={isShown} onChange={show} aria-label={longDay(day)} />
      <span aria-hidden>
        <span>{name}</span>
        <b className="num">{number}</b>
        <span>{month}</span>
      </span>
    </label>
  )
}

const NoTime = ({ phone, more, until }: { phone: string | null; more: ReactNode; until: string }) => (
  <Notice tone="attention">
    <p>{t('No free times until {day}.', { day: date(until) })}</p>
    <div className="row wrap">
      {more}
      {phone && <Call phone={phone} />}
    </div>
  </Notice>
)

/** Days with free times, and the times of one of them; the next free one comes first. */
export const TimePicker = ({ place, about, chosen, choose, ask }: Props) => {
  const { today, last_day: last, time_zone: zone } = place
  const [to, setTo] = useState(() => [addDays(today, WINDOW_DAYS - 1), last].toSorted()[0] ?? last)
  const [wanted, show] = useState(() => (chosen ? wallTimeOf(new Date(chosen), zone).day : null))
  const from = addDays(to, -(WINDOW_DAYS - 1)) < today ? today : addDays(to, -(WINDOW_DAYS - 1))
  const { data, error, again } = useAsked(`${about}/${from}/${to}`, async (signal) => ask({ from, to }, signal))
  if (error && !data) return <Failure error={error} again={again} phone={place.clinic.phone} />
  if (!data) return <Waiting lines={6} />
  const times = freeTimes(data)
  const days = daysOf(times, zone)
  const move = (days: number) => {
    show(null)
    setTo([addDays(to, days), last].toSorted()[0] ?? last)
  }
  const later = to < last && (
    <button type="button" className={styles.button} onClick={() => move(WINDOW_DAYS)}>
      {t('Later days')}
    </button>
  )
  const earlier = from > today && (
    <button type="button" className={styles.button} onClick={() => move(-WINDOW_DAYS)}>
      {t('Earlier days')}
    </button>
  )
  const [next] = times
  if (!next)
    return (
      <NoTime
        phone={place.clinic.phone}
        until={to}
        more={
          <>
            {earlier}
            {later}
          </>
        }
      />
    )
  const day = wanted !== null && days.has(wanted) ? wanted : wallTimeOf(new Date(next.start), zone).day
  return (
    <div className={`${styles.stack} ${styles.timePicker}`}>
      {from === today && (
        <button type="button" className={`${styles.pick} ${styles.nextFree}`} onClick={() => choose(next)}>
          <span className="grow">
            <span className={styles.hint}>{t('Next free')}</span>
            <b>{`${longDay(wallTimeOf(new Date(next.start), zone).day)}, ${time(next.start)}`}</b>
          </span>
        </button>
      )}
      <fieldset className={styles.days}>
        <legend>{t('Another day')}</legend>
        <div className={styles.strip}>
          {[...days.keys()].map((one) => (
            <Day key={one} day={one} isShown={one === day} show={() => show(one)} />
          ))}
        </div>
      </fieldset>
      <h2>{longDay(day)}</h2>
      {partsOf(days.get(day) ?? [], zone).map(({ label, times }) => (
        <section key={label} aria-label={t(label)}>
          <h3>{t(label)}</h3>
          <ul className={styles.times} data-part="times">
            {times.map((one) => (
              <li key={one.start}>
                <button
                  type="button"
                  className={`${styles.button} num`}
                  aria-current={one.start === chosen ? 'true' : undefined}
                  onClick={() => choose(one)}
                >
                  {time(one.start)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <OtherZone zone={zone} />
      <div className="row wrap">
        {earlier}
        {later}
      </div>
      {place.clinic.phone && (
        <p className={styles.hint}>
          {t('No time suits?')} <Call phone={place.clinic.phone} />
        </p>
      )}
    </div>
  )
}
