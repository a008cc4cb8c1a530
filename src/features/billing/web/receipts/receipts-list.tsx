import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { PatientPicker } from '#features/patients/web/patient-picker.tsx'
import { Id } from '#shared/paging.ts'
import { pages, query } from '#web/calls/api.ts'
import { today, money, number } from '#web/text/format.ts'
import { modeName } from '#features/billing/rules.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { session } from '#web/session/tokens.ts'
import { useStore } from '#web/state/store.ts'
import { useUrlState } from '#web/state/url-state.ts'
import { listPaymentModes, listReceipts, receiptCounters, receiptKinds, sumReceipts } from '#features/billing/contract-payments.ts'
import type { Receipt } from '../bill-types.ts'
import { receiptCounterWord, receiptKindWord } from '../bill-labels.ts'
import { receiptColumns } from './receipt-columns.tsx'
import { receiptList } from '#calls/reports/contract.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { TableFiles } from '#web/ui/table-files.tsx'
import { ChoiceFilter } from '#web/ui/filters.tsx'
import styles from '../queue/queue.module.css'
import { LAPTOP } from '#web/look/tokens.ts'

type ReceiptFilters = RequestOf<typeof sumReceipts>['query']

const isStated = (value: unknown) => value !== undefined && value !== ''

/** Whether the filters choose few enough receipts to add up on every change; nobody asks for the sum of all receipts ever. */
const canBeSummed = ({ q, date, patient_id, invoice, received_by }: ReceiptFilters) =>
  [q, date, patient_id, invoice, received_by].some(isStated)

/** The sums of the receipts in the list; asked for only by who may see them, and once a day, patient, bill, person or text is chosen. */
const useReceiptSums = (filters: ReceiptFilters, isPermitted: boolean) =>
  useQuery({ ...query(sumReceipts, { query: filters }), enabled: isPermitted && canBeSummed(filters) }).data

/** The receipts of a day as files or on paper; where the list is narrower than a file can be, why there is none. */
const ReceiptFiles = ({ filters }: { filters: ReceiptFilters }) => {
  const { date, q, patient_id, invoice, received_by, payment_mode, counter, kind } = filters
  if ([q, patient_id, invoice].some(isStated))
    return <span className="small t3">{t('Exports cover whole days. Clear text, patient and bill to export or print receipts.')}</span>
  if (date === undefined) return <span className="small t3">{t('Choose a date to export or print its receipts.')}</span>
  return (
    <span className="row">
      <TableFiles
        endpoint={receiptList}
        request={{ query: { start_date: date, end_date: date, received_by, payment_mode, counter, kind } }}
        print={t('Print')}
      />
    </span>
  )
}

/** What the receipts of the list come to, and the same receipts of one day as a file or on paper. */
const ReceiptTotals = ({ filters }: { filters: ReceiptFilters }) => {
  const sums = useReceiptSums(filters, true)
  if (!sums)
    return canBeSummed(filters) ? null : (
      <span className="small t3">{t('Choose a date to see totals and to export or print receipts.')}</span>
    )
  return (
    <div className={`row wrap ${styles.receiptTotals}`}>
      <dl className={`panel flow pad-4-6 terms ${styles.strip} num grow`} aria-label={t('Totals')}>
        <div className="flex gap-4">
          <dt>{t('Total')}</dt>
          <dd>{money(sums.total, { withCurrency: true })}</dd>
        </div>
        <div className="flex gap-4">
          <dt>{t('Receipts')}</dt>
          <dd>{number(sums.receipts)}</dd>
        </div>
        {(['received', 'refunded', 'reversed'] as const).map((key) => (
          <div className="flex gap-4" key={key}>
            <dt>{{ received: t('Received'), refunded: t('Refunded'), reversed: t('Reversed') }[key]}</dt>
            <dd>{money(sums[key])}</dd>
          </div>
        ))}
        {sums.modes.map(({ payment_mode: id, payment_mode_name, total }) => (
          <div className="flex gap-4" key={id}>
            <dt>{payment_mode_name}</dt>
            <dd>{money(total)}</dd>
          </div>
        ))}
      </dl>
      <ReceiptFiles filters={filters} />
    </div>
  )
}

const ReceiptDialog = lazy(async () => ({ default: (await import('./receipt-dialog.tsx')).ReceiptDialog }))

const state = {
  q: z.string().max(100),
  kind: z.enum(receiptKinds),
  date: z.iso.date(),
  patient_id: Id,
  invoice: Id,
  receipt: Id,
  received_by: Id,
  payment_mode: Id,
  counter: z.enum(receiptCounters),
}
const PAGE = 50

interface Taker {
  id: number
  name: string
}
/** Who took the receipts that are shown, with the person at the screen. */
const findTakers = (rows: readonly Receipt[], me: Taker): Taker[] => {
  const takers = new Map([[me.id, me]])
  for (const { received_by: id, received_by_name: name } of rows) if (id !== null) takers.set(id, { id, name: name ?? '' })
  return [...takers.values()]
}

/** All receipts, newest first; Enter opens one. What is shown is in the address. */
export const ReceiptsList = () => {
  const { allowed } = useRights()
  const isNarrow = useMediaQuery(LAPTOP) ?? false
  const [{ receipt, ...url }, setUrl] = useUrlState(state)
  const rows = usePages({ ...pages(listReceipts, { query: { ...url, limit: PAGE } }), placeholderData: keepPreviousData })
  const { user } = useStore(session)
  const me = user?.user_id ?? 0
  // Who may not see what the clinic takes sees the sums of their own receipts.
  const isPermitted = allowed('reports.sales')
  const { data: modes = [] } = useQuery(query(listPaymentModes, { query: {} }))
  const people =
    useReceiptSums({ ...url, received_by: undefined }, isPermitted)?.people ??
    findTakers(rows.data ?? [], { id: me, name: user?.first_name ?? '' })
  const isNarrowed = Object.values(url).some((value) => value !== undefined)
  const showToday = () => setUrl({ date: url.date === today() ? '' : today() })
  useKeys([{ keys: 'D', label: t('Today only, or all days'), run: showToday }])
  return (
    <Page title={t('Receipts')} sub={t('Newest first')}>
      <div className="in-row gap-4 wrap filters" role="search">
        <SearchField label={t('Number or reference')} value={url.q ?? ''} onChange={(q) => setUrl({ q })} />
        <div className={`contents ${styles.filters}`}>
          <DateField
            daysOnly
            aria-label={t('Day')}
            placeholder={t('Any day')}
            value={url.date}
            onChange={(day) => setUrl({ date: day ?? '' })}
          />
          <Button aria-pressed={url.date === today()} aria-keyshortcuts="D" onClick={showToday}>
            {t('Today')}
          </Button>
          <ChoiceFilter
            label={t('Type')}
            any={t('All types')}
            data={receiptKinds.map((value) => ({ value, label: receiptKindWord(value) }))}
            value={url.kind}
            onChange={(kind) => setUrl({ kind })}
          />
          <ChoiceFilter
            label={t('Received by')}
            any={t('Any user')}
            data={
              isPermitted
                ? people.map(({ id, name }) => ({ value: String(id), label: id === me ? t('{name} (you)', { name }) : name }))
                : [{ value: String(me), label: t('You') }]
            }
            value={url.received_by}
            onChange={(received_by) => setUrl({ received_by })}
          />
          <ChoiceFilter
            label={t('Payment mode')}
            any={t('Any payment mode')}
            data={modes.map(({ id, payment_mode }) => ({ value: String(id), label: modeName(payment_mode, t) }))}
            value={url.payment_mode}
            onChange={(payment_mode) => setUrl({ payment_mode })}
          />
          <ChoiceFilter
            label={t('Counter')}
            any={t('Any counter')}
            data={receiptCounters.map((value) => ({ value, label: receiptCounterWord(value) }))}
            value={url.counter}
            onChange={(counter) => setUrl({ counter })}
          />
          {allowed('patients.view') && (
            <PatientPicker
              key={url.patient_id ?? 'any'}
              aria-label={t('Patient')}
              placeholder={url.patient_id === undefined ? t('Any patient') : t('One patient')}
              value={url.patient_id ?? null}
              onChange={(id) => setUrl({ patient_id: id === null ? '' : String(id) })}
            />
          )}
        </div>
      </div>
      {(isPermitted || url.received_by === me) && <ReceiptTotals filters={url} />}
      <div className={`stack rows-box ${styles.rows}`}>
        <DataTable
          label={t('Receipts')}
          columns={receiptColumns({ isNarrow })}
          rows={rows}
          rowKey={({ id }) => id}
          onOpen={({ id }) => setUrl({ receipt: String(id) })}
          empty={
            isNarrowed ? (
              <Empty
                icon={IconSearch}
                title={t('No matching receipts')}
                action={
                  <Button
                    onClick={() =>
                      setUrl({ q: '', kind: '', date: '', patient_id: '', invoice: '', received_by: '', payment_mode: '', counter: '' })
                    }
                  >
                    {t('Clear filters')}
                  </Button>
                }
              />
            ) : (
              <Empty title={t('No receipts yet')}>{t('Receipts of payments, refunds and reversals appear here.')}</Empty>
            )
          }
        />
      </div>
      <Suspense>{receipt !== undefined && <ReceiptDialog id={receipt} onClose={() => setUrl({ receipt: '' })} />}</Suspense>
    </Page>
  )
}
