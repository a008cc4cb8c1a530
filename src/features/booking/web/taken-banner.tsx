import { longDay, time } from '#web/text/format.ts'
import { ApiError } from '#web/calls/http.ts'
import { t } from '#web/i18n.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { FreeTime } from './free-times.ts'
import { Notice } from './public/page-blocks.tsx'
import styles from './pickers.module.css'

const TAKEN = new Set(['slot_taken', 'outside_schedule', 'overbook_full', 'patient_busy'])

/** The times that a refusal offers instead of the one that cannot be had; null when it is about something else. */
export const timesOffered = (error: unknown): FreeTime[] | null => {
  if (!(error instanceof ApiError)) return null
  if (!TAKEN.has(error.code) && !('appointment_date_time' in error.fields)) return null
  const { free } = error.body
  return Array.isArray(free) ? (free as FreeTime[]).map(({ start, doctor }) => ({ start, doctor })) : []
}

interface Props {
  /** The clinic's. */
  zone: string
  free: readonly FreeTime[]
  /** Why not, unless somebody else was quicker. */
  why?: string | undefined
  /** What else there is to say. */
  comfort: string
  choose: (time: FreeTime) => void
}
/** Says that a time cannot be had, and offers what is free around it. */
export const TakenBanner = ({ zone, free, why = t('This time is no longer free.'), comfort, choose }: Props) => (
  <Notice tone="attention">
    <p>
      <b>{why}</b> {comfort}
    </p>
    <div className="row wrap">
      {free.map((one) => (
        <button key={`${one.start}${one.doctor}`} type="button" className={styles.button} onClick={() => choose(one)}>
          {`${longDay(wallTimeOf(new Date(one.start), zone).day)}, ${time(one.start)}`}
        </button>
      ))}
    </div>
  </Notice>
)
