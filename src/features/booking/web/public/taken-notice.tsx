import { longDay, time } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { Place } from './calls.ts'
import type { FreeTime } from './free-times.ts'
import { Notice } from './parts.tsx'

interface Props {
  place: Place
  free: readonly FreeTime[]
  /** What else there is to say. */
  comfort: string
  choose: (time: FreeTime) => void
}
/** Somebody was quicker: says so, and offers what is free around it. */
export const TakenNotice = ({ place, free, comfort, choose }: Props) => (
  <Notice tone="attention">
    <p>
      <b>{t('This time is not free any more.')}</b> {comfort}
    </p>
    <div className="row wrap">
      {free.map((one) => (
        <button key={`${one.start}${one.doctor}`} type="button" className="button" onClick={() => choose(one)}>
          {`${longDay(wallTimeOf(new Date(one.start), place.time_zone).day)}, ${time(one.start)}`}
        </button>
      ))}
    </div>
  </Notice>
)
