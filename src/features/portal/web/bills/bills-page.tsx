import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconReceipt, IconFileDownload } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { getOwnBalance, listOwnBills, getOwnBill, printOwnBill, printOwnReceipt } from '#calls/portal/contract.ts'
import { pages, query, download } from '#web/calls/api.ts'
import { modeName } from '#features/billing/rules.ts'
import { dataLanguage, date, money, number as figure } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { OwnLine, BackTo, OwnFacts } from '../own-line.tsx'
import type { OwnBalance, OwnBill, OwnBillDetails } from './calls.ts'
import { BILLS, billWord, isNought, sum } from './labels.ts'
import { useAction } from '#web/calls/use-action.ts'
import { isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import resultsStyles from '../results/results.module.css'
import pageStyles from '../portal-pages.module.css'

const ifAny = (amount: string) => (isNought(amount) ? null : sum(amount))
const isOne = (quantity: string) => Number(quantity) === 1

const Sums = ({ bill }: { bill: OwnBillDetails }) => {
  const { tone, word } = billWord(bill)
  const { due } = bill
  const isOwed = due.startsWith('-')
  return (
    <section className={`section stack gap-6 ${resultsStyles.ownStack}`} aria-label={bill.number}>
      <div>
        <p className="size-2xl num strong">{date(bill.date)}</p>
        <p className="t3 num">{bill.number}</p>
      </div>
      <Status tone={tone}>{word}</Status>
      <OwnFacts
        rows={[
          [t('Total'), sum(bill.total)],
          [bill.insurer_name ? t('{insurer} pays', { insurer: bill.insurer_name }) : t('Insurance pays'), ifAny(bill.insurer_total)],
          [t('You pay'), sum(bill.own_total)],
          [t('Deducted'), ifAny(bill.credited)],
          [t('You paid'), ifAny(bill.paid)],
          [isOwed ? t('Refund due to you') : t('Still to pay'), sum(isOwed ? due.slice(1) : due), 'strong'],
        ]}
      />
    </section>
  )
}

const partWord = (amount: string, own: string) => {
  if (amount === own) return money(amount)
  if (isNought(own)) return t('{amount}, you pay nothing', { amount: money(amount) })
  return t('{amount}, of which you {own}', { amount: money(amount), own: money(own) })
}

const Lines = ({ bill: { lines } }: { bill: OwnBillDetails }) => (
  <section className="section" aria-label={t('Services and medicines')}>
    <h2>{t('Services and medicines')}</h2>
    <OwnFacts
      rows={lines.map(({ name, quantity, amount, own_amount }) => [
        <span key="name" lang={dataLanguage()}>
          {isOne(quantity) ? name : `${name} × ${figure(Number(quantity))}`}
        </span>,
        partWord(amount, own_amount),
      ])}
    />
  </section>
)

const receiptWord = (kind: OwnBillDetails['receipts'][number]['kind']) =>
  ({ payment: t('Paid'), refund: t('Refunded'), reversal: t('Reversed') })[kind]

const Receipts = ({ bill: { receipts } }: { bill: OwnBillDetails }) => {
  const { run, isRunning } = useAction()
  if (receipts.length === 0) return null
  return (
    <section className="section" aria-label={t('Receipts')}>
      <h2>{t('Receipts')}</h2>
      <ul className={pageStyles.list}>
        {receipts.map(({ id, number, kind, date: day, amount, ways, is_taken_back }) => (
          <li
            key={id}
            className={`in-row break-anywhere no-underline gap-5 pad-4-0 colour-inherits ${pageStyles.line}`}
            data-part="own-line"
          >
            <span className="stack gap-1 grow">
              <b className="num">{`${receiptWord(kind)}: ${sum(amount.replace('-', ''))}`}</b>
              <span className="num">{[date(day), ways.map((way) => modeName(way, t)).join(', ')].filter(Boolean).join(' · ')}</span>
              <span className="small t3 num">{number}</span>
              {is_taken_back && <Status tone="inactive">{t('Reversed')}</Status>}
            </span>
            <Button
              aria-label={t('Receipt {number} as PDF', { number })}
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

const CreditNotes = ({ bill: { credit_notes } }: { bill: OwnBillDetails }) =>
  credit_notes.length > 0 && (
    <section className="section" aria-label={t('Deducted')}>
      <h2>{t('Deducted')}</h2>
      <ul className={pageStyles.list}>
        {credit_notes.map(({ id, number, date: day, reason, total }) => (
          <li
            key={id}
            className={`in-row break-anywhere no-underline gap-5 pad-4-0 colour-inherits ${pageStyles.line}`}
            data-part="own-line"
          >
            <span className="stack gap-1 grow">
              <b className="num">{sum(total)}</b>
              <span>{reason}</span>
              <span className="small t3 num">{`${date(day)} · ${number}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )

const Seen = ({ bill }: { bill: OwnBillDetails }) => {
  const { run, isRunning } = useAction()
  return (
    <>
      <Sums bill={bill} />
      <Lines bill={bill} />
      <Receipts bill={bill} />
      <CreditNotes bill={bill} />
      <div className={`wrap flex gap-4 sticky-end layer-1 canvas ${pageStyles.foot}`}>
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
const OwnBillView = ({ id }: { id: number }) => {
  const asked = useQuery(query(getOwnBill, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('Bill not found')} to={BILLS} label={t('My bills')} />
  return (
    <>
      <BackTo to={BILLS}>{t('All bills')}</BackTo>
      <FourStates query={asked}>{(bill) => <Seen bill={bill} />}</FourStates>
    </>
  )
}

const PAGE = 25

const Balance = ({ balance: { owed, deposit, unbilled, ways } }: { balance: OwnBalance }) => {
  const isOwing = !isNought(owed)
  return (
    <section className={`section stack gap-6 ${resultsStyles.ownStack}`} aria-label={t('My balance')}>
      <div>
        <p className="t3">{isOwing ? t('Amount to pay') : isNought(deposit) ? t('My balance') : t('The clinic owes you')}</p>
        <p className="size-2xl num strong">{isOwing ? sum(owed) : isNought(deposit) ? t('Nothing to pay') : sum(deposit)}</p>
      </div>
      {unbilled && (
        <Note tone="waiting">
          {unbilled.is_complete
            ? t('Not billed yet: about {amount}.', { amount: sum(unbilled.amount) })
            : t('Not billed yet: about {amount}, plus items without a price.', { amount: sum(unbilled.amount) })}
        </Note>
      )}
      {isOwing && ways.length > 0 && (
        <p>{t('Pay at the cashier. Accepted: {ways}.', { ways: ways.map((way) => modeName(way, t)).join(', ') })}</p>
      )}
    </section>
  )
}

const Line = ({ row: bill }: { row: OwnBill }) => {
  const { id, number, date: day, own_total, due } = bill
  const { tone, word } = billWord(bill)
  const isOpen = !isNought(due) && !due.startsWith('-') && due !== own_total
  return (
    <OwnLine to={`${BILLS}?id=${id}`} amount={<b>{sum(own_total)}</b>}>
      <b className="num">{date(day)}</b>
      <span className="small t3 num">{number}</span>
      <Status tone={tone}>{isOpen ? t('{word}: {amount} left', { word, amount: sum(due) }) : word}</Status>
    </OwnLine>
  )
}

const AllBills = () => {
  const balance = useQuery(query(getOwnBalance, { query: {} }))
  const list = usePages(pages(listOwnBills, { query: { limit: PAGE } }))
  const empty = (
    <Empty icon={IconReceipt} title={t('No bills yet')}>
      {t('Bills and receipts of your visits appear here.')}
    </Empty>
  )
  return (
    <>
      <FourStates query={balance} loading={<Loading rows={2} />}>
        {(found) => <Balance balance={found} />}
      </FourStates>
      <FourStates query={list} isEmpty={(rows) => rows.length === 0} empty={empty}>
        {(rows) => (
          <section className="section" aria-label={t('Bills')}>
            <h2>{t('Bills')}</h2>
            <ul className={pageStyles.list}>
              {rows.map((row) => (
                <Line key={row.id} row={row} />
              ))}
            </ul>
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Show earlier')}
              </Button>
            )}
          </section>
        )}
      </FourStates>
    </>
  )
}

/** What a patient has to pay, their bills, and the papers of them. */
export const BillsPage = () => {
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  return (
    <Page title={id > 0 ? t('My bill') : t('My bills')} narrow>
      <div className={`stack gap-6 ${resultsStyles.ownStack}`}>{id > 0 ? <OwnBillView key={id} id={id} /> : <AllBills />}</div>
    </Page>
  )
}
