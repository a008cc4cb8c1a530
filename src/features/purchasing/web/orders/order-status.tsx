import { IconBan, IconChecks, IconPencil, IconSend, IconTruckDelivery, type Icon } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import type { OrderStatus as OrderState } from '../order-calls.ts'

const looks: Record<OrderState, { tone: Tone; label: string; icon?: Icon }> = {
  draft: { tone: 'inactive', label: 'Draft', icon: IconPencil },
  approved: { tone: 'waiting', label: 'Approved' },
  sent: { tone: 'progress', label: 'Sent', icon: IconSend },
  'part-received': { tone: 'progress', label: 'Part-received', icon: IconTruckDelivery },
  received: { tone: 'done', label: 'Received' },
  closed: { tone: 'inactive', label: 'Closed', icon: IconChecks },
  cancelled: { tone: 'inactive', label: 'Cancelled', icon: IconBan },
}

/** How an order stands: colour, icon, word in the person's language. */
export const OrderStatus = ({ state, chip }: { state: OrderState; chip?: boolean }) => {
  const { tone, icon, label } = looks[state]
  return (
    <Status tone={tone} icon={icon} chip={chip}>
      {t(label)}
    </Status>
  )
}
