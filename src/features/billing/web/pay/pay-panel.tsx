import { Button } from '@mantine/core'
import { useState } from 'react'
import { cents } from '#shared/money.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { Note } from '#web/ui/status.tsx'
import type { PaymentMode } from '#features/billing/contract-payments.ts'
import type { Invoice, InvoiceItem } from '../bill-types.ts'
import { asksTheSame, changedLines } from '../bill-rules.ts'
import type { Paid } from './paid-panel.tsx'
import { PayForm } from './pay-form.tsx'
import queueStyles from '../queue/queue.module.css'
import billStyles from '../bill/bill.module.css'

interface Seen {
  bill: Invoice
  lines: InvoiceItem[]
}

/** What became different since the cashier looked: the new sum is taken only when somebody says so. */
const Changed = ({ seen, now, take, close }: { seen: Seen; now: Seen; take: () => void; close: () => void }) => {
  const isOver = [now.bill.patient_balance, now.bill.insurer_balance].every((due) => cents(due) <= 0)
  const changes = changedLines(seen.lines, now.lines)
  return (
    <Note tone="attention" alert>
      <p className="strong">{t('The bill has changed while you were viewing it.')}</p>
      <ul className={`accent-links mt-2 ${queueStyles.also} num`}>
        {changes.map(({ id, name, kind, before, after }) => (
          <li key={id} className="row">
            <span className="grow">
              {{ added: t('New: {item}', { item: name }), gone: t('Removed: {item}', { item: name }), changed: name }[kind]}
            </span>
            <span>{kind === 'changed' ? `${money(before)} → ${money(after)}` : money(kind === 'added' ? after : before)}</span>
          </li>
        ))}
        <li className="row strong">
          <span className="grow">{t('Due from the patient')}</span>
          <span>
            {money(seen.bill.patient_balance)} → {money(now.bill.patient_balance)}
          </span>
        </li>
      </ul>
      <Button variant="filled" fullWidth data-autofocus autoFocus onClick={isOver ? close : take}>
        {isOver ? t('Close') : t('Continue with {amount}', { amount: money(now.bill.patient_balance, { withCurrency: true }) })}
      </Button>
    </Note>
  )
}

interface Props extends Seen {
  modes: PaymentMode[]
  onPaid: (paid: Paid) => void
  onClose: () => void
}

/** Takes money for a bill as it was seen: when it changes meanwhile, what changed is shown first. */
export const PayPanel = ({ bill, lines, modes, onPaid, onClose }: Props) => {
  const [seen, setSeen] = useState<Seen>({ bill, lines })
  const now = { bill, lines }
  const isSame = asksTheSame(seen.bill, bill)
  useKeys([{ keys: 'Escape', label: t('Close payment'), run: onClose, always: true, hidden: true }])
  return (
    <section className={`section ${billStyles.pay}`} aria-label={t('Payment')}>
      {isSame ? (
        <PayForm key={seen.bill.version} bill={bill} modes={modes} onPaid={onPaid} onClose={onClose} />
      ) : (
        <Changed seen={seen} now={now} take={() => setSeen(now)} close={onClose} />
      )}
    </section>
  )
}
