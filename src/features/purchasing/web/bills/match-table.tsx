import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Bill, Order } from '../receiving-calls.ts'

type Row = Bill['items'][number]
const dash = <span className="t3">–</span>
const packs = (units: number, each: number) => number(Math.round((units / each) * 100) / 100)
const rate = (text: string) => `${number(Number(text))} %`

/** What was ordered, what came of it and what is billed, in three columns; what differs is bold. */
export const MatchTable = ({ bill, order }: { bill: Bill; order: Order | undefined }) => {
  const ordered = ({ purchase_order_item }: Row) => order?.items.find(({ id }) => id === purchase_order_item)
  return (
    <div className="table-box doc-lines" role="region" aria-label={t('Lines of the bill')} tabIndex={-1}>
      <table className="k-table" aria-label={t('Lines of the bill')}>
        <colgroup>
          <col />
          {order && <col className="not-phone" style={{ width: 120 }} />}
          {order && <col className="not-phone" style={{ width: 72 }} />}
          <col style={{ width: 64 }} />
          <col className="not-phone" style={{ width: 88 }} />
          <col className="not-phone" style={{ width: 56 }} />
          <col style={{ width: 104 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('Item')}</th>
            {order && (
              <th scope="col" className="r not-phone">
                {t('Ordered')}
              </th>
            )}
            {order && (
              <th scope="col" className="r not-phone">
                {t('Received')}
              </th>
            )}
            <th scope="col" className="r">
              {t('Billed')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Price')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Tax')}
            </th>
            <th scope="col" className="r">
              {t('With tax')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bill.items.map((row) => {
            const line = ordered(row)
            const isDearer = line !== undefined && line.unit_price !== row.unit_price
            return (
              <tr key={row.id}>
                <td className="wraps">
                  <span className="strong">{row.item_name}</span>{' '}
                  <span className="small t3 num">{row.pack_units > 1 && `× ${number(row.pack_units)} ${row.unit}`}</span>
                </td>
                {order && (
                  <td className="r not-phone">{line ? `${packs(line.units, row.pack_units)} × ${money(line.unit_price)}` : dash}</td>
                )}
                {order && <td className="r not-phone">{line ? packs(line.received_units, row.pack_units) : dash}</td>}
                <td className="r">{number(row.quantity)}</td>
                <td className={isDearer ? 'r not-phone strong' : 'r not-phone'}>{money(row.unit_price)}</td>
                <td className="r not-phone">{rate(row.tax_rate)}</td>
                <td className="r">{money(row.total)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
