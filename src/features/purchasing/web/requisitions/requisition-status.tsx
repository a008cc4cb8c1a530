import { IconBan, IconChecks, IconPencil, IconUserCheck, IconX, type Icon } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import type { RequisitionStatus as RequisitionState } from '../requisition-calls.ts'

const looks: Record<RequisitionState, { tone: Tone; label: string; icon?: Icon }> = {
  draft: { tone: 'inactive', label: 'Draft', icon: IconPencil },
  submitted: { tone: 'waiting', label: 'Submitted' },
  'department approved': { tone: 'progress', label: 'Department approved', icon: IconUserCheck },
  approved: { tone: 'done', label: 'Approved' },
  'part-ordered': { tone: 'progress', label: 'Part-ordered' },
  closed: { tone: 'inactive', label: 'Closed', icon: IconChecks },
  rejected: { tone: 'critical', label: 'Rejected', icon: IconX },
  cancelled: { tone: 'inactive', label: 'Cancelled', icon: IconBan },
}

/** How a requisition stands, in the person's language. */
export const requisitionWord = (status: RequisitionState) => t(looks[status].label)

/** The same with colour and icon. */
export const RequisitionStatus = ({ state, chip }: { state: RequisitionState; chip?: boolean }) => {
  const { tone, icon } = looks[state]
  return (
    <Status tone={tone} icon={icon} chip={chip}>
      {requisitionWord(state)}
    </Status>
  )
}
