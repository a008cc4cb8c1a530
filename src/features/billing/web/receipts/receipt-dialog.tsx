import { Button, Drawer, Kbd } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { dateTime, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { getReceipt, reverseReceipt } from '#features/billing/contract-payments.ts'
import type { Receipt } from '../bill-types.ts'
import { isNothing } from '../bill-rules.ts'
import { ReceiptStatus } from './receipt-status.tsx'
import { useDocuments } from '../use-documents.ts'
import { mayReverse, useReversal } from '../use-reversal.ts'
import queueStyles from '../queue/queue.module.css'
import billStyles from '../bill/bill.module.css'

const Body = ({ receipt }: { receipt: Receipt }) => {
  const { can } = useRights()
  const { printReceipt } = useDocuments()
  const { reverse, isReversing } = useReversal()
  const print = () => printReceipt(receipt.id)
  useKeys([{ keys: 'R', label: t('Print receipt'), run: print, always: true, hidden: true }])
  return (
    <div className="form-stack">
      <p className={`flow items-baseline justify-between line-top gap-2-6 pt-4 ${billStyles.sumDue}`}>
        <ReceiptStatus receipt={receipt} />
        <output className="nowrap size-3xl num">{money(receipt.total, { withCurrency: true })}</output>
      </p>
      <dl className="facts num">
        <dt>{t('Payer')}</dt>
        <dd>{receipt.payer_name}</dd>
        <dt>{t('When')}</dt>
        <dd>{[dateTime(receipt.received_at), receipt.received_by_name].filter(Boolean).join(' · ')}</dd>
        {receipt.reason && (
          <>
            <dt>{t('Reason')}</dt>
            <dd>{receipt.reason}</dd>
          </>
        )}
        {receipt.reversed_by_number && (
          <>
            <dt>{t('Reversed by')}</dt>
            <dd>{receipt.reversed_by_number}</dd>
          </>
        )}
      </dl>
      <section aria-label={t('Payments')}>
        <h3>{t('Payments')}</h3>
        <ul className={`accent-links mt-2 ${queueStyles.also} num`}>
          {receipt.payments.map(({ id, payment_mode_name, reference, amount, tendered, change }) => (
            <li key={id} className="row wrap">
              <span className="grow">
                {payment_mode_name} <span className="t3">{reference}</span>
                {tendered !== null && !isNothing(change) && (
                  <span className="small t3">
                    {' '}
                    {t('{tendered} received, {change} change', { tendered: money(tendered), change: money(change) })}
                  </span>
                )}
              </span>
              <b>{money(amount)}</b>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('Bills')}>
        <h3>{t('Bills')}</h3>
        <ul className={`accent-links mt-2 ${queueStyles.also} num`}>
          {receipt.invoices.map(({ id, number, party, amount }) => (
            <li key={`${id}-${party}`} className="row">
              <Link className="link grow" to={`/dashboard/billing/invoices/${id}`}>
                {number}
              </Link>
              {party === 'insurer' && <span className="small t3">{t('insurer’s share')}</span>}
              <b>{money(amount)}</b>
            </li>
          ))}
        </ul>
      </section>
      <div className="form-foot">
        {can(reverseReceipt) && mayReverse(receipt) && (
          <Button loading={isReversing} onClick={() => reverse(receipt)}>
            {t('Reverse')}
          </Button>
        )}
        <span className="grow" />
        <Button
          variant="filled"
          data-autofocus
          leftSection={<IconPrinter size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">R</Kbd>}
          onClick={print}
        >
          {t('Print')}
        </Button>
      </div>
    </div>
  )
}

/** One receipt over the screen: what was paid, how, for which bills. */
export const ReceiptDialog = ({ id, onClose }: { id: number; onClose: () => void }) => {
  const options = query(getReceipt, { params: { id } })
  // News of billing carries bills, of which a receipt may have several.
  const asked = useQuery({ ...options, meta: { ...options.meta, isAbout: () => true } })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title={asked.data?.number ?? t('Receipt')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <FourStates query={asked}>{(receipt) => <Body receipt={receipt} />}</FourStates>
    </Drawer>
  )
}
