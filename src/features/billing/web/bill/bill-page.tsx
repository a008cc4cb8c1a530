import { Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import type { Invoice } from '../bill-types.ts'
import { BillHead } from './bill-head.tsx'
import { BillLines } from './bill-lines.tsx'
import { BillPapers } from './bill-papers.tsx'
import { BillSide } from './bill-side.tsx'
import { billedTo } from '../bill-words.ts'
import '../billing.css'
import { useBill } from './use-bill.ts'

const NoSuchBill = () => (
  <Empty
    icon={IconFileUnknown}
    title={t('There is no such bill')}
    action={
      <Button component={Link} to="/dashboard/billing/invoices">
        {t('All bills')}
      </Button>
    }
  >
    {t('The address may be mistyped.')}
  </Empty>
)

const Bill = ({ bill, lines }: { bill: Invoice; lines: ReturnType<typeof useBill>['lines'] }) => {
  const name = bill.invoice_number ?? billedTo(bill)
  // The tab's title is outside React.
  useEffect(() => {
    document.title = `${name} · Kliniki`
  }, [name])
  return (
    <>
      <BillHead bill={bill} lines={lines.data} />
      <div className="bill-body">
        <div className="bill-main">
          <BillLines bill={bill} lines={lines} />
          {bill.status !== 'draft' && <BillPapers bill={bill} lines={lines.data ?? []} />}
        </div>
        <BillSide bill={bill} lines={lines.data} />
      </div>
    </>
  )
}

/** One bill: its lines, its sums, its payments. */
export const BillPage = () => {
  const asked = Number(useParams()['id'])
  const id = Number.isInteger(asked) && asked > 0 ? asked : 0
  const { bill, lines } = useBill(id)
  const isMissing = bill.error instanceof ApiError && (bill.error.status === 404 || bill.error.status === 400)
  if (isMissing && !bill.data) return <NoSuchBill />
  return (
    <div className="page-body bill">
      <FourStates of={bill} loading={<Loading rows={10} height={28} />}>
        {(known) => <Bill key={known.id} bill={known} lines={lines} />}
      </FourStates>
    </div>
  )
}
