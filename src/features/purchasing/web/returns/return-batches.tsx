import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listInventories } from '#features/stock/contract-stock.ts'
import { pages } from '#web/calls/api.ts'
import { date, number, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { Empty, Failed, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { isPossible, isSameBatch, withQuantity, type ReturnLine } from './return-lines.ts'

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
export const ReturnBatches = ({ store, supplier, q, lines, onChange, errors }: Props) => {
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
    return <Empty title={t('Nothing of this supplier lies here')}>{t('Choose another store, or search for the item.')}</Empty>
  return (
    <div className="table-box doc-lines" data-cards role="region" aria-label={t('Batches')} tabIndex={-1}>
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
            <th scope="col">{t('State')}</th>
            <th scope="col" className="r">
              {t('There')}
            </th>
            <th scope="col">{t('Goes back')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((held) => {
            const at = lines.findIndex((line) => isSameBatch(line, held))
            const line = lines[at]
            const said = errors[`items.${at}.quantity`] ?? errors[`items.${at}.batch`]
            const wrong = said ?? (line && !isPossible(line) ? t('1 to {{n}}', { n: number(held.quantity_in_stock) }) : undefined)
            return (
              <tr key={held.id} data-item={held.item} data-lot={held.lot_number}>
                <td className="wraps whole">
                  <span className="strong">{held.item_name}</span> <span className="small t3 num">{held.item_code}</span>
                  {supplier === undefined && <span className="small t3"> · {held.supplier_name ?? t('of nobody')}</span>}
                </td>
                <td data-label={t('Lot')} className="num">
                  {held.lot_number || '–'}
                </td>
                <td data-label={t('Expires')} className="num">
                  {held.expiry_date === null ? '–' : date(held.expiry_date)}
                </td>
                <td data-label={t('State')}>
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
                <td data-label={t('There')} className="r">
                  {number(held.quantity_in_stock)} <span className="t3">{held.units_of_measure}</span>
                </td>
                <td className="whole">
                  <span className="row">
                    <input
                      className="doc-cell r"
                      inputMode="numeric"
                      autoComplete="off"
                      maxLength={9}
                      aria-label={t('How many of {{item}}', { item: [held.item_name, held.lot_number].filter(Boolean).join(' ') })}
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
                      aria-label={t('All of {{item}}', { item: [held.item_name, held.lot_number].filter(Boolean).join(' ') })}
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
          <span className="grow">{t('More lies there: search for the item, or')}</span>
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
