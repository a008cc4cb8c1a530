import { Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { listPaymentModes } from '#features/billing/contract-payments.ts'
import { fromCents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import { query, pages } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { date, money, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Empty, Failed, Loading } from '#web/ui/four-states.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { createSupplierPayment, getSupplier, listSupplierPayments, type BillRow, listOrderBills } from '../receiving-calls.ts'
import { OrderBillStatus } from './bill-status.tsx'
import { isPayable, spread, sumOfParts, toggled, typedCents, usualMode, type Parts } from './payment-shares.ts'
import { usePages } from '#web/calls/rows.ts'
import styles from './bills.module.css'

const PAGE = 100
/** One payment takes so many bills. */
const MOST = 200

const useAll = (supplier: number, payment_status: 'unpaid' | 'partial') => {
  const { data, error, hasMore, isFetchingMore, fetchMore } = usePages(
    pages(listOrderBills, { query: { supplier, payment_status, limit: PAGE } }),
  )
  // All bills are needed before the one that is due first can come first.
  useEffect(() => {
    if (hasMore && !isFetchingMore && (data?.length ?? 0) < MOST) fetchMore()
  }, [hasMore, isFetchingMore, data, fetchMore])
  return { bills: hasMore && (data?.length ?? 0) < MOST ? undefined : data, error }
}

/** What a supplier still gets: the bills that are due first before the others; undefined until all of them are known. */
const useOpenBills = (supplier: number): { bills: BillRow[] | undefined; error: unknown } => {
  const unpaid = useAll(supplier, 'unpaid')
  const partial = useAll(supplier, 'partial')
  const bills =
    unpaid.bills &&
    partial.bills &&
    [...unpaid.bills, ...partial.bills]
      .filter(({ is_cancelled }) => !is_cancelled)
      .toSorted((a, b) => a.due_on.localeCompare(b.due_on) || a.id - b.id)
      .slice(0, MOST)
  return { bills, error: unpaid.error ?? partial.error }
}

type Mode = ResponseOf<typeof listPaymentModes>[number]

/** What the supplier owes for goods that went back, to be set against their bills. */
export interface Credit {
  supplier_return: number
  number: string
  /** What of it is not credited yet. */
  left: string
}
interface Props {
  supplier: number
  /** Bills that are paid unless somebody says otherwise. */
  chosen: readonly number[] | 'all'
  credit?: Credit
  onClose: () => void
}

interface BillLineProps {
  bill: BillRow
  part: string | undefined
  /** Where its amount stands in what is sent, and what was said of it. */
  path: string
  error: ReactNode
  isFirst: boolean
  onToggle: () => void
  onType: (text: string) => void
}
const BillLine = ({ bill, part, path, error, isFirst, onToggle, onType }: BillLineProps) => (
  <li className={`in-row wrap line-top gap-4 ${styles.bill} num`} data-part="pay-bill">
    <Checkbox
      className="grow"
      label={bill.invoice_no}
      description={[t('due {day}', { day: date(bill.due_on) }), bill.purchase_order_number].filter(Boolean).join(' · ')}
      disabled={bill.needs_approval}
      checked={part !== undefined}
      onChange={onToggle}
    />
    {(bill.needs_approval || bill.overdue_days !== null) && <OrderBillStatus state={bill} />}
    <span className="t2">{money(bill.balance)}</span>
    {part !== undefined && (
      <TextInput
        classNames={{ input: 'num' }}
        aria-label={t('Amount for {number}', { number: bill.invoice_no })}
        inputMode="decimal"
        autoComplete="off"
        data-path={path}
        data-autofocus={isFirst || undefined}
        error={typedCents(part) > typedCents(bill.balance) ? t('More than the amount due.') : error}
        value={part}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    )}
  </li>
)

const usePayForm = ({ supplier, chosen, credit, onClose }: Props, bills: readonly BillRow[], mode: number | null) => {
  const payable = bills.filter(({ needs_approval }) => !needs_approval)
  const [parts, setParts] = useState<Parts>(() =>
    credit
      ? spread(typedCents(credit.left), payable)
      : new Map(payable.filter(({ id }) => chosen === 'all' || chosen.includes(id)).map(({ id, balance }) => [id, balance])),
  )
  const endpointForm = useEndpointForm(createSupplierPayment, {
    initialValues: { payment_mode: String(mode ?? ''), reference: '', paid_on: today() },
    toBody: ({ payment_mode, reference, paid_on }) => ({
      supplier,
      ...(credit
        ? { kind: 'credit' as const, supplier_return: credit.supplier_return }
        : { kind: 'payment' as const, payment_mode: payment_mode === '' ? null : Number(payment_mode) }),
      reference: reference || null,
      paid_on,
      allocations: [...parts].map(([bill, amount]) => ({ bill, amount: amountText(amount) })),
    }),
    onSaved: ({ number, amount }) => {
      toast.done(
        credit
          ? t('{amount} credited, {number}.', { amount: money(amount), number })
          : t('{amount} paid, {number}.', { amount: money(amount), number }),
      )
      onClose()
    },
  })
  return { endpointForm, parts, setParts, canPay: isPayable(parts, payable) }
}

const PayForm = (props: Props & { bills: BillRow[]; modes: Mode[]; usual: number | null }) => {
  const { bills, modes, usual, credit, onClose } = props
  const { endpointForm, parts, setParts, canPay } = usePayForm(props, bills, usual)
  const { form } = endpointForm
  const mode = modes.find(({ id }) => String(id) === form.getValues().payment_mode)
  const total = money(fromCents(sumOfParts(parts)))
  // The bills may come after the dialog has opened and looked for its first box.
  const start = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const form = start.current?.closest('form')
    const box =
      form?.querySelector<HTMLElement>('[data-autofocus]') ?? form?.querySelector<HTMLElement>('[data-part="pay-bill"] input:enabled')
    box?.focus()
  }, [])
  const placeOf = new Map([...parts.keys()].map((id, place) => [id, place]))
  const first = bills.find(({ id }) => parts.has(id))?.id
  const change = (next: Parts) => {
    setParts(next)
    // What was said of an amount is about the one that stood there.
    form.setErrors(Object.fromEntries(Object.entries(form.errors).filter(([path]) => !path.startsWith('allocations.'))))
  }
  return (
    <EndpointForm
      form={endpointForm}
      save={credit ? t('Credit {amount}', { amount: total }) : t('Pay {amount}', { amount: total })}
      onCancel={onClose}
      extra={!canPay && <span className="t3 phone-line">{t('Choose the invoices and an amount for each.')}</span>}
    >
      <ul ref={start} className={`scroll ${styles.bills}`} aria-label={t('Open bills')}>
        {bills.map((bill) => (
          <BillLine
            key={bill.id}
            bill={bill}
            part={parts.get(bill.id)}
            path={`allocations.${placeOf.get(bill.id)}.amount`}
            error={form.errors[`allocations.${placeOf.get(bill.id)}.amount`] ?? form.errors[`allocations.${placeOf.get(bill.id)}.bill`]}
            isFirst={!credit && bill.id === first}
            onToggle={() => change(toggled(parts, bill))}
            onType={(text) => change(new Map(parts).set(bill.id, text))}
          />
        ))}
      </ul>
      <div className="section-grid">
        {!credit && (
          <NativeSelect
            label={t('Paid by')}
            required
            data={[
              ...(mode ? [] : [{ value: '', label: t('Choose payment mode') }]),
              ...modes.map(({ id, payment_mode }) => ({ value: String(id), label: payment_mode })),
            ]}
            {...form.getInputProps('payment_mode')}
          />
        )}
        <TextInput
          label={credit ? t('Credit note number') : t('Reference')}
          required={!credit && mode?.requires_reference}
          data-autofocus={credit ? true : undefined}
          autoComplete="off"
          {...form.getInputProps('reference')}
        />
        <DateField label={credit ? t('Credited on') : t('Paid on')} required maxDate={today()} {...form.getInputProps('paid_on')} />
      </div>
    </EndpointForm>
  )
}

/** Pays several bills of one supplier at once, or sets what went back against them. */
export const PayDialog = (props: Props) => {
  const { supplier, credit, onClose } = props
  const { data: known } = useQuery(query(getSupplier, { params: { id: supplier } }))
  const { bills, error } = useOpenBills(supplier)
  const modes = useQuery(query(listPaymentModes, { query: { active: 'true' } }))
  const own = modes.data?.filter(({ payment_category }) => payment_category !== 'insurer')
  const last = useQuery({ ...query(listSupplierPayments, { query: { supplier, kind: 'payment', limit: 1 } }), enabled: !credit })
  const trouble = error ?? modes.error
  const isReady = credit !== undefined || (own !== undefined && !last.isPending)
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={
        credit
          ? t('Credit for {number}', { number: credit.number })
          : known
            ? t('Pay {supplier}', { supplier: known.name })
            : t('Pay supplier')
      }
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {bills === undefined || !isReady ? (
        trouble ? (
          <Failed error={trouble} />
        ) : (
          <Loading rows={6} />
        )
      ) : bills.length === 0 ? (
        <Empty title={t('Nothing owed to this supplier')}>
          {credit ? t('A credit is set against unpaid invoices: record the next one first.') : undefined}
        </Empty>
      ) : (
        <PayForm {...props} bills={bills} modes={own ?? []} usual={usualMode(own ?? [], last.data?.[0]?.payment_mode)} />
      )}
    </Modal>
  )
}
