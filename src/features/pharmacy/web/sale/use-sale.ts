import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PaymentMode } from '#features/billing/contract-payments.ts'
import { isAmount, payErrors, type PartValues, sentPart } from '#features/billing/web/pay-fields.tsx'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { cents, fromCents } from '#shared/money.ts'
import type { ApiError } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { keyAfter } from '#web/calls/intent-key.ts'
import { randomId } from '#web/calls/random-id.ts'
import { createSale } from '#features/pharmacy/contract-counter.ts'
import { isNoCount, namedPicks, sentLine } from './sale-lines.ts'
import { isFree, paidOf, sumsOf } from './sale-sums.ts'
import type { Sold } from './sold-panel.tsx'
import { type SaleCheck, type SaleValues, useSaleCheck } from './use-sale-check.ts'

export interface Values extends SaleValues {
  payments: PartValues[]
}
const nothing = (): Values => ({
  key: randomId(),
  lines: [],
  patient: null,
  customer_name: '',
  store: null,
  reasons: {},
  payments: [],
})

const isStop = ({ severity }: SafetyWarning) => severity === 'stop'
const given = (reasons: Values['reasons']): Overrides =>
  Object.entries(reasons).flatMap(([key, reason]) => (reason.trim() === '' ? [] : [{ key, reason: reason.trim() }]))

/** Why it cannot be sold as it stands, in words; null when it can. */
const blockOf = ({ lines, payments, patient }: Values, { byKey, error, isCurrent, total }: SaleCheck): string | null => {
  if (lines.length === 0) return t('Add an item first.')
  if (lines.some(isNoCount)) return t('Enter a whole number above zero.')
  const checked = [...byKey.values()]
  if (isCurrent && !error && checked.length < lines.length) return t('A line has no quantity.')
  if (checked.some(({ missing }) => missing > 0)) return t('A line does not have enough stock.')
  if (checked.some(({ unit_price }) => unit_price === null)) return t('A line has no price.')
  if (patient === null && checked.some(({ is_controlled }) => is_controlled))
    return t('A controlled drug can be sold only to a registered patient.')
  if (lines.some((line) => namedPicks(line).length > 0 && line.batch_reason.trim() === ''))
    return t('Enter why the batch that expires first is not used.')
  if (total === null || isFree(total) || payments.length === 0) return null
  // What is no amount is said at its box.
  if (payments.some(({ amount }) => amount.trim() !== '' && !isAmount(amount))) return null
  const left = cents(total) - paidOf(payments)
  return left > 0 ? t('{amount} is not paid yet.', { amount: money(fromCents(left)) }) : null
}

/** Puts the cursor where the money is typed: what was handed over, or the reference; first of all into a reason that is missing. */
const toMoney = (root: HTMLElement | null) => {
  const reasons = root?.querySelectorAll<HTMLInputElement>('[data-path$=".batch_reason"]') ?? []
  const next =
    [...reasons].find(({ value }) => value.trim() === '') ??
    root?.querySelector<HTMLElement>('[data-path$=".tendered"],[data-path$=".reference"]') ??
    root?.querySelector<HTMLElement>('[data-part="sale-finish"] button')
  next?.focus()
}

interface Options {
  modes: PaymentMode[]
  root: RefObject<HTMLElement | null>
  onSold: (sold: Sold) => void
}

/** A sale that is being typed: its form, what the server says of it, and how it is finished. */
export const useSale = ({ modes, root, onSold }: Options) => {
  const [initialValues] = useState(nothing)
  const [same, setSame] = useState<string | null>(null)
  const [before, setBefore] = useState<string | null>(null)
  const [asked, setAsked] = useState<readonly SafetyWarning[] | null>(null)
  // To finish the sale as it stood then.
  const [wish, setWish] = useState<{ sale: string } | null>(null)
  const granted = useRef<typeof wish>(null)
  // As it stood on the screen when it was sent.
  const total = useRef<string | null>(null)
  const endpointForm = useEndpointForm(createSale, {
    initialValues,
    draftKey: 'counter-sale',
    keyOf: ({ key }: Values) => key,
    toBody: ({ lines, patient, customer_name, store, reasons, payments }: Values) => ({
      patient,
      customer_name: customer_name.trim() === '' ? null : customer_name.trim(),
      ...(store !== null && { store }),
      lines: lines.map(sentLine),
      overrides: given(reasons),
      total: total.current ?? '',
      payments: isFree(total.current) ? [] : payments.map((part) => sentPart(part, modes)),
    }),
    onSaved: onSold,
    onRefused: (error: ApiError) => {
      const { code, body } = error
      const key = keyAfter(values.key, error)
      if (key !== values.key) form.setFieldValue('key', key)
      void check.refetch()
      if (code === 'same_reference') setSame(String(body['receipt']))
      if (code === 'price_changed') setBefore(total.current)
      if (code === 'unsafe') setAsked((body['warnings'] as SafetyWarning[]).filter(isStop))
      return code === 'same_reference' || code === 'price_changed' || code === 'unsafe'
    },
  })
  const { form, saving } = endpointForm
  const values = form.getValues()
  const check = useSaleCheck(values)
  const block = blockOf(values, check)

  const send = () => {
    setSame(null)
    setBefore(null)
    if (saving || block !== null || check.total === null) return
    const problems = isFree(check.total) ? {} : payErrors(values.payments, sumsOf(check.total), modes)
    const [first] = Object.keys(problems)
    if (first !== undefined) {
      form.setErrors(problems)
      return form.getInputNode(first)?.focus()
    }
    const stops = check.warnings.filter(isStop)
    if (stops.some(({ key }) => (values.reasons[key] ?? '').trim() === '')) return setAsked(stops)
    total.current = check.total
    return endpointForm.submit()
  }
  const sendNow = useEffectEvent(send)
  // What was typed a moment ago is priced first; what is typed afterwards takes the wish back.
  useEffect(() => {
    if (!wish || wish === granted.current || wish.sale !== check.sale || !check.isCurrent) return undefined
    const soon = setTimeout(() => {
      granted.current = wish
      sendNow()
    })
    return () => clearTimeout(soon)
  }, [wish, check.sale, check.isCurrent])
  const finish = () => setWish({ sale: check.sale })
  useKeys([
    {
      keys: 'F9',
      label: t('Go to payment, then sell'),
      run: () =>
        root.current?.querySelector('[data-part="sale-pay"]')?.contains(document.activeElement) ? finish() : toMoney(root.current),
    },
    { keys: 'Mod+Enter', label: t('Sell at once'), run: finish },
  ])
  return {
    endpointForm,
    values,
    check,
    block,
    before,
    same,
    finish,
    sayItIsAnother: () => {
      form.setValues({ payments: values.payments.map((part) => ({ ...part, same_reference: part.reference !== '' })) })
      finish()
    },
    /** Warnings that want a reason before it is sold. */
    asked,
    answer: (isGoingAhead: boolean) => {
      setAsked(null)
      if (isGoingAhead) finish()
    },
  }
}
