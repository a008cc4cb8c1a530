import { Status } from '#web/ui/status.tsx'
import type { Invoice } from './bill-types.ts'
import { billStatus } from './bill-labels.ts'

/** How a bill stands: colour, icon, word. */
export const BillStatus = ({ bill, chip }: { bill: Pick<Invoice, 'status'>; chip?: boolean }) => {
  const { tone, icon, word } = billStatus(bill.status)
  return (
    <Status tone={tone} icon={icon} chip={chip}>
      {word}
    </Status>
  )
}
