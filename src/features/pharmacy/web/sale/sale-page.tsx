import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, useMemo, useRef, useEffect } from 'react'
import { listPaymentModes, type PaymentMode } from '#features/billing/contract-payments.ts'
import { query, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates, Loading, Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { getPharmacySettings } from '#features/pharmacy/contract.ts'
import type { Sold } from './sold-panel.tsx'
import { Button } from '@mantine/core'
import type { PayFormOf } from '#features/billing/web/pay-fields.tsx'
import { LineWarnings } from '#features/prescriptions/web/warnings-panel.tsx'
import { LineEditor, useFormLines, type LineColumn, type LineNote, packBox, textBox } from '#features/stock/web/lines-field.tsx'
import type { FormOf } from '#web/forms/checked-form.ts'
import { ago, dateTime, date, money, number } from '#web/text/format.ts'
import type { DraftNote } from '#web/forms/use-draft.ts'
import { Note } from '#web/ui/status.tsx'
import { BatchReasons } from './batch-reasons.tsx'
import { type SaleLine, takeIntoSale, isNoCount, priceOfPack, recounted } from './sale-lines.ts'
import { CheckedLines, type SaleValues, type CheckedLine, useCheckedLine } from './use-sale-check.ts'
import { useSale } from './use-sale.ts'
import styles from './sale.module.css'

type ReadWords = (typed: string) => string

/** Says typed directions in plain words; null until the reader is there, which is large and needed by nobody who types none. */
const useWords = (): ReadWords | null => {
  const [read, setRead] = useState<ReadWords | null>(null)
  useEffect(() => void import('./sale-labels.ts').then(({ wordsOf }) => setRead(() => wordsOf)), [])
  return read
}

const none = <span className="t3">–</span>

const Price = ({ line }: { line: SaleLine }) => {
  const price = useCheckedLine(line)?.unit_price
  return price == null ? none : <span className="num">{money(priceOfPack(price, line))}</span>
}
const Total = ({ line }: { line: SaleLine }) => {
  const total = useCheckedLine(line)?.total_price
  return total == null ? none : <span className="num strong">{money(total)}</span>
}

/** The columns of a sale. */
const saleColumns = (): readonly LineColumn<SaleLine>[] => [
  {
    key: 'quantity',
    title: t('Quantity'),
    width: 84,
    align: 'end',
    box: { value: ({ quantity }) => quantity, write: (line, quantity) => recounted({ ...line, quantity }), mode: 'numeric' },
  },
  { key: 'pack', title: t('Pack'), width: 112, box: packBox<SaleLine>((_, after) => recounted(after)) },
  {
    key: 'directions',
    title: t('Directions'),
    width: 148,
    box: textBox('directions', { placeholder: () => '1 tds 5/7', maxLength: 300 }),
  },
  { key: 'price', title: t('Price'), width: 76, align: 'end', onlyWide: true, render: (line) => <Price line={line} /> },
  { key: 'total', title: t('Total'), width: 88, align: 'end', render: (line) => <Total line={line} /> },
]

const directionsNote = ({ directions }: SaleLine, read: ReadWords | null): LineNote[] => {
  if (directions.trim() === '' || read === null) return []
  const words = read(directions)
  return [words === '' ? { tone: 'attention', text: t('Printed as typed') } : { tone: 'inactive', text: words }]
}

/** Out of which batches it comes, as the shelf stands. */
const batchNote = ({ batches }: CheckedLine): LineNote[] => {
  const texts = batches.map(({ lot, expires_on, units }) =>
    [lot || t('no lot'), batches.length > 1 && `× ${number(units)}`, expires_on && date(expires_on)].filter(Boolean).join(' '),
  )
  return texts.length === 0 ? [] : [{ tone: 'inactive', text: t('Batch: {batches}', { batches: texts.join(', ') }) }]
}

/** What has to be said of a line: what is missing first. */
const saleNotes =
  (checked: ReadonlyMap<string, CheckedLine>, read: ReadWords | null) =>
  (line: SaleLine): readonly LineNote[] => {
    const now = checked.get(line.key)
    const notes: LineNote[] = [...directionsNote(line, read), ...(now ? batchNote(now) : [])]
    if (line.strange !== null) notes.unshift({ tone: 'attention', text: t('Lot {lot} is not in stock records', { lot: line.strange }) })
    for (const { lot } of line.picks.filter(({ isBad }) => isBad))
      notes.unshift({ tone: 'critical', text: t('Lot {lot} must not be dispensed', { lot }) })
    if (now && now.computed_quantity !== null && Number(now.computed_quantity) !== now.units)
      notes.unshift({ tone: 'attention', text: t('Directions give {n}', { n: number(now.computed_quantity) }) })
    if (now?.is_controlled) notes.unshift({ tone: 'attention', text: t('Controlled drug') })
    if (now && now.unit_price === null) notes.unshift({ tone: 'critical', text: t('No price yet: it cannot be sold') })
    if (now && now.missing > 0)
      notes.unshift({
        tone: 'critical',
        text: t('{missing} {unit} short: {left} left', {
          missing: number(now.missing),
          unit: line.unit,
          left: number(now.on_hand ?? 0),
        }),
      })
    if (isNoCount(line)) notes.unshift({ tone: 'critical', text: t('Enter a whole number above zero.') })
    return notes
  }

// The box where one types and scans comes first.
const SaleCustomer = lazy(async () => ({ default: (await import('./sale-customer.tsx')).SaleCustomer }))
const SalePayment = lazy(async () => ({ default: (await import('./sale-payment.tsx')).SalePayment }))
const OverrideDialog = lazy(async () => ({ default: (await import('#features/prescriptions/web/override-dialog.tsx')).OverrideDialog }))

const Restored = ({ draft }: { draft: DraftNote }) => (
  <Note tone="waiting">
    <span className="row">
      <span className="grow" title={dateTime(draft.at)}>
        {t('Draft restored')} · {ago(draft.at)}
      </span>
      <Button size="compact-sm" onClick={draft.discard}>
        {t('Discard draft')}
      </Button>
    </span>
  </Note>
)

interface Props {
  modes: PaymentMode[]
  /** Out of whose shelf. */
  store: number | undefined
  onSold: (sold: Sold) => void
}

/** A sale at the counter, for scanner and keyboard; what is typed is kept until it is sold, and sold once. */
const SaleForm = ({ modes, store, onSold }: Props) => {
  const root = useRef<HTMLFormElement>(null)
  const sale = useSale({ modes, root, onSold })
  const { endpointForm, values, check, finish, asked } = sale
  // Not by the values of the payment: the parts of the page know only their own.
  const form = endpointForm.form as unknown as FormOf<SaleValues>
  const { lines, change } = useFormLines<SaleLine, SaleValues>(form, { path: 'lines' })
  const columns = useMemo(() => saleColumns(), [])
  const read = useWords()
  const take = useMemo(() => takeIntoSale(store), [store])
  return (
    <CheckedLines value={check.byKey}>
      <form
        ref={root}
        noValidate
        className={`grid items-start gap-6 flex-1 ${styles.sale}`}
        aria-busy={endpointForm.saving}
        onSubmit={(event) => {
          event.preventDefault()
          finish()
        }}
      >
        <div className="stack min-w-0 gap-5">
          {endpointForm.draft && <Restored draft={endpointForm.draft} />}
          <LineEditor
            label={t('Items to sell')}
            lines={lines}
            change={change}
            columns={columns}
            take={take}
            notes={saleNotes(check.byKey, read)}
            errors={form.errors}
            path="lines"
            store={store}
            startsInSearch
            empty={<Empty title={t('No items yet')}>{t('Type a medicine name and press Enter, or scan the pack.')}</Empty>}
          />
          <LineWarnings warnings={check.warnings} />
        </div>
        <div className="stack min-w-0 gap-6">
          <Suspense fallback={<Loading rows={3} height={28} />}>
            <SaleCustomer form={form} />
            <BatchReasons lines={lines} change={change} errors={form.errors} />
            <SalePayment
              form={endpointForm.form as unknown as PayFormOf}
              modes={modes}
              sale={sale}
              errors={[...endpointForm.errors, ...(check.error ? [messageOf(check.error)] : [])]}
            />
          </Suspense>
        </div>
      </form>
      <Suspense>
        {asked && (
          <OverrideDialog
            warnings={asked}
            nameOf={(item) => lines.find((line) => line.item === item)?.name ?? ''}
            reasons={values.reasons}
            onReason={(key, reason) => form.setValues({ reasons: { ...values.reasons, [key]: reason } })}
            title={t('This may harm the patient')}
            action={t('{count, plural, one {Override # warning and sell} other {Override # warnings and sell}}', { count: asked.length })}
            onConfirm={() => sale.answer(true)}
            onBack={() => sale.answer(false)}
          />
        )}
      </Suspense>
    </CheckedLines>
  )
}

const SoldPanel = lazy(async () => ({ default: (await import('./sold-panel.tsx')).SoldPanel }))

/** Sells at the counter, without a prescription: to a patient, to somebody by name, or to whoever stands there. */
export const SalePage = () => {
  const { can } = useRights()
  const modes = useQuery(query(listPaymentModes, { query: { active: 'true' } }))
  const { data: settings } = useQuery({ ...query(getPharmacySettings, { query: {} }), enabled: can(getPharmacySettings) })
  const [sold, setSold] = useState<Sold | null>(null)
  return (
    <Page title={t('Counter sale')} sub={settings && t('Sold from {store}', { store: settings.usual_store_name })}>
      {sold ? (
        <Suspense fallback={<Loading />}>
          <SoldPanel sold={sold} onNext={() => setSold(null)} />
        </Suspense>
      ) : (
        <FourStates query={modes} loading={<Loading rows={8} height={28} />}>
          {(all) => (
            <SaleForm
              modes={all.filter(({ payment_category }) => payment_category !== 'insurer')}
              store={settings?.usual_store}
              onSold={setSold}
            />
          )}
        </FourStates>
      )}
    </Page>
  )
}
