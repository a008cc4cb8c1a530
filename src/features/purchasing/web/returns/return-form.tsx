import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { findCode, sentCount } from '#features/stock/web/lines-field.tsx'
import { StoreField, useStores } from '#features/stock/web/store-field.tsx'
import { fromCents } from '#shared/money.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Note } from '#web/ui/status.tsx'
import { useScans } from '#web/devices/use-scans.ts'
import { createSupplierReturn } from '../receiving-calls.ts'
import '../receiving/receiving.css'
import { SupplierField } from '../supplier-field.tsx'
import { ReturnBatches } from './return-batches.tsx'
import { worthOfLines, type ReturnLine } from './return-lines.ts'

const ADDRESS = '/dashboard/inventory/supplier-returns'

interface Values extends Record<string, unknown> {
  supplier: number | null
  store: number | null
  reason: string
  any_supplier: boolean
  lines: ReturnLine[]
}

/** The box of a batch that was scanned, when it is on the screen. */
const boxOf = (item: number, lot: string | null) => {
  const rows = Array.from(document.querySelectorAll<HTMLElement>(`tr[data-item="${item}"]`))
  const row = rows.find(({ dataset }) => lot !== null && dataset['lot'] === lot.toUpperCase()) ?? rows[0]
  return row?.querySelector('input')
}

/** What the form starts with; what goes back of a delivery is a draft of its own. */
export interface Asked {
  supplier: number | null
  store: number | null
  reason?: string
  lines?: ReturnLine[]
  delivery?: number
}

const useReturnForm = ({ supplier: from, store: at, reason: why = '', lines: given = [], delivery }: Asked) => {
  const go = useNavigate()
  return useEndpointForm<typeof createSupplierReturn, Values>(createSupplierReturn, {
    initialValues: { supplier: from, store: at, reason: why, any_supplier: false, lines: given },
    draftKey: delivery === undefined ? 'supplier-return' : `supplier-return-of-${delivery}`,
    toBody: ({ supplier, store, reason, any_supplier, lines }) => ({
      supplier: supplier ?? Number.NaN,
      store: store ?? Number.NaN,
      reason,
      ...(any_supplier && { any_supplier }),
      items: lines.map(({ batch, state: from, quantity }) => ({ batch, state: from, quantity: sentCount(quantity) })),
    }),
    onSaved: ({ id, number }) => {
      toast.done(t('{{number}}: the goods have left the store.', { number }))
      void go(`${ADDRESS}/${id}`)
    },
  })
}

/** What goes back: batches of a supplier in a store, those in quarantine first. */
export const ReturnForm = ({ asked }: { asked: Asked }) => {
  const go = useNavigate()
  const stores = useStores() ?? []
  const [q, setQ] = useState('')
  const of = useReturnForm(asked)
  const { form } = of
  const { supplier, any_supplier, lines, ...rest } = form.getValues()
  const store = rest.store ?? stores.find(({ kind }) => kind === 'main')?.id ?? null
  useScans((code) => {
    void findCode(code).then((found) => {
      const box = found && boxOf(found.card.id, found.lot)
      if (box) box.focus()
      else
        toast.failed(
          found
            ? t('No batch of {{item}} is in this list.', { item: found.card.name })
            : t('Nothing is known by the code {{code}}.', { code }),
        )
    }, toast.failed)
  })
  return (
    <EndpointForm
      of={of}
      save={lines.length > 0 ? t('Send {{n}} batches back', { count: lines.length, n: lines.length }) : t('Send back')}
      onCancel={() => void go(ADDRESS)}
      extra={
        <span className="receive-sum num" role="status">
          <span>
            <span className="t2">{t('Worth')}</span> <output>{money(fromCents(worthOfLines(lines)), { withCurrency: true })}</output>
          </span>
        </span>
      }
    >
      <section className="section" aria-label={t('Return')}>
        <div className="section-grid">
          <SupplierField
            label={t('Supplier')}
            required
            autoFocus={supplier === null}
            data-path="supplier"
            value={supplier}
            onChange={(id) => form.setValues({ supplier: id, store, lines: [] })}
            error={form.errors['supplier']}
          />
          <StoreField
            label={t('From')}
            required
            data-path="store"
            value={store}
            onChange={(id) => form.setValues({ store: id, lines: [] })}
            error={form.errors['store']}
          />
          <Textarea label={t('Reason')} required autosize minRows={1} maxLength={300} {...form.getInputProps('reason')} />
        </div>
      </section>
      {supplier === null || store === null ? (
        <Note tone="waiting">{t('Choose the supplier: what came from them and still lies in the store is listed then.')}</Note>
      ) : (
        <>
          <div className="doc-tools" role="search">
            <SearchField label={t('Item')} value={q} onChange={setQ} />
            <Checkbox
              label={t('Also what came from others')}
              checked={any_supplier}
              onChange={(event) => form.setFieldValue('any_supplier', event.currentTarget.checked)}
            />
          </div>
          <ReturnBatches
            store={store}
            supplier={any_supplier ? undefined : supplier}
            q={q || undefined}
            lines={lines}
            onChange={(next) => form.setValues({ store, lines: next })}
            errors={form.errors}
          />
        </>
      )}
    </EndpointForm>
  )
}
