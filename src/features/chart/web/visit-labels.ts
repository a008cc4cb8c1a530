import type { listVisits } from '#features/attendance/contract.ts'
import { isClosed, isLeftOpen } from '#features/attendance/rules.ts'
import { outcomeText, whereWord } from '#features/attendance/web/visit-name.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { dayOf, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Status } from '#web/look/tokens.ts'

export type VisitRow = ResponseOf<typeof listVisits>[number]

const MINUTE = 60_000
export const minutesBetween = (from: string, to: string | number) =>
  Math.max(0, Math.floor((new Date(to).getTime() - Date.parse(from)) / MINUTE))

/** How a visit stands at `now`: over, with somebody, or waiting, and for how long. */
export const visitStatus = (visit: VisitRow, now: number): { tone: Status; text: string } => {
  if (isClosed(visit.track)) return { tone: 'done', text: visit.outcome ? outcomeText(visit.outcome) : whereWord(visit) }
  if (isLeftOpen(visit, now)) return { tone: 'inactive', text: t('Left open · {day}', { day: dayOf(visit.created_at) }) }
  if (visit.attended_by_name)
    return {
      tone: 'progress',
      text: `${visit.attended_by_name} · ${minutes(minutesBetween(visit.attended_since ?? visit.track_since, now))}`,
    }
  return { tone: 'waiting', text: t('Waiting {time}', { time: minutes(minutesBetween(visit.track_since, now)) }) }
}
