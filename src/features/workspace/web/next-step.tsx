import { Button, Kbd } from '@mantine/core'
import { isClosed, type Track } from '#features/attendance/rules.ts'
import { trackWord } from '#features/attendance/web/visit-name.tsx'
import { useVisitChanges } from '#features/attendance/web/use-visit-changes.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { useCallAfter, useQueue } from './use-doctor-queue.ts'
import { FollowUp } from './follow-up.tsx'
import type { WorkspaceOnScreen } from './use-workspace.ts'

const NEXT_KEY = 'Alt+N'
const ON_KEY = 'Alt+S'
type Visit = NonNullable<WorkspaceOnScreen['visit']>

/** Where a disposition sends the patient, when the table of moves allows it. */
const trackAfter: Readonly<Record<string, Track>> = {
  lab: 'lab',
  pharmacy: 'pharmacy',
  admitted: 'inpatient',
  discharged: 'billing',
  referred: 'billing',
  'follow up': 'billing',
  died: 'discharged',
  left: 'discharged',
}

interface Props {
  visit: Visit
  /** Of the note that was signed last. */
  disposition: string | null
  /** What was ordered in this visit and has no result yet, and what was prescribed: the way goes there first. */
  hasTests: boolean
  hasDrugs: boolean
  /** When the doctor wants to see the patient again, `YYYY-MM-DD`; null when nothing was said. */
  followUpOn: string | null
}

/** After the note: sends the patient on, the likely way first, and goes to whoever is next. */
export const NextStep = ({ visit, disposition, hasTests, hasDrugs, followUpOn }: Props) => {
  const { me, movesOf } = useVisitRights()
  const { move } = useVisitChanges()
  const queue = useQueue()
  const callAfter = useCallAfter(queue)
  const likely = trackAfter[disposition ?? ''] ?? (hasTests ? 'lab' : hasDrugs ? 'pharmacy' : 'billing')
  const ways = movesOf(visit.track).toSorted(
    (a, b) => Number(b === likely) - Number(a === likely) || Number(isClosed(a)) - Number(isClosed(b)),
  )
  const next = queue.next(visit.id)
  const [first] = ways
  const isLikely = first !== undefined && first === likely
  useKeys(
    isLikely ? [{ keys: ON_KEY, label: t('Send to {track}', { track: trackWord(first) }), run: () => void move(visit, first, me) }] : [],
  )
  return (
    <div className="wrap gap-4 pad-2 row" data-part="next-step">
      <span className="t2">{t('Send to')}</span>
      {ways.map((track) => (
        <Button
          key={track}
          variant={track === likely ? 'filled' : 'default'}
          onClick={() => void move(visit, track, me)}
          rightSection={track === likely ? <Kbd className="not-phone">{keyLabel(ON_KEY)}</Kbd> : undefined}
        >
          {trackWord(track)}
        </Button>
      ))}
      <FollowUp visit={visit} on={followUpOn} />
      <span className="grow" />
      {next && (
        <Button rightSection={<Kbd className="not-phone">{keyLabel(NEXT_KEY)}</Kbd>} onClick={() => void callAfter(visit.id, next)}>
          {t('Next patient')}
        </Button>
      )}
    </div>
  )
}
