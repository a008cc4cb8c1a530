import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconArrowLeft, IconDiscount, IconUserDollar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { date, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { BillStatus } from '../bill-status.tsx'
import { billedTo } from '../bill-words.ts'
import { useBillRights } from './use-bill.ts'

// What opens menus and dialogs comes after the bill is drawn.
const PrintMenu = lazy(async () => ({ default: (await import('./print-menu.tsx')).PrintMenu }))
const DiscountDialog = lazy(async () => ({ default: (await import('./discount-dialog.tsx')).DiscountDialog }))
const PayerDialog = lazy(async () => ({ default: (await import('./payer-dialog.tsx')).PayerDialog }))

const Whose = ({ bill }: { bill: Invoice }) => {
  const { allowed } = useRights()
  const name = billedTo(bill)
  return (
    <span className="row wrap bill-whose">
      {bill.patient !== null && allowed('patients.view') ? (
        <Link className="link strong" to={`/dashboard/patients/${bill.patient}?tab=billing`}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi className="strong">{name}</bdi>
      )}
      <span className="t3 num">
        {[
          bill.patient_number ?? t('No patient'),
          bill.track_number,
          bill.invoice_description,
          bill.invoice_date && bill.issued_by_name
            ? t('issued {{date}} by {{who}}', { date: date(bill.invoice_date), who: bill.issued_by_name })
            : bill.invoice_date && t('issued {{date}}', { date: date(bill.invoice_date) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}

/** Which bill this is, whose, who pays, and how it stands. */
export const BillHead = ({ bill, lines }: { bill: Invoice; lines: InvoiceItem[] | undefined }) => {
  const go = useNavigate()
  const { mayChangePayer, mayDiscount } = useBillRights(bill)
  const [isDiscounting, setDiscounting] = useState(false)
  const [isChoosingPayer, setChoosingPayer] = useState(false)
  const payer = bill.insurance_company_name ?? t('Pays in cash')
  const toQueue = () => void go('/dashboard/billing')
  useKeys([
    { keys: 'B', label: t('Back to the queue'), run: toQueue },
    ...(mayChangePayer ? [{ keys: 'Y', label: t('Change who pays'), run: () => setChoosingPayer(true) }] : []),
  ])
  return (
    <header className="bill-head">
      <ActionIcon aria-label={t('Back to the queue')} aria-keyshortcuts="B" onClick={toQueue} size="var(--k-control)" variant="default">
        <IconArrowLeft size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
      <div className="grow">
        <span className="row wrap">
          <h1 className="num" title={dateTime(bill.invoice_created_at)}>
            {bill.invoice_number ?? t('Bill')}
          </h1>
          <BillStatus of={bill} chip />
          <OrdersPending visit={bill.visit} />
        </span>
        <Whose bill={bill} />
      </div>
      <div className="row wrap actions no-print">
        {mayChangePayer ? (
          <Button
            leftSection={<IconUserDollar size={16} aria-hidden />}
            rightSection={<Kbd className="not-phone">Y</Kbd>}
            aria-keyshortcuts="Y"
            onClick={() => setChoosingPayer(true)}
          >
            <span className="clip bill-payer">{payer}</span>
          </Button>
        ) : (
          <span className="t2">
            {payer}
            {bill.member_number && <span className="t3 num"> · {bill.member_number}</span>}
          </span>
        )}
        {mayDiscount && bill.item_count > 0 && (
          <Button leftSection={<IconDiscount size={16} aria-hidden />} onClick={() => setDiscounting(true)}>
            {t('Discount')}
          </Button>
        )}
        <Suspense>
          <PrintMenu bill={bill} />
        </Suspense>
      </div>
      <Suspense>{isDiscounting && <DiscountDialog bill={bill} onClose={() => setDiscounting(false)} />}</Suspense>
      <Suspense>{isChoosingPayer && lines && <PayerDialog bill={bill} lines={lines} onClose={() => setChoosingPayer(false)} />}</Suspense>
    </header>
  )
}
