import {
  IconCalendarCheck,
  IconCalendarQuestion,
  IconCircleCheck,
  IconCircleX,
  IconDoorEnter,
  IconUserOff,
  type Icon,
} from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import { statusLabel, type AppointmentStatus as State } from '../rules.ts'

const looks: Record<State, { tone: Tone; icon: Icon }> = {
  // Most are for a while, which is no warning.
  pending: { tone: 'inactive', icon: IconCalendarQuestion },
  confirmed: { tone: 'waiting', icon: IconCalendarCheck },
  arrived: { tone: 'progress', icon: IconDoorEnter },
  completed: { tone: 'done', icon: IconCircleCheck },
  cancelled: { tone: 'inactive', icon: IconCircleX },
  'no-show': { tone: 'inactive', icon: IconUserOff },
}

/** Colour, icon and word of a state, the same on every screen. */
export const statusLook = (status: State) => ({ ...looks[status], word: t(statusLabel[status]) })

/** How an appointment stands: colour, icon, word. */
export const AppointmentStatus = ({ state, chip }: { state: State; chip?: boolean }) => {
  const { tone, icon, word } = statusLook(state)
  return (
    <Status tone={tone} icon={icon} chip={chip}>
      {word}
    </Status>
  )
}
