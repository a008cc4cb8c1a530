import { Button, Kbd, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { sumOf } from '#shared/money.ts'
import { query } from '#web/calls/api.ts'
import { pollAfter } from '#web/calls/query-client.ts'
import { money } from '#web/text/format.ts'
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
import { createInvoice, listCashierQueue } from '#features/billing/contract.ts'
import { sumReceipts } from '#features/billing/contract-payments.ts'
import '../billing.css'
import type { Newcomer } from './new-bill-dialog.tsx'
import { OtherPatients } from './other-patients.tsx'
import { isAtTill, matchingRows, queueColumns, type QueueRow } from './queue-rows.tsx'
import { TakingsStrip } from './takings-strip.tsx'
import { useBillSearch } from './use-bill-search.ts'

const NewBillDialog = lazy(async () => ({ default: (await import('./new-bill-dialog.tsx')).NewBillDialog }))
const TICK_MS = 15_000
const ASK_AGAIN_MS = 15_000

const billAddress = (id: number) => `/dashboard/billing/invoices/${id}`

const NobodyToPay = ({ q }: { q: string }) =>
  q === '' ? (
    <Empty title={t('Nobody has anything to pay')}>
      {t('Whoever is in the house with something on their bill appears here by themselves, the people at the till first.')}
    </Empty>
  ) : (
    <Empty icon={IconSearch} title={t('Nobody in the house is called “{{q}}”', { q })}>
      {t('Patients who are not in the house are found below.')}
    </Empty>
  )

const summary = (rows: readonly QueueRow[]) => {
  const here = rows.filter(isAtTill).length
  const due = money(sumOf(rows.map((row) => row.due)), { withCurrency: true })
  return t('{{here}} at the till · {{elsewhere}} elsewhere · {{due}} due', {
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
  const isPhone = useMediaQuery('(max-width: 700px)') ?? false
  const isNarrow = useMediaQuery('(max-width: 1200px)') ?? false
  // Who may not see the board hears nothing of moves: they ask.
  const isTold = allowed('attendance.view')
  const rows = useRows({
    ...query(listCashierQueue, { query: {} }),
    refetchInterval: ({ state }) => (isTold ? false : pollAfter(ASK_AGAIN_MS, state)),
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
      {can(sumReceipts) && <TakingsStrip />}
      <div className="till-tools" role="search">
        <TextInput
          ref={box}
          className="till-search"
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
      </div>
      <div
        className="till-rows"
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
          of={{ ...rows, data: found, total: found?.length ?? null }}
          rowKey={({ id }) => id}
          onOpen={open}
          empty={<NobodyToPay q={q.trim()} />}
        />
      </div>
      {q.trim() !== '' && <OtherPatients of={search} mayAdd={mayAdd} onCustomer={() => setNewcomer({ customer: q.trim() })} />}
      <Suspense>
        {newcomer && <NewBillDialog newcomer={newcomer} onMade={({ id }) => void go(billAddress(id))} onClose={() => setNewcomer(null)} />}
      </Suspense>
    </Page>
  )
}
