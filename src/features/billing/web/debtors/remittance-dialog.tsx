import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fromCents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import { pages, query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { date, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty, Loading } from '#web/ui/four-states.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { listInvoices } from '#features/billing/contract.ts'
import { listPaymentModes, receivePayment, type PaymentMode } from '#features/billing/contract-payments.ts'
import { spread } from '../bill-rules.ts'
import type { Invoice } from '../bill-types.ts'
import { billedTo } from '../bill-labels.ts'
import { typedCents } from '../pay/pay-rules.ts'
import { useDocuments } from '../use-documents.ts'
import payStyles from '../pay/pay.module.css'
import choosingStyles from '../choosing.module.css'

/** One receipt takes so many bills. */
const MOST = 500
const PAGE = 100

interface FormProps {
  mode: PaymentMode
  bills: Invoice[]
  onClose: () => void
}
const RemittanceForm = ({ mode, bills, onClose }: FormProps) => {
  const { printReceipt } = useDocuments()
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [same, setSame] = useState<string | null>(null)
  const endpointForm = useEndpointForm(receivePayment, {
    initialValues: { amount: '', reference: '', same_reference: false },
    toBody: ({ amount, reference, same_reference }) => ({
      payment_mode: mode.id,
      amount: amountText(amount),
      reference,
      ...(same_reference && { same_reference }),
      allocations: [...chosen].map(([invoice, typed]) => ({ invoice, amount: amountText(typed) })),
    }),
    onSaved: ({ id, number, total }) => {
      toast.done(t('{amount} received, {number}.', { amount: money(total), number }), {
        label: t('Print'),
        run: () => printReceipt(id),
      })
      onClose()
    },
    onRefused: (error) => {
      if (error.code === 'same_reference') setSame(String(error.body['receipt']))
      return error.code === 'same_reference'
    },
  })
  const { getInputProps, getValues, setFieldValue } = endpointForm.form
  const received = typedCents(getValues().amount)
  const given = [...chosen.values()].reduce((sum, typed) => sum + typedCents(typed), 0)
  const rest = received - given
  const choose = (next: ReadonlyMap<number, string>) => setChosen(next)
  const spreadOver = (list: readonly Invoice[]) =>
    choose(new Map([...spread(received, list).amounts].map(([id, amount]) => [id, fromCents(amount)])))
  const toggle = ({ id, insurer_balance }: Invoice) => {
    const next = new Map(chosen)
    if (!next.delete(id)) next.set(id, insurer_balance)
    choose(next)
  }
  return (
    <EndpointForm form={endpointForm} save={t('Receive {amount}', { amount: money(fromCents(received)) })} onCancel={onClose}>
      <div className="section-grid">
        <TextInput
          className={`inputs-end ${payStyles.amount}`}
          label={t('Amount received')}
          required
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
          autoFocus
          {...getInputProps('amount')}
        />
        <TextInput label={t('Remittance reference')} required maxLength={60} autoComplete="off" {...getInputProps('reference')} />
      </div>
      <div className="row wrap">
        <Button disabled={received === 0} onClick={() => spreadOver(bills)}>
          {t('Allocate oldest first')}
        </Button>
        <Button
          onClick={() => {
            choose(new Map(bills.map(({ id, insurer_balance }) => [id, insurer_balance])))
            setFieldValue('amount', fromCents(bills.reduce((sum, bill) => sum + typedCents(bill.insurer_balance), 0)))
          }}
        >
          {t('All')}
        </Button>
        <span className="grow" />
        <span className={`num ${rest === 0 ? 't2' : 'strong'}`} role="status">
          {rest === 0
            ? chosen.size > 0 && t('Fully allocated')
            : rest > 0
              ? t('{amount} not yet allocated', { amount: money(fromCents(rest)) })
              : t('{amount} more than received', { amount: money(fromCents(-rest)) })}
        </span>
      </div>
      <ul className={`scroll mt-2 ${choosingStyles.remitLines}`}>
        {bills.map((bill) => (
          <li key={bill.id} className={`in-row line-top gap-4 pad-3-0 wrap ${choosingStyles.line}`}>
            <Checkbox
              className="grow"
              label={`${bill.invoice_number} · ${billedTo(bill)}`}
              description={[date(bill.invoice_date), bill.member_number].filter(Boolean).join(' · ')}
              checked={chosen.has(bill.id)}
              onChange={() => toggle(bill)}
            />
            <span className="num t2">{money(bill.insurer_balance)}</span>
            {chosen.has(bill.id) && (
              <TextInput
                className={`${choosingStyles.value} inputs-end ${payStyles.amount}`}
                aria-label={t('Amount for {number}', { number: bill.invoice_number })}
                inputMode="decimal"
                autoComplete="off"
                error={
                  typedCents(chosen.get(bill.id) ?? '') > typedCents(bill.insurer_balance) ? t('More than the amount due.') : undefined
                }
                value={chosen.get(bill.id)}
                onChange={(event) => choose(new Map(chosen).set(bill.id, event.currentTarget.value))}
              />
            )}
          </li>
        ))}
      </ul>
      {same !== null && (
        <Note tone="attention" alert>
          <p>{t('This reference is already on receipt {number}. Is this another payment?', { number: same })}</p>
          <Checkbox label={t('Yes, another payment')} {...getInputProps('same_reference', { type: 'checkbox' })} />
        </Note>
      )}
    </EndpointForm>
  )
}

/** An insurer's remittance: one payment over the bills it still owes, oldest first, with one receipt. */
export const RemittanceDialog = ({ insurer, onClose }: { insurer: number; onClose: () => void }) => {
  const { data: modes } = useQuery(query(listPaymentModes, { query: {} }))
  const open = usePages(pages(listInvoices, { query: { insurance_company: insurer, open: 'true', limit: PAGE } }))
  const { data, hasMore, isFetchingMore, fetchMore } = open
  // All bills are needed before the oldest can come first.
  useEffect(() => {
    if (hasMore && !isFetchingMore && (data?.length ?? 0) < MOST) fetchMore()
  }, [hasMore, isFetchingMore, data, fetchMore])
  const mode = modes?.find(({ insurance }) => insurance === insurer)
  const isReady = data !== undefined && (!hasMore || data.length >= MOST)
  const bills = (data ?? [])
    .filter(({ insurer_balance }) => typedCents(insurer_balance) > 0)
    .toSorted((a, b) => a.id - b.id)
    .slice(0, MOST)
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={mode ? t('Remittance of {insurer}', { insurer: mode.payment_mode }) : t('Remittance')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {!isReady || !modes ? (
        <Loading rows={8} />
      ) : !mode || bills.length === 0 ? (
        <Empty title={t('No unpaid bills of this insurer')} />
      ) : (
        <RemittanceForm mode={mode} bills={bills} onClose={onClose} />
      )}
    </Modal>
  )
}
