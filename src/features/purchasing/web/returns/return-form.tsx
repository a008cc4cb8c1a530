import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Checkbox, Textarea, Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { DocumentForm, DocumentSum, findCode, sentCount, useDocument } from '#features/stock/web/lines-field.tsx'
import { StoreField, useStores } from '#features/stock/web/store-field.tsx'
import { fromCents } from '#shared/money.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { money, date, number, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useScans } from '#web/devices/use-scans.ts'
import { createSupplierReturn } from '../receiving-calls.ts'
import { SupplierField } from '../supplier-field.tsx'
import { worthOfLines, type ReturnLine, isPossible, isSameBatch, withQuantity } from './return-lines.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { listInventories } from '#features/stock/contract-ledger.ts'
import { pages } from '#web/calls/api.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, Failed, Loading } from '#web/ui/four-states.tsx'

const PAGE = 50

interface Props {
  store: number
  /** Undefined: of any. */
  supplier: number | undefined
  q: string | undefined
  lines: readonly ReturnLine[]
  onChange: (lines: ReturnLine[]) => void
  errors: Record<string, ReactNode>
}

/** What lies in the store of a supplier, what is in quarantine first, each with a box for how much of it goes back. */
const ReturnBatches = ({ store, supplier, q, lines, onChange, errors }: Props) => {
  const ask = (state: 'quarantined' | 'usable') => ({
    ...pages(listInventories, { query: { store, supplier, q, state, limit: PAGE } }),
    placeholderData: keepPreviousData,
  })
  const aside = usePages(ask('quarantined'))
  const usable = usePages(ask('usable'))
  const trouble = aside.error ?? usable.error
  if (!aside.data || !usable.data) return trouble ? <Failed error={trouble} /> : <Loading rows={6} height={28} />
  const rows = [...aside.data, ...usable.data]
  if (rows.length === 0)
    return <Empty title={t('No stock from this supplier here')}>{t('Choose another store, or search for the item.')}</Empty>
  return (
    <div className="table-box doc-lines card-rows" role="region" aria-label={t('Batches')} tabIndex={-1}>
      <table className="k-table" aria-label={t('Batches')}>
        <colgroup>
          <col />
          <col style={{ width: 112 }} />
          <col style={{ width: 112 }} />
          <col style={{ width: 144 }} />
          <col style={{ width: 152 }} />
          <col style={{ width: 208 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('Item')}</th>
            <th scope="col">{t('Lot')}</th>
            <th scope="col">{t('Expires')}</th>
            <th scope="col">{t('Status')}</th>
            <th scope="col" className="r">
              {t('Stock')}
            </th>
            <th scope="col">{t('To return')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((held) => {
            const at = lines.findIndex((line) => isSameBatch(line, held))
            const line = lines[at]
            const message = errors[`items.${at}.quantity`] ?? errors[`items.${at}.batch`]
            const wrong = message ?? (line && !isPossible(line) ? t('1 to {n}', { n: number(held.quantity_in_stock) }) : undefined)
            return (
              <tr key={held.id} data-item={held.item} data-lot={held.lot_number}>
                <th scope="row" className="names wraps whole">
                  <span className="strong">{held.item_name}</span> <span className="small t3 num">{held.item_code}</span>
                  {supplier === undefined && <span className="small t3"> · {held.supplier_name ?? t('no supplier')}</span>}
                </th>
                <td data-label={t('Lot')} className="num">
                  {held.lot_number || '–'}
                </td>
                <td data-label={t('Expires')} className="num">
                  {held.expiry_date === null ? '–' : date(held.expiry_date)}
                </td>
                <td data-label={t('Status')}>
                  {held.is_recalled ? (
                    <Status tone="attention">{t('Recalled')}</Status>
                  ) : held.state === 'quarantined' ? (
                    <Status tone="attention">{t('Quarantine')}</Status>
                  ) : held.expiry_date !== null && held.expiry_date < today() ? (
                    <Status tone="attention">{t('Expired')}</Status>
                  ) : (
                    <Status tone="done">{t('Usable')}</Status>
                  )}
                </td>
                <td data-label={t('Stock')} className="r">
                  {number(held.quantity_in_stock)} <span className="t3">{unitName(held.units_of_measure, held.quantity_in_stock)}</span>
                </td>
                <td className="whole">
                  <span className="row">
                    <input
                      className="doc-cell r"
                      inputMode="numeric"
                      autoComplete="off"
                      maxLength={9}
                      aria-label={t('Quantity of {item}', { item: [held.item_name, held.lot_number].filter(Boolean).join(' ') })}
                      aria-invalid={wrong !== undefined || undefined}
                      data-path={at < 0 ? undefined : `items.${at}.quantity`}
                      value={line?.quantity ?? ''}
                      onFocus={(event) => event.currentTarget.select()}
                      onChange={(event) => onChange(withQuantity(lines, held, event.currentTarget.value))}
                      onKeyDown={(event) => {
                        if (event.key === 'Enter') event.preventDefault()
                      }}
                    />
                    <Button
                      className="row-button"
                      size="compact-sm"
                      aria-label={t('All of {item}', { item: [held.item_name, held.lot_number].filter(Boolean).join(' ') })}
                      onClick={() => onChange(withQuantity(lines, held, String(held.quantity_in_stock)))}
                    >
                      {t('All')}
                    </Button>
                  </span>
                  {wrong !== undefined && <span className="doc-wrong">{wrong}</span>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {(aside.hasMore || usable.hasMore) && (
        <div className="table-foot">
          <span className="grow">{t('More in stock: search for the item, or')}</span>
          <Button
            size="compact-sm"
            onClick={() => {
              if (aside.hasMore) aside.fetchMore()
              if (usable.hasMore) usable.fetchMore()
            }}
          >
            {t('Show more')}
          </Button>
        </div>
      )}
    </div>
  )
}

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

const useReturn = ({ supplier: from, store: at, reason: why = '', lines: given = [], delivery }: Asked) => {
  const go = useNavigate()
  const main = useStores()?.find(({ kind }) => kind === 'main')?.id ?? null
  const endpointForm = useEndpointForm<typeof createSupplierReturn, Values>(createSupplierReturn, {
    initialValues: { supplier: from, store: at, reason: why, any_supplier: false, lines: given },
    draftKey: delivery === undefined ? 'supplier-return' : `supplier-return-of-${delivery}`,
    toBody: ({ supplier, store, reason, any_supplier, lines }) => ({
      supplier: supplier ?? Number.NaN,
      store: store ?? main ?? Number.NaN,
      reason,
      ...(any_supplier && { any_supplier }),
      items: lines.map(({ batch, state, quantity }) => ({ batch, state, quantity: sentCount(quantity) })),
    }),
    onSaved: ({ id, number }) => {
      toast.done(t('{number}: the goods have left the store.', { number }))
      void go(`${ADDRESS}/${id}`)
    },
  })
  const document = useDocument<ReturnLine, Values>(endpointForm, {
    labels: { supplier: t('Supplier'), store: t('From'), reason: t('Reason') },
  })
  return { document, store: document.values.store ?? main }
}

/** What goes back: batches of a supplier in a store, those in quarantine first. */
export const ReturnForm = ({ asked }: { asked: Asked }) => {
  const go = useNavigate()
  const [q, setQ] = useState('')
  const { document, store } = useReturn(asked)
  const { box, change, form, lines, values } = document
  const { supplier, any_supplier } = values
  useScans((code) => {
    void findCode(code).then((found) => {
      const input = found && boxOf(found.card.id, found.lot)
      if (input) input.focus()
      else toast.failed(found ? t('No batch of {item} in this list.', { item: found.card.name }) : t('No item with code {code}.', { code }))
    }, toast.failed)
  })
  /** Batches of another supplier or store are other ones. */
  const choose = (name: 'supplier' | 'store', id: number | null) => {
    box(name).onChange(id)
    change(() => [])
  }
  return (
    <DocumentForm
      document={document}
      title={t('Return')}
      save={
        lines.length > 0
          ? t('{count, plural, one {Return {n} batch} other {Return {n} batches}}', { count: lines.length, n: lines.length })
          : t('Send back')
      }
      onCancel={() => void go(ADDRESS)}
      extra={
        <DocumentSum>
          <span>
            <span className="t2">{t('Value')}</span> <output>{money(fromCents(worthOfLines(lines)), { withCurrency: true })}</output>
          </span>
        </DocumentSum>
      }
      fields={
        <>
          <SupplierField required autoFocus={supplier === null} {...box('supplier')} onChange={(id) => choose('supplier', id)} />
          <StoreField required {...box('store')} value={store} onChange={(id) => choose('store', id)} />
          <Textarea required autosize minRows={1} maxLength={300} {...box('reason')} />
        </>
      }
    >
      {supplier === null || store === null ? (
        <Note tone="waiting">{t('Choose a supplier to list the items from that supplier still in the store.')}</Note>
      ) : (
        <>
          <div className="doc-tools" role="search">
            <SearchField label={t('Item')} value={q} onChange={setQ} />
            <Checkbox
              label={t('Include other suppliers')}
              checked={any_supplier}
              onChange={(event) => form.setFieldValue('any_supplier', event.currentTarget.checked)}
            />
          </div>
          <ReturnBatches
            store={store}
            supplier={any_supplier ? undefined : supplier}
            q={q || undefined}
            lines={lines}
            onChange={(next) => change(() => next)}
            errors={form.errors}
          />
        </>
      )}
    </DocumentForm>
  )
}
