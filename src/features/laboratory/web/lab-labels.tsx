import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconBolt,
  IconCash,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconDroplet,
  IconPencil,
  IconUrgent,
  type Icon,
} from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import { isCritical, type Flag, type PanelState, type Priority, type SampleState } from '../contract-fields.ts'
import styles from './results/results.module.css'

interface Sign {
  tone: Tone
  icon: Icon
  word: () => string
}

const flagSigns: Record<Exclude<Flag, 'normal'>, Sign> = {
  low: { tone: 'attention', icon: IconArrowDown, word: () => t('Low') },
  high: { tone: 'attention', icon: IconArrowUp, word: () => t('High') },
  abnormal: { tone: 'attention', icon: IconAlertTriangle, word: () => t('Abnormal') },
  'critical low': { tone: 'critical', icon: IconAlertOctagon, word: () => t('Critically low') },
  'critical high': { tone: 'critical', icon: IconAlertOctagon, word: () => t('Critically high') },
  critical: { tone: 'critical', icon: IconAlertOctagon, word: () => t('Critical') },
}
interface FlagMarkProps {
  flag: Flag | null | undefined
  /** What the result was held against: with limits and without a flag it is said not to be judged, such as <140 against 95 to 108. */
  limits?: { low: string | null; high: string | null }
}
/** What a result means, by colour, sign and word; nothing of a normal one, or of one that nothing is known of. */
export const FlagMark = ({ flag, limits }: FlagMarkProps) => {
  if (!flag && limits && (limits.low !== null || limits.high !== null)) return <Status tone="attention">{t('Not evaluated')}</Status>
  if (!flag || flag === 'normal') return null
  const { tone, icon, word } = flagSigns[flag]
  return (
    <Status tone={tone} icon={icon} whole>
      {word()}
    </Status>
  )
}
/** The colour of a result: red for critical, amber for out of range, else none. */
export const flagTone = (flag: Flag | null | undefined): Tone | undefined =>
  !flag || flag === 'normal' ? undefined : isCritical(flag) ? 'critical' : 'attention'

const panelSigns: Record<PanelState, Sign> = {
  requested: { tone: 'waiting', icon: IconClock, word: () => t('Requested') },
  entered: { tone: 'progress', icon: IconPencil, word: () => t('To approve') },
  approved: { tone: 'done', icon: IconCircleCheck, word: () => t('Approved') },
  cancelled: { tone: 'inactive', icon: IconCircleX, word: () => t('Cancelled') },
}
export const panelStateWord = (state: PanelState): string => panelSigns[state].word()
/** Where a test stands. */
export const PanelStateMark = ({ state }: { state: PanelState }) => {
  const { tone, icon, word } = panelSigns[state]
  return (
    <Status tone={tone} icon={icon}>
      {word()}
    </Status>
  )
}

const sampleSigns: Record<SampleState, Sign> = {
  'to collect': { tone: 'waiting', icon: IconClock, word: () => t('To collect') },
  collected: { tone: 'progress', icon: IconDroplet, word: () => t('Collected') },
  received: { tone: 'done', icon: IconCircleCheck, word: () => t('Received') },
  rejected: { tone: 'critical', icon: IconCircleX, word: () => t('Rejected') },
  cancelled: { tone: 'inactive', icon: IconCircleX, word: () => t('Cancelled') },
}
/** Where a sample stands. */
export const SampleStateMark = ({ state }: { state: SampleState }) => {
  const { tone, icon, word } = sampleSigns[state]
  return (
    <Status tone={tone} icon={icon}>
      {word()}
    </Status>
  )
}

export const priorityWord = (priority: Priority): string =>
  ({ routine: () => t('Routine'), urgent: () => t('Urgent'), stat: () => t('Stat') })[priority]()
/** That something cannot wait; nothing of a routine one. */
export const PriorityMark = ({ priority }: { priority: Priority }) =>
  priority === 'routine' ? null : (
    <Status chip tone={priority === 'stat' ? 'critical' : 'attention'} icon={priority === 'stat' ? IconUrgent : IconBolt}>
      {priorityWord(priority)}
    </Status>
  )

/** The patient still owes a test of it. */
export const UnpaidMark = () => (
  <Status chip tone="attention" icon={IconCash}>
    {t('Unpaid')}
  </Status>
)

/** The cap of a container: its colour, and what it is called. */
export const Cap = ({ colour, name }: { colour: string; name: string }) => (
  <span className={`inline-row min-w-0 gap-3 ${styles.cap}`}>
    <i className="rigid round-s" style={{ background: colour }} aria-hidden />
    <span className="clip" title={name}>
      {name}
    </span>
  </span>
)

const MINUTE = 60_000
/** Whole minutes that something has waited by now; never less than none. */
export const waitedMinutes = (since: string, now: number): number => Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE))
