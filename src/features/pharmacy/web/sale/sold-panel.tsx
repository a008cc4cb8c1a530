import { Button, Kbd } from '@mantine/core'
import { IconCircleCheck, IconPrinter, IconTag } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useDocuments } from '#features/billing/web/use-documents.ts'
import { quantityWords } from '#features/prescriptions/web/drug-name.tsx'
import { download } from '#web/calls/api.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import { printLabels } from '#features/pharmacy/contract.ts'
import type { createSale } from '#features/pharmacy/contract-counter.ts'
import styles from './sale.module.css'

export type Sold = ResponseOf<typeof createSale>

/** After the sale: what goes back, receipt and labels, and on to the next. Enter prints. */
export const SoldPanel = ({ sold: { dispense, receipt }, onNext }: { sold: Sold; onNext: () => void }) => {
  const { paper: prescription, printReceipt } = useDocuments()
  const first = useRef<HTMLButtonElement>(null)
  const onwards = useRef<HTMLButtonElement>(null)
  const labels = () => void download(printLabels, { params: { id: dispense.id }, query: {} }, { open: true }).catch(toast.failed)
  const print = () => {
    if (receipt) printReceipt(receipt.id)
    onwards.current?.focus()
  }
  // The hand is on Enter: it prints next.
  useEffect(() => first.current?.focus(), [])
  useKeys([
    { keys: 'N', label: t('Next sale'), run: onNext },
    { keys: 'L', label: t('Print labels'), run: labels },
  ])
  return (
    <section className={`section stack full-width gap-6 ${styles.sold}`} aria-label={t('Sold')}>
      {receipt && Number(receipt.change) > 0 && (
        <p className="paid-change" role="status">
          <span>{t('Change')}</span>
          <b className="num">{money(receipt.change, { withCurrency: true })}</b>
        </p>
      )}
      <p className="row paid-receipt" role="status">
        <IconCircleCheck size={20} aria-hidden />
        <span className="grow num">
          {receipt
            ? `${t('{amount} received', { amount: money(receipt.total, { withCurrency: true }) })} · ${receipt.number}`
            : t('Nothing to pay')}
        </span>
      </p>
      <ul>
        {dispense.items.map(({ id, item_name, units, unit, words }) => (
          <li className="line-top pad-3-0" key={id}>
            <span className="row">
              <span className="grow">{item_name}</span>
              <span className="num t2">{quantityWords(String(units), unit)} </span>
            </span>
            {words !== '' && <span className="small t3">{words}</span>}
          </li>
        ))}
      </ul>
      <div className="form-stack">
        {receipt && (
          <Button
            ref={first}
            variant="filled"
            fullWidth
            leftSection={<IconPrinter size={16} aria-hidden />}
            rightSection={<Kbd>↵</Kbd>}
            onClick={print}
          >
            {prescription === 'a4' ? t('Print receipt on A4') : t('Print receipt')}
          </Button>
        )}
        <Button
          fullWidth
          leftSection={<IconTag size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">L</Kbd>}
          aria-keyshortcuts="L"
          onClick={labels}
        >
          {t('Print labels')}
        </Button>
        <Button ref={onwards} fullWidth rightSection={<Kbd className="not-phone">N</Kbd>} aria-keyshortcuts="N" onClick={onNext}>
          {t('Next sale')}
        </Button>
        <Link className="link num" to={`/dashboard/pharmacy/dispenses/${dispense.id}`}>
          {t('Open {number}', { number: dispense.number })}
        </Link>
      </div>
    </section>
  )
}
