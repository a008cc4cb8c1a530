import type { ResponseOf } from '#shared/endpoint.ts'
import { ApiError } from '#web/calls/api.ts'
import { ageOf, dateTime, sex, time, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { getVisit } from '../contract.ts'
import { trackLabel, tracks, type Track } from '../rules.ts'
import type { Outcome } from '../left-open-rules.ts'

export type VisitOnScreen = ResponseOf<typeof getVisit>

export const trackWord = (track: Track) => t(trackLabel[track])
/** Where a visit is, or how it ended. */
export const whereWord = ({ track, ended_with_death }: Pick<VisitOnScreen, 'track' | 'ended_with_death'>) =>
  ended_with_death ? t('Died') : trackWord(track)
export const priorityWord = (priority: VisitOnScreen['priority']) =>
  ({ routine: t('Routine'), urgent: t('Urgent'), emergency: t('Emergency') })[priority]

/** What the patient of a visit is called: `Unknown (Market road, 14:00)` for somebody nobody knows yet. */
export const visitName = ({ patient_name, is_unidentified, found_at }: VisitOnScreen) =>
  is_unidentified ? (found_at ? `${t('Unknown')} (${found_at})` : t('Unknown')) : patient_name

/** Sex and age: `F · 29 y`. */
export const sexAndAge = ({ gender, date_of_birth, is_birth_date_estimated, died_on }: VisitOnScreen) =>
  [sex(gender), ageOf({ date_of_birth, is_birth_date_estimated, died_on })].filter(Boolean).join(' · ')

/** The time of an instant today, with the day before it on any other. */
export const timeOrDay = (instant: string) => (today(instant) === today() ? time(instant) : dateTime(instant))

const isTrack = (value: unknown): value is Track => tracks.some((track) => track === value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Why the server would not change a visit, in the person's language, with how things stand now. */
export const refusalText = (error: unknown, name: string): string | null => {
  if (!(error instanceof ApiError)) return null
  const { code, body } = error
  const current = body['current'] as VisitOnScreen | undefined
  const where = current?.track ?? body['track']
  const track = isTrack(where) ? trackWord(where) : ''
  if (error.status === 412) return t('Another user changed the visit of {name}. Current step: {track}.', { name, track })
  if (code === 'already_there') return t('{name} is already at this step ({track}).', { name, track })
  if (code === 'move_not_allowed')
    return t('{name} is now at another step ({track}). This move is not possible from there.', { name, track })
  if (code === 'visit_closed') return t('The visit of {name} is closed.', { name })
  if (code === 'attended') return t('{who} is seeing {name}.', { name, who: text(body['attended_by_name']) })
  if (code === 'too_late') return t('A move can be undone for ten minutes. Move the patient instead.')
  if (code === 'changed_since' || code === 'nothing_to_undo') return t('{name} has moved on: there is nothing to undo.', { name })
  if (error.status === 403) return t('You do not have permission to do this.')
  return null
}

/** How a visit that was left open ended. */
export const outcomeText = (outcome: Outcome): string =>
  outcome === 'left without being seen' ? t('Left without being seen') : t('Left before completion')
