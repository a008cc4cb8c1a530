import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileDownload } from '@tabler/icons-react'
import { getOwnBill, printOwnBill, printOwnReceipt } from '#calls/portal/contract-bills.ts'
import { download, query } from '#web/calls/api.ts'
import { date, money, number as figure } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { BackTo, OwnFacts } from '../own-line.tsx'
import { type OwnBillDetails } from './calls.ts'
import { BILLS, billWord, isNought, sum } from './words.ts'

const ifAny = (amount: string) => (isNought(amount) ? null : sum(amount))
const isOne = (quantity: string) => Number(quantity) === 1

const Sums = ({ of: bill }: { of: OwnBillDetails }) => {
  const { tone, word } = billWord(bill)
  const { due } = bill
  const isOwed = due.startsWith('-')
  return (
    <section className="section own-stack" aria-label={bill.number}>
      <div>
        <p className="own-big num">{date(bill.date)}</p>
        <p className="t3 num">{bill.number}</p>
      </div>
      <Status tone={tone}>{word}</Status>
      <OwnFacts
        rows={[
          [t('Total'), sum(bill.total)],
          [bill.insurer_name ? t('{{insurer}} pays', { insurer: bill.insurer_name }) : t('Insurance pays'), ifAny(bill.insurer_total)],
          [t('You pay'), sum(bill.own_total)],
          [t('Taken off'), ifAny(bill.credited)],
          [t('You paid'), ifAny(bill.paid)],
          [isOwed ? t('The clinic gives back') : t('Still to pay'), sum(isOwed ? due.slice(1) : due), 'strong'],
        ]}
      />
    </section>
  )
}

const partWord = (amount: string, own: string) => {
  if (amount === own) return money(amount)
  if (isNought(own)) return t('{{amount}}, you pay nothing', { amount: money(amount) })
  return t('{{amount}}, of which you {{own}}', { amount: money(amount), own: money(own) })
}

const Lines = ({ of: { lines } }: { of: OwnBillDetails }) => (
  <section className="section" aria-label={t('What it is for')}>
    <h2>{t('What it is for')}</h2>
    <OwnFacts
      rows={lines.map(({ name, quantity, amount, own_amount }) => [
        isOne(quantity) ? name : `${name} × ${figure(Number(quantity))}`,
        partWord(amount, own_amount),
      ])}
    />
  </section>
)

const receiptWord = (kind: OwnBillDetails['receipts'][number]['kind']) =>
  ({ payment: t('Paid'), refund: t('Paid back'), reversal: t('Taken back') })[kind]

const Receipts = ({ of: { receipts } }: { of: OwnBillDetails }) => {
  const { run, isRunning } = useDeed()
  if (receipts.length === 0) return null
  return (
    <section className="section" aria-label={t('Receipts')}>
      <h2>{t('Receipts')}</h2>
      <ul className="own-list">
        {receipts.map(({ id, number, kind, date: day, amount, ways, is_taken_back }) => (
          <li key={id} className="own-line">
            <span className="grow">
              <b className="num">{`${receiptWord(kind)}: ${sum(amount.replace('-', ''))}`}</b>
              <span className="num">{[date(day), ways.join(', ')].filter(Boolean).join(' · ')}</span>
              <span className="small t3 num">{number}</span>
              {is_taken_back && <Status tone="inactive">{t('Taken back')}</Status>}
            </span>
            <Button
              aria-label={t('Receipt {{number}} as PDF', { number })}
              leftSection={<IconFileDownload size={18} aria-hidden />}
              disabled={isRunning}
              onClick={() => run(() => download(printOwnReceipt, { params: { id }, query: {} }, { open: true }))}
            >
              PDF
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const CreditNotes = ({ of: { credit_notes } }: { of: OwnBillDetails }) =>
  credit_notes.length > 0 && (
    <section className="section" aria-label={t('Taken off')}>
      <h2>{t('Taken off')}</h2>
      <ul className="own-list">
        {credit_notes.map(({ id, number, date: day, reason, total }) => (
          <li key={id} className="own-line">
            <span className="grow">
              <b className="num">{sum(total)}</b>
              <span>{reason}</span>
              <span className="small t3 num">{`${date(day)} · ${number}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

const Seen = ({ of: bill }: { of: OwnBillDetails }) => {
  const { run, isRunning } = useDeed()
  return (
    <>
      <Sums of={bill} />
      <Lines of={bill} />
      <Receipts of={bill} />
      <CreditNotes of={bill} />
      <div className="own-foot">
        <Button
          variant="filled"
          leftSection={<IconFileDownload size={20} aria-hidden />}
          loading={isRunning}
          onClick={() => run(() => download(printOwnBill, { params: { id: bill.id }, query: {} }, { open: true }))}
        >
          {t('Bill as PDF')}
        </Button>
      </div>
    </>
  )
}

/** One bill: what it is for, who pays what, what was paid, and its papers. */
export const OwnBillView = ({ id }: { id: number }) => {
  const asked = useQuery(query(getOwnBill, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('There is no such bill')} to={BILLS} label={t('My bills')} />
  return (
    <>
      <BackTo to={BILLS}>{t('All bills')}</BackTo>
      <FourStates of={asked}>{(bill) => <Seen of={bill} />}</FourStates>
    </>
  )
}
