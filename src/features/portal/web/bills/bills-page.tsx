import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconReceipt } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { getOwnBalance, listOwnBills } from '#calls/portal/contract-bills.ts'
import { pages, query } from '#web/calls/api.ts'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { OwnLine } from '../own-line.tsx'
import { type OwnBalance, type OwnBill } from './calls.ts'
import { OwnBillView } from './own-bill.tsx'
import { BILLS, billWord, isNought, sum } from './words.ts'

const PAGE = 25

const Balance = ({ of: { owed, deposit, unbilled, ways } }: { of: OwnBalance }) => {
  const isOwing = !isNought(owed)
  return (
    <section className="section own-stack" aria-label={t('My balance')}>
      <div>
        <p className="t3">{isOwing ? t('You have to pay') : isNought(deposit) ? t('My balance') : t('The clinic owes you')}</p>
        <p className="own-big num">{isOwing ? sum(owed) : isNought(deposit) ? t('Nothing to pay') : sum(deposit)}</p>
      </div>
      {unbilled && (
        <Note tone="waiting">
          {unbilled.is_complete
            ? t('Not billed yet: about {{amount}}.', { amount: sum(unbilled.amount) })
            : t('Not billed yet: about {{amount}}, and more that has no price yet.', { amount: sum(unbilled.amount) })}
        </Note>
      )}
      {isOwing && ways.length > 0 && <p>{t('You pay at the cashier. The clinic takes: {{ways}}.', { ways: ways.join(', ') })}</p>}
    </section>
  )
}

const Line = ({ of: bill }: { of: OwnBill }) => {
  const { id, number, date: day, own_total, due } = bill
  const { tone, word } = billWord(bill)
  const isOpen = !isNought(due) && !due.startsWith('-') && due !== own_total
  return (
    <OwnLine to={`${BILLS}?id=${id}`} amount={<b>{sum(own_total)}</b>}>
      <b className="num">{date(day)}</b>
      <span className="small t3 num">{number}</span>
      <Status tone={tone}>{isOpen ? t('{{word}}: {{amount}} left', { word, amount: sum(due) }) : word}</Status>
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
      <FourStates of={balance} loading={<Loading rows={2} />}>
        {(found) => <Balance of={found} />}
      </FourStates>
      <FourStates of={list} isEmpty={(rows) => rows.length === 0} empty={empty}>
        {(rows) => (
          <section className="section" aria-label={t('Bills')}>
            <h2>{t('Bills')}</h2>
            <ul className="own-list">
              {rows.map((row) => (
                <Line key={row.id} of={row} />
              ))}
            </ul>
            {list.hasMore && (
              <Button loading={list.isFetchingMore} onClick={list.fetchMore}>
                {t('Earlier ones')}
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
      <div className="own-stack">{id > 0 ? <OwnBillView key={id} id={id} /> : <AllBills />}</div>
    </Page>
  )
}
