import { Checkbox, Modal, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fromThousandths } from '#features/charges/rules.ts'
import { fromCents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { createCreditNote } from '#features/billing/contract-payments.ts'
import { creditable, type Creditable } from '#features/billing/rules.ts'
import { shortQuantity } from '../bill-rules.ts'
import type { CreditNote, Invoice, InvoiceItem } from '../bill-types.ts'
import { billState } from '../bill-labels.ts'
import { pieceFor, previewOf, type Wanted } from './credit-rules.ts'
import choosingStyles from '../choosing.module.css'
import billStyles from './bill.module.css'

interface LineProps {
  line: Creditable
  wanted: Wanted | undefined
  onChange: (wanted: Wanted | undefined) => void
}
const CreditLine = ({ line, wanted, onChange }: LineProps) => {
  const isWrong = wanted !== undefined && pieceFor(line, wanted) === null
  const most = { all: '', quantity: shortQuantity(fromThousandths(line.left.quantity)), amount: fromCents(line.left.total) }
  return (
    <li className={`in-row line-top gap-4 pad-3-0 wrap ${choosingStyles.line}`}>
      <Checkbox
        className="grow"
        label={line.name}
        checked={wanted !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? { id: line.id, by: 'all', value: '' } : undefined)}
      />
      {wanted && (
        <Select
          aria-label={t('How much of {item}', { item: line.name })}
          data={[
            { value: 'all', label: t('All remaining') },
            ...(line.left.quantity > 1000 ? [{ value: 'quantity', label: t('A quantity') }] : []),
            { value: 'amount', label: t('An amount') },
          ]}
          allowDeselect={false}
          value={wanted.by}
          onChange={(by) => onChange({ ...wanted, by: by as Wanted['by'], value: '' })}
        />
      )}
      {wanted && wanted.by !== 'all' && (
        <TextInput
          aria-label={wanted.by === 'quantity' ? t('Quantity of {item}', { item: line.name }) : t('Amount of {item}', { item: line.name })}
          className={choosingStyles.value}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          placeholder={t('at most {n}', { n: most[wanted.by] })}
          error={isWrong && wanted.value !== '' ? t('At most {n}.', { n: most[wanted.by] }) : undefined}
          value={wanted.value}
          onChange={(event) => onChange({ ...wanted, value: event.currentTarget.value })}
        />
      )}
      <span className={`num text-end ${choosingStyles.left}`}>{money(fromCents(line.left.total))}</span>
    </li>
  )
}

const Goes = ({ label, amount }: { label: string; amount: number }) =>
  amount > 0 ? (
    <div className={`t2 flex justify-between gap-6 ${billStyles.sum}`}>
      <dt className="break-anywhere">{label}</dt>
      <dd className="nowrap">{money(fromCents(amount))}</dd>
    </div>
  ) : null

interface Props {
  bill: Invoice
  lines: readonly InvoiceItem[]
  notes: readonly CreditNote[]
  onCredited: (note: CreditNote) => void
  onClose: () => void
}

/** Credits lines of an issued bill, whole or in part, with a reason; shows beforehand what goes back to whom. */
export const CreditDialog = ({ bill, lines, notes, onCredited, onClose }: Props) => {
  const left = creditable(lines, notes)
  const [wanted, setWanted] = useState<ReadonlyMap<number, Wanted>>(new Map())
  const chosen = left.filter(({ id }) => wanted.has(id))
  const pieces = chosen.map((line) => pieceFor(line, wanted.get(line.id) ?? { id: line.id, by: 'all', value: '' }))
  const isReady = pieces.length > 0 && pieces.every((piece) => piece !== null)
  const preview = previewOf(
    pieces.filter((piece) => piece !== null),
    bill,
  )
  const isWhole = chosen.length === left.length && [...wanted.values()].every(({ by }) => by === 'all')
  const [isAsked, setAsked] = useState(false)
  const endpointForm = useEndpointForm(createCreditNote, {
    initialValues: { reason: '' },
    params: { id: bill.id },
    version: bill.version,
    draftKey: `credit-${bill.id}`,
    stateOf: billState,
    toBody: ({ reason }) => ({
      reason,
      ...(!isWhole && {
        items: chosen.map(({ id }) => {
          const { by, value } = wanted.get(id) ?? { by: 'all', value: '' }
          return { invoice_item: id, ...(by !== 'all' && { [by]: amountText(value) }) }
        }),
      }),
    }),
    onSaved: (note) => {
      toast.done(t('{number} credits {amount}.', { number: note.number, amount: money(note.total) }))
      onCredited(note)
    },
  })
  const change = (id: number) => (next: Wanted | undefined) => {
    const after = new Map(wanted)
    if (next) after.set(id, next)
    else after.delete(id)
    setWanted(after)
  }
  const isAll = chosen.length === left.length
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('Credit {number}', { number: bill.invoice_number })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <EndpointForm
        form={{
          ...endpointForm,
          submit: (event) => {
            event?.preventDefault()
            setAsked(true)
            if (isReady) endpointForm.submit(event)
          },
        }}
        save={preview.total > 0 ? t('Credit {amount}', { amount: money(fromCents(preview.total)) }) : t('Credit')}
        onCancel={onClose}
        labels={{ reason: t('Reason') }}
      >
        <div className="pt-2">
          <Checkbox
            label={<b>{t('Whole bill')}</b>}
            data-autofocus
            checked={isAll}
            indeterminate={!isAll && chosen.length > 0}
            onChange={() => setWanted(isAll ? new Map() : new Map(left.map(({ id }) => [id, { id, by: 'all' as const, value: '' }])))}
          />
          <ul className={`scroll mt-2 ${choosingStyles.lines}`}>
            {left.map((line) => (
              <CreditLine key={line.id} line={line} wanted={wanted.get(line.id)} onChange={change(line.id)} />
            ))}
          </ul>
        </div>
        {isAsked && !isReady && (
          <Note tone="critical" alert>
            {chosen.length === 0 ? t('Select at least one line.') : t('Enter how much of each selected line.')}
          </Note>
        )}
        <TextInput label={t('Reason')} required maxLength={300} autoComplete="off" {...endpointForm.form.getInputProps('reason')} />
        {isReady && (
          <dl className={`num ${billStyles.sums} sunken round-l pad-4-5`} aria-label={t('Credit by payer')}>
            <Goes label={t('Refund to patient')} amount={preview.back} />
            <Goes label={t('Reduces the patient’s balance')} amount={preview.patient - preview.back} />
            <Goes
              label={t('Deducted from {insurer}', { insurer: bill.insurance_company_name ?? t('the insurer') })}
              amount={preview.insurer}
            />
            <Goes label={t('Waived before')} amount={preview.waiver} />
          </dl>
        )}
      </EndpointForm>
    </Modal>
  )
}
