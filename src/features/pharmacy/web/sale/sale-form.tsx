import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useRef } from 'react'
import type { PaymentMode } from '#features/billing/contract-payments.ts'
import type { PayFormOf } from '#features/billing/web/pay-fields.tsx'
import { LineWarnings } from '#features/prescriptions/web/warnings-panel.tsx'
import { LineEditor, useFormLines } from '#features/stock/web/lines-field.tsx'
import { messageOf } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { DraftNote } from '#web/forms/use-draft.ts'
import { Empty, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { BatchReasons } from './batch-reasons.tsx'
import { saleColumns, saleNotes } from './sale-columns.tsx'
import { type SaleLine, takeIntoSale } from './sale-lines.ts'
import type { Sold } from './sold-panel.tsx'
import { CheckedLines, type SaleValues } from './use-sale-check.ts'
import { useSale } from './use-sale.ts'
import { useWords } from './use-words.ts'

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
export const SaleForm = ({ modes, store, onSold }: Props) => {
  const root = useRef<HTMLFormElement>(null)
  const sale = useSale({ modes, root, onSold })
  const { of, values, check, finish, asked } = sale
  // Not by the values of the payment: the parts of the page know only their own.
  const form = of.form as unknown as FormOf<SaleValues>
  const { lines, change } = useFormLines<SaleLine, SaleValues>(form, { path: 'lines' })
  const columns = useMemo(() => saleColumns(), [])
  const read = useWords()
  const take = useMemo(() => takeIntoSale(store), [store])
  return (
    <CheckedLines value={check.byKey}>
      <form
        ref={root}
        noValidate
        className="sale"
        aria-busy={of.saving}
        onSubmit={(event) => {
          event.preventDefault()
          finish()
        }}
      >
        <div className="sale-main">
          {of.draft && <Restored draft={of.draft} />}
          <LineEditor
            label={t('What is sold')}
            lines={lines}
            change={change}
            columns={columns}
            take={take}
            notes={saleNotes(check.byKey, read)}
            errors={form.errors}
            path="lines"
            store={store}
            startsInSearch
            empty={<Empty title={t('Nothing is sold yet')}>{t('Type the name of a medicine and press Enter, or scan the pack.')}</Empty>}
          />
          <LineWarnings of={check.warnings} />
        </div>
        <div className="sale-side">
          <Suspense fallback={<Loading rows={3} height={28} />}>
            <SaleCustomer form={form} />
            <BatchReasons lines={lines} change={change} errors={form.errors} />
            <SalePayment
              form={of.form as unknown as PayFormOf}
              modes={modes}
              sale={sale}
              errors={[...of.errors, ...(check.error ? [messageOf(check.error)] : [])]}
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
            action={t('Sell against {{count}} warnings', { count: asked.length })}
            onConfirm={() => sale.answer(true)}
            onBack={() => sale.answer(false)}
          />
        )}
      </Suspense>
    </CheckedLines>
  )
}
