import { Autocomplete, Checkbox, Modal, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useDocuments } from '#features/billing/web/use-documents.ts'
import { fromCents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money, number, date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'
import { createPatientReturn } from '../contract-counter.ts'
import type { Dispense } from './dispenses-columns.tsx'
import { noRefund, RefundFields, refundBody, useRefundModes } from './return-refund.tsx'
import { returnables, sumsOf, isUnits, typedUnits, type Returnable, type ReturnSums } from './return-sums.ts'
import { useBills } from './use-dispense-bill.ts'
import { quantityWords } from '#features/prescriptions/web/drug-name.tsx'
import styles from './pharmacy.module.css'

/** What is wrong with the number in a box, in words. */
const unitsProblem = (typed: string, left: number) => {
  if (typedUnits(typed, left) !== null) return undefined
  return isUnits(typed) ? t('At most {n}.', { n: number(left) }) : t('Enter a whole number above zero.')
}

interface Props {
  rows: readonly Returnable[]
  typed: ReadonlyMap<string, string>
  onChange: (typed: ReadonlyMap<string, string>) => void
}

const Row = ({ returnable, typed, onChange }: { returnable: Returnable; typed: string; onChange: (typed: string) => void }) => {
  const { name, unit, lot, expires_on, left } = returnable
  const about = [lot === '' ? '' : t('Lot {lot}', { lot }), expires_on === null ? '' : t('expires {day}', { day: date(expires_on) })]
  return (
    <li>
      <span className="grow">
        <span className="strong">{name}</span>
        <span className="small t3 num block">{about.filter(Boolean).join(' · ') || '\u00a0'}</span>
      </span>
      <TextInput
        className={`inputs-end ${styles.returnUnits}`}
        aria-label={
          lot === '' ? t('Units of {item} to return', { item: name }) : t('Units of {item}, lot {lot}, to return', { item: name, lot })
        }
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        classNames={{ input: 'num' }}
        error={unitsProblem(typed, left)}
        value={typed}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <span className={`t3 num phone-fill ${styles.returnOf}`}>{t('of {n}', { n: quantityWords(String(left), unit) })}</span>
      <Button variant="default" size="compact-sm" className="row-button" onClick={() => onChange(String(left))}>
        {t('All')}
      </Button>
    </li>
  )
}

/** How much of each line and batch comes back: nothing until somebody says so. */
const ReturnLines = ({ rows, typed, onChange }: Props) => {
  const isAll = rows.every(({ key, left }) => typed.get(key) === String(left))
  return (
    <fieldset className={`lined ${styles.phReturn}`}>
      <legend className="row full-width pb-2">
        <span className="label grow">{t('Items to return')}</span>
        <Button size="compact-sm" onClick={() => onChange(isAll ? new Map() : new Map(rows.map(({ key, left }) => [key, String(left)])))}>
          {isAll ? t('Nothing') : t('All of it')}
        </Button>
      </legend>
      <ul className="bare-list outlined round-l">
        {rows.map((row) => (
          <Row
            key={row.key}
            returnable={row}
            typed={typed.get(row.key) ?? ''}
            onChange={(text) => onChange(new Map(typed).set(row.key, text))}
          />
        ))}
      </ul>
    </fieldset>
  )
}

const reasons = () => [t('Wrong item dispensed'), t('Not tolerated'), t('No longer needed'), t('Dispensed twice')]

const Sum = ({ label, amount }: { label: string; amount: number }) =>
  amount > 0 ? (
    <div>
      <dt>{label}</dt>
      <dd>{money(fromCents(amount), { withCurrency: true })}</dd>
    </div>
  ) : null

/** What the return makes of the shelf and the bill. */
const Preview = ({ units, sums, isAgain }: { units: number; sums: ReturnSums | null; isAgain: boolean }) => (
  <dl className={`sunken round-l pad-4-5 ${styles.preview} num`} aria-label={t('Return summary')}>
    <div>
      <dt>{t('Goes into quarantine')}</dt>
      <dd>{t('{n} units', { count: units, n: number(units) })}</dd>
    </div>
    {!isAgain && sums && (
      <>
        <Sum label={t('Refund to patient')} amount={sums.back} />
        <Sum label={t('Reduces the patient’s balance')} amount={sums.owed} />
        <Sum label={t('Deducted from the insurer')} amount={sums.insurer} />
      </>
    )}
  </dl>
)

const findWanted = (rows: readonly Returnable[], typed: ReadonlyMap<string, string>) => {
  const units = rows.map((row) => ({ ...row, units: typedUnits(typed.get(row.key) ?? '', row.left) }))
  const byItem = new Map<number, number>()
  for (const { dispenseItem, units: n } of units) byItem.set(dispenseItem, (byItem.get(dispenseItem) ?? 0) + (n ?? 0))
  return {
    isWrong: units.some((row) => row.units === null),
    total: units.reduce((sum, row) => sum + (row.units ?? 0), 0),
    items: units.flatMap(({ dispenseItem, batch, units: n }) =>
      n === null || n === 0 ? [] : [{ dispense_item: dispenseItem, units: n, ...(batch !== undefined && { batch }) }],
    ),
    byItem,
  }
}

const wrongText = (isWrong: boolean, typed: ReadonlyMap<string, string>) => {
  if (!isWrong) return t('Enter the items returned.')
  return [...typed.values()].every(isUnits) ? t('No more can be returned than was dispensed.') : t('Enter a whole number above zero.')
}

const together = (a: ReturnSums, b: ReturnSums): ReturnSums => ({
  back: a.back + b.back,
  owed: a.owed + b.owed,
  insurer: a.insurer + b.insurer,
})

/** Takes back what was handed out, by line and batch: nothing until somebody says what, and always with a reason. */
export const ReturnDialog = ({ dispense, bills: ids, onClose }: { dispense: Dispense; bills: readonly number[]; onClose: () => void }) => {
  const { allowed } = useRights()
  const { printCreditNote } = useDocuments()
  const rows = returnables(dispense.items)
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [refund, setRefund] = useState(noRefund)
  const [isAsked, setAsked] = useState(false)
  const modes = useRefundModes(allowed('billing.refund'))
  const wanted = findWanted(rows, typed)
  const sums =
    useBills(ids)
      ?.map((bill) => sumsOf(bill, dispense.items, wanted.byItem))
      .reduce(together) ?? null
  const endpointForm = useEndpointForm(createPatientReturn, {
    initialValues: { reason: '', is_to_be_filled_again: false },
    params: { id: dispense.id },
    draftKey: `return-${dispense.id}`,
    toBody: ({ reason, is_to_be_filled_again }) => ({
      reason,
      is_to_be_filled_again,
      items: wanted.items,
      refund: is_to_be_filled_again ? undefined : refundBody(refund, modes, sums?.back ?? 0, amountText),
    }),
    onSaved: ({ number: name, credit_notes: [note] }) => {
      if (note)
        toast.done(t('{number}: returned, credit note {note}.', { number: name, note: note.number }), {
          label: t('Print'),
          run: () => printCreditNote(note.id),
        })
      else toast.done(t('{number}: returned.', { number: name }))
      onClose()
    },
  })
  const { getInputProps, getValues, setFieldValue } = endpointForm.form
  const isAgain = getValues().is_to_be_filled_again
  const isReady = wanted.items.length > 0 && !wanted.isWrong
  const mayRefund = allowed('billing.refund') && !isAgain && sums !== null && sums.back > 0 && modes.length > 0
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('Return from {number}', { number: dispense.number })}
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
        save={t('Accept return')}
        onCancel={onClose}
        labels={{ reason: t('Reason') }}
      >
        <ReturnLines
          rows={rows}
          typed={typed}
          onChange={(next) => {
            setTyped(next)
            setRefund({ ...refund, amount: null })
          }}
        />
        {isAsked && !isReady && (
          <Note tone="critical" alert>
            {wrongText(wanted.isWrong, typed)}
          </Note>
        )}
        <Autocomplete label={t('Reason')} required maxLength={300} data={reasons()} {...getInputProps('reason')} />
        {dispense.items.some(({ line }) => line !== null) && (
          <Checkbox
            label={t('Dispense another item instead')}
            description={t('The prescribed lines return to the queue; the charge stays for what is dispensed next.')}
            checked={isAgain}
            onChange={(event) => setFieldValue('is_to_be_filled_again', event.currentTarget.checked)}
          />
        )}
        {isReady && <Preview units={wanted.total} sums={sums} isAgain={isAgain} />}
        {mayRefund && <RefundFields back={sums.back} modes={modes} refund={refund} onChange={setRefund} />}
      </EndpointForm>
    </Modal>
  )
}
