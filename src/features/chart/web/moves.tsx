import { IconArrowBackUp, IconArrowRight, IconDoorEnter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listMoves } from '#features/attendance/contract.ts'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { query } from '#web/calls/api.ts'
import { dateTime, minutes, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { minutesBetween } from './visit-words.ts'

/** Where a visit went, oldest first, with the time spent before each step. */
export const Moves = ({ visitId }: { visitId: number }) => (
  <FourStates of={useQuery(query(listMoves, { params: { id: visitId } }))} loading={<Loading rows={3} height={16} />}>
    {(moves) => (
      <ol className="moves">
        {moves.map(({ id, from_track, to_track, moved_at, moved_by_name, undoes }, at) => {
          const before = moves[at - 1]
          const Sign = undoes === null ? (from_track === null ? IconDoorEnter : IconArrowRight) : IconArrowBackUp
          return (
            <li key={id} className="small">
              <Sign size={14} className="t3" aria-hidden />
              <span className="num t3" title={dateTime(moved_at)}>
                {time(moved_at)}
              </span>
              <span className="grow">
                {undoes === null ? trackWord(to_track) : t('Back to {{track}}', { track: trackWord(to_track) })}
                {moved_by_name && <span className="t3"> · {moved_by_name}</span>}
              </span>
              {before && (
                <span className="num t3">{t('after {{time}}', { time: minutes(minutesBetween(before.moved_at, moved_at)) })}</span>
              )}
            </li>
          )
        })}
      </ol>
    )}
  </FourStates>
)
