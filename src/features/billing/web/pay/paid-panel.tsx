import { Button, Kbd } from '@mantine/core'
import { IconCircleCheck, IconDoorExit, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { getVisit } from '#features/attendance/contract.ts'
import { useVisitChanges } from '#features/attendance/web/use-visit-changes.ts'
import { useVisitRights } from '#features/attendance/web/use-visit-rights.ts'
import { query } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { listCashierQueue } from '#features/billing/contract.ts'
import type { Invoice, Receipt } from '../bill-types.ts'
import { isNothing } from '../bill-rules.ts'
import { nextInQueue } from '../queue/queue-rows.tsx'
import { useDocuments } from '../use-documents.ts'
import styles from '../bill/bill.module.css'

export interface Paid {
  receipt: Receipt
  bill: Invoice
}

const useCompletion = (visitId: number | null) => {
  const { can } = useRights()
  const { me, movesOf } = useVisitRights()
  const { move } = useVisitChanges()
  const { data: visit } = useQuery({ ...query(getVisit, { params: { id: visitId ?? 0 } }), enabled: visitId !== null && can(getVisit) })
  return visit && movesOf(visit.track).includes('complete') ? () => void move(visit, 'complete', me) : undefined
}

/** After the money: what goes back, the receipt, and on to the next. Enter prints. */
export const PaidPanel = ({ paid: { receipt, bill }, onMore }: { paid: Paid; onMore?: () => void }) => {
  const go = useNavigate()
  const { paper, printReceipt } = useDocuments()
  const { data: queue = [] } = useQuery(query(listCashierQueue, { query: {} }))
  const complete = useCompletion(bill.visit)
  const printButton = useRef<HTMLButtonElement>(null)
  const onwards = useRef<HTMLButtonElement>(null)
  const next = nextInQueue(queue, bill.id)
  const goOn = () => void go(next ? `/dashboard/billing/invoices/${next.invoice}` : '/dashboard/billing')
  const print = (on = paper ?? undefined) => {
    printReceipt(receipt.id, on)
    onwards.current?.focus()
  }
  // The hand is on Enter: it prints next.
  useEffect(() => printButton.current?.focus(), [])
  useKeys([
    { keys: 'N', label: t('Next in the queue'), run: goOn },
    ...(complete ? [{ keys: 'C', label: t('Visit complete'), run: complete }] : []),
  ])
  return (
    <section className={`section flex gap-4 column ${styles.paid}`} aria-label={t('Payment taken')}>
      {!isNothing(receipt.change) && (
        <p className="paid-change done-text" role="status">
          <span>{t('Change')}</span>
          <b className="num">{money(receipt.change, { withCurrency: true })}</b>
        </p>
      )}
      <p className="row paid-receipt t1" role="status">
        <IconCircleCheck size={20} aria-hidden />
        <span className="grow num">
          {t('{amount} received', { amount: money(receipt.total, { withCurrency: true }) })} · {receipt.number}
        </span>
      </p>
      {Number(bill.patient_balance) > 0 && (
        <p className="small num t2">{t('{amount} remains due.', { amount: money(bill.patient_balance) })}</p>
      )}
      <Button
        ref={printButton}
        variant="filled"
        fullWidth
        leftSection={<IconPrinter size={16} aria-hidden />}
        rightSection={<Kbd>↵</Kbd>}
        onClick={() => print()}
      >
        {paper === 'a4' ? t('Print receipt on A4') : t('Print receipt')}
      </Button>
      <Button fullWidth variant="subtle" onClick={() => print(paper === 'a4' ? '80mm' : 'a4')}>
        {paper === 'a4' ? t('On 80 mm roll') : t('On A4')}
      </Button>
      {complete && (
        <Button
          fullWidth
          leftSection={<IconDoorExit size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">C</Kbd>}
          aria-keyshortcuts="C"
          onClick={complete}
        >
          {t('Visit complete')}
        </Button>
      )}
      {onMore && (
        <Button fullWidth onClick={onMore}>
          {t('Take another payment')}
        </Button>
      )}
      <Button ref={onwards} fullWidth rightSection={<Kbd className="not-phone">N</Kbd>} aria-keyshortcuts="N" onClick={goOn}>
        {next ? t('Next: {name}', { name: next.patient_name }) : t('Back to queue')}
      </Button>
    </section>
  )
}
