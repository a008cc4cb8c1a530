import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { dateTime, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { listMoves } from '../contract.ts'
import { outcomeText, timeOrDay, trackWord, type VisitOnScreen } from './visit-name.tsx'

const MINUTE = 60_000

/** The way of a visit through the house: when it came to each place, who sent it there, how long it stayed. Newest first. */
export const VisitMoves = ({ visit }: { visit: VisitOnScreen }) => {
  const moves = useQuery(query(listMoves, { params: { id: visit.id } }))
  return (
    <section aria-label={t('The way so far')}>
      <h3>{t('The way so far')}</h3>
      <FourStates of={moves} loading={<Loading rows={3} />}>
        {(list) => {
          const undone = new Set(list.flatMap(({ undoes }) => undoes ?? []))
          return (
            <ol className="visit-moves">
              {list.toReversed().map((move, at, newestFirst) => {
                const next = newestFirst[at - 1]
                const stayed = next && Math.max(0, Math.floor((Date.parse(next.moved_at) - Date.parse(move.moved_at)) / MINUTE))
                const where = move.undoes === null ? trackWord(move.to_track) : t('Back in {{track}}', { track: trackWord(move.to_track) })
                return (
                  <li key={move.id}>
                    <span className="num t3" title={dateTime(move.moved_at)}>
                      {timeOrDay(move.moved_at)}
                    </span>
                    <span>
                      {undone.has(move.id) ? <s>{where}</s> : where}
                      <span className="small t3"> {move.moved_by_name ?? (move.cause === 'end of day' && t('Nightly job'))}</span>
                      {move.recorded_at && (
                        <span className="small t2">
                          {' '}
                          {[move.outcome && outcomeText(move.outcome), t('recorded {{when}}', { when: dateTime(move.recorded_at) })]
                            .filter(Boolean)
                            .join(' · ')}
                        </span>
                      )}
                      {move.emergency_reason && (
                        <span className="small">
                          {' '}
                          {t('Emergency')}: {move.emergency_reason}
                        </span>
                      )}
                    </span>
                    <span className="num small t3">{stayed === undefined ? '' : minutes(stayed)}</span>
                  </li>
                )
              })}
            </ol>
          )
        }}
      </FourStates>
    </section>
  )
}
