import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { StockCount } from '#features/stock/contract-counts.ts'

const states: Record<StockCount['status'], { label: string; tone: 'progress' | 'waiting' | 'done' | 'inactive' }> = {
  counting: { label: 'Being counted', tone: 'progress' },
  submitted: { label: 'Awaiting approval', tone: 'waiting' },
  posted: { label: 'Approved', tone: 'done' },
  cancelled: { label: 'Cancelled', tone: 'inactive' },
}
export const countStatusWord = (status: StockCount['status']) => t(states[status].label)

/** How a count stands. */
export const CountStatus = ({ status }: { status: StockCount['status'] }) => (
  <Status tone={states[status].tone}>{countStatusWord(status)}</Status>
)
