import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Status as Tone } from '../look/tokens.ts'

const icons: Record<Tone, Icon> = {
  allergy: IconAlertTriangle,
  waiting: IconClock,
  progress: IconPlayerPlay,
  done: IconCircleCheck,
  attention: IconAlertTriangle,
  critical: IconAlertOctagon,
  inactive: IconCircleDashed,
}

interface Props {
  tone: Tone
  icon?: Icon
  /** A chip states a fact about the patient; plain is the state of the work. */
  chip?: boolean
  /** Wraps to as many lines as its words need: nothing of what may harm a patient is cut. */
  whole?: boolean
  children: ReactNode
}

/** Colour, icon and word: never colour alone. */
export const Status = ({ tone, icon: Sign = icons[tone], chip, whole, children }: Props) => (
  <span className={`status num${chip ? ' chip' : ''}${whole ? ' whole' : ''}`} data-tone={tone}>
    <Sign size={14} stroke={1.75} aria-hidden />
    <span className={whole ? undefined : 'clip'} title={!whole && typeof children === 'string' ? children : undefined}>
      {children}
    </span>
  </span>
)

interface NoteProps {
  tone: Tone
  /** Read out at once. */
  alert?: boolean
  /** Not read out: it changes with each letter, or `SpokenAfterPause` says it. */
  silent?: boolean
  children: ReactNode
}

/** A boxed sentence with the colour and sign of a status, read out when it comes. */
export const Note = ({ tone, alert, silent, children }: NoteProps) => {
  const Sign = icons[tone]
  return (
    <div className="note" data-tone={tone} role={silent ? undefined : alert ? 'alert' : 'status'}>
      <Sign size={16} stroke={1.75} aria-hidden />
      <div className="grow">{children}</div>
    </div>
  )
}
