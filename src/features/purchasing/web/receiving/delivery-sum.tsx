import { countOrNone, priceOf } from '#features/stock/web/lines-field.tsx'
import { fromCents, cents } from '#shared/money.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { isComing, type DeliveryLine } from './delivery-lines.ts'

const costOf = ({ quantity, price }: DeliveryLine) => (countOrNone(quantity) ?? 0) * cents(priceOf(price) ?? '0')

/** How far the delivery is, and what it costs without tax. */
export const DeliverySum = ({
  lines,
  hasOrder,
  isDonation,
}: {
  lines: readonly DeliveryLine[]
  hasOrder: boolean
  isDonation: boolean
}) => {
  const coming = lines.filter(isComing)
  const ordered = new Set(lines.filter(({ order_item }) => order_item !== null).map(({ order_item }) => order_item))
  const here = new Set(coming.filter(({ order_item }) => order_item !== null).map(({ order_item }) => order_item))
  const total = coming.reduce((sum, line) => sum + costOf(line), 0)
  return (
    <span className="receive-sum num" role="status">
      {hasOrder && (
        <span className="t2">{t('{{n}} of {{all}} lines of the order are here', { n: number(here.size), all: number(ordered.size) })}</span>
      )}
      {!isDonation && (
        <span>
          <span className="t2">{t('Without tax')}</span> <output>{money(fromCents(total), { withCurrency: true })}</output>
        </span>
      )}
    </span>
  )
}
