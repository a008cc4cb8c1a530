import { Button, Kbd, TextInput } from '@mantine/core'
import { useMediaQuery, useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch, IconUserQuestion } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState, type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { sumOf } from '#shared/money.ts'
import { query, call, messageOf } from '#web/calls/api.ts'
import { pollAfter } from '#web/calls/query-client.ts'
import { money, today } from '#web/text/format.ts'
import { modeName } from '#features/billing/rules.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { useRows } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { counted } from '#web/ui/counted.ts'
import { Page } from '#web/ui/page.tsx'
import { useFirstRow } from '#web/keyboard/use-first-row.ts'
import { useNow } from '#web/state/use-now.ts'
import { createInvoice, listCashierQueue, listInvoices } from '#features/billing/contract.ts'
import { sumReceipts } from '#features/billing/contract-payments.ts'
import type { Newcomer } from './new-bill-dialog.tsx'
import { isAtTill, matchingRows, queueColumns, type QueueRow } from './queue-rows.tsx'
import { useQuery } from '@tanstack/react-query'
import { session } from '#web/session/tokens.ts'
import { useStore } from '#web/state/store.ts'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { nameOf } from '#features/patients/web/patient-name.tsx'
import { factsOf, usePatientSearch, type FoundPatient } from '#web/searches/patient-search.ts'
import { Note } from '#web/ui/status.tsx'
import { toast } from '#web/messages/toast.tsx'
import styles from './queue.module.css'
import { PHONE, LAPTOP } from '#web/look/tokens.ts'

const TYPING_MS = 200
const MATCHES = 6

/** The bill a patient would pay now: the draft with something on it, else one that is still due, else any draft. */
const findBill = async (patient_id: number): Promise<number | undefined> => {
  const [drafts, due] = await Promise.all([
    call(listInvoices, { query: { patient_id, status: 'draft', limit: 5 } }),
    call(listInvoices, { query: { patient_id, open: 'true', limit: 1 } }),
  ])
  return (drafts.find(({ item_count }) => item_count > 0) ?? due[0] ?? drafts[0])?.id
}

/** Patients who are not in the queue but are meant by what was typed; each opens the bill they would pay, or a new one. */
const useBillSearch = (q: string, queue: readonly { patient: number }[] | undefined, onNew: (newcomer: Newcomer) => void) => {
  const go = useNavigate()
  const { allowed } = useRights()
  const { found, search } = usePatientSearch()
  const [failure, setFailure] = useState<string | null>(null)
  const maySearch = allowed('patients.view')
  const ask = useDebouncedCallback((text: string) => {
    search(text, MATCHES).then(
      () => setFailure(null),
      (problem: unknown) => problem instanceof DOMException || setFailure(messageOf(problem)),
    )
  }, TYPING_MS)
  const askNow = useEffectEvent(ask)
  // Asks once the hand rests.
  useEffect(() => {
    if (maySearch) askNow(q)
  }, [q, maySearch])

  const inQueue = new Set(queue?.map(({ patient }) => patient))
  const others = found.filter(({ id }) => !inQueue.has(id))
  const open = async (patient: FoundPatient) => {
    try {
      const bill = await findBill(patient.id)
      if (bill === undefined) onNew({ patient })
      else void go(`/dashboard/billing/invoices/${bill}`)
    } catch (error) {
      toast.failed(error)
    }
  }
  return {
    others,
    failure,
    open: (patient: FoundPatient) => void open(patient),
    openFirst: () => {
      const [first] = others
      if (first) void open(first)
    },
  }
}
type BillSearch = ReturnType<typeof useBillSearch>

interface Props {
  search: BillSearch
  mayAdd: boolean
  onCustomer: () => void
}

/** Whom else the typed name may mean: patients who are not in the house, or a customer who is no patient. */
const OtherPatients = ({ search: { others, failure, open }, mayAdd, onCustomer }: Props) => (
  <section className="section" aria-label={t('Not on site')}>
    <h2>{t('Not on site')}</h2>
    {failure && <Note tone="critical">{failure}</Note>}
    <ul className="flow gap-4">
      {others.map((patient) => (
        <li key={patient.id}>
          <button
            type="button"
            className={`plain stack round-l hovers outlined-strong pad-3-5 ${styles.other}`}
            onClick={() => open(patient)}
          >
            <bdi className="strong">{nameOf(patient)}</bdi>
            <span className="small t3 num">{factsOf(patient)}</span>
            <ListedAllergies patient={patient.id} />
          </button>
        </li>
      ))}
      {mayAdd && (
        <li>
          <Button leftSection={<IconUserQuestion size={16} aria-hidden />} onClick={onCustomer}>
            {t('Bill for a non-patient')}
          </Button>
        </li>
      )}
    </ul>
  </section>
)

/** What this person took today, by the way it was paid, with the clinic's sum beside it for who may see that. Nothing until there is something. */
const TakingsStrip = () => {
  const { allowed } = useRights()
  const me = useStore(session).user?.user_id ?? 0
  const isPermitted = allowed('reports.sales')
  const { data: own } = useQuery(query(sumReceipts, { query: { received_by: me, date: today() } }))
  const { data: clinic } = useQuery({ ...query(sumReceipts, { query: { date: today() } }), enabled: isPermitted })
  if (!own || (own.receipts === 0 && !clinic?.receipts)) return null
  return (
    <dl className={`flow terms ${styles.strip} num`} aria-label={t('Takings today')}>
      <div className="flex gap-4">
        <dt>{t('Your takings today')}</dt>
        <dd>{money(own.total, { withCurrency: true })}</dd>
      </div>
      {own.modes.map(({ payment_mode, payment_mode_name, total }) => (
        <div className="flex gap-4" key={payment_mode}>
          <dt>{modeName(payment_mode_name, t)}</dt>
          <dd>{money(total)}</dd>
        </div>
      ))}
      {clinic && (
        <div className="flex gap-4">
          <dt>{t('Whole clinic')}</dt>
          <dd>{money(clinic.total)}</dd>
        </div>
      )}
    </dl>
  )
}

const NewBillDialog = lazy(async () => ({ default: (await import('./new-bill-dialog.tsx')).NewBillDialog }))
const TICK_MS = 15_000
const ASK_AGAIN_MS = 15_000

const billAddress = (id: number) => `/dashboard/billing/invoices/${id}`

const NoBills = ({ q }: { q: string }) =>
  q === '' ? (
    <Empty title={t('No bills to pay')}>{t('Patients on site with a bill appear here automatically, those at the cashier first.')}</Empty>
  ) : (
    <Empty icon={IconSearch} title={t('No matching patient on site: “{q}”', { q })}>
      {t('Patients not on site are listed below.')}
    </Empty>
  )

const summary = (rows: readonly QueueRow[]) => {
  const here = rows.filter(isAtTill).length
  const due = money(sumOf(rows.map((row) => row.due)), { withCurrency: true })
  return t('{here} at the cashier · {elsewhere} elsewhere · {due} due', {
    here,
    elsewhere: rows.filter(({ is_left_open }) => !is_left_open).length - here,
    due,
  })
}

const focusFirst = (table: HTMLElement | null) =>
  table?.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus({ preventScroll: true })

/** Everybody in the house with something on their bill, the people at the till first. Arrows walk, Enter opens the bill. */
export const CashierQueue = () => {
  const go = useNavigate()
  const { can, allowed } = useRights()
  const now = useNow(TICK_MS)
  const isPhone = useMediaQuery(PHONE) ?? false
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  // Who may not see the board hears nothing of moves: they ask.
  const isReported = allowed('attendance.view')
  const rows = useRows({
    ...query(listCashierQueue, { query: {} }),
    refetchInterval: ({ state }) => (isReported ? false : pollAfter(ASK_AGAIN_MS, state)),
  })
  // Not in the address, which lags behind the hand: Enter must never open the row above.
  const [q, setText] = useState('')
  const [newcomer, setNewcomer] = useState<Newcomer | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const found = rows.data && matchingRows(rows.data, q)
  const search = useBillSearch(q, rows.data, setNewcomer)
  useFirstRow((rows.data?.length ?? 0) > 0, () => focusFirst(table.current))

  const open = ({ invoice }: QueueRow) => void go(billAddress(invoice))
  const mayAdd = can(createInvoice)
  useKeys([
    { keys: '/', label: t('Find a bill'), run: () => box.current?.focus() },
    ...(mayAdd ? [{ keys: 'N', label: t('New bill'), run: () => setNewcomer({}) }] : []),
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      focusFirst(table.current)
    }
    if (event.key === 'Escape') setText('')
    if (event.key === 'Enter' && q.trim() !== '') {
      const [first] = found ?? []
      if (first) open(first)
      else search.openFirst()
    }
  }
  return (
    <Page
      title={t('Cashier queue')}
      sub={counted(rows, (data) => (data.length > 0 ? summary(data) : '\u00a0'))}
      actions={
        mayAdd && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            rightSection={<Kbd className="not-phone">N</Kbd>}
            aria-keyshortcuts="N"
            onClick={() => setNewcomer({})}
          >
            {t('New bill')}
          </Button>
        )
      }
    >
      <div className="in-row gap-4 wrap" role="search">
        <TextInput
          ref={box}
          className={`phone-line ${styles.search}`}
          aria-label={t('Find a bill')}
          placeholder={t('Name, number or phone')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={q === '' ? <Kbd className="not-phone">/</Kbd> : undefined}
          autoComplete="off"
          maxLength={100}
          value={q}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {can(sumReceipts) && !isPhone && <TakingsStrip />}
      </div>
      <div
        className={`stack rows-box ${styles.rows}`}
        ref={table}
        data-short={q !== '' || undefined}
        // After the splash the focus comes here, and goes on to the first row.
        data-autofocus
        tabIndex={-1}
        onFocus={(event) => event.target === event.currentTarget && focusFirst(event.currentTarget)}
      >
        <DataTable
          label={t('Cashier queue')}
          columns={queueColumns(now, isPhone, isNarrow)}
          rows={{ ...rows, data: found, total: found?.length ?? null }}
          rowKey={({ id }) => id}
          onOpen={open}
          empty={<NoBills q={q.trim()} />}
        />
      </div>
      {can(sumReceipts) && isPhone && <TakingsStrip />}
      {q.trim() !== '' && <OtherPatients search={search} mayAdd={mayAdd} onCustomer={() => setNewcomer({ customer: q.trim() })} />}
      <Suspense>
        {newcomer && <NewBillDialog newcomer={newcomer} onMade={({ id }) => void go(billAddress(id))} onClose={() => setNewcomer(null)} />}
      </Suspense>
    </Page>
  )
}
