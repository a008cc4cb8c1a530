import { useQuery } from '@tanstack/react-query'
import { type Card, cardQuery, type LineBox, type LineColumn, packBox, packWord, textBox } from '#features/stock/web/lines-field.tsx'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { usualPrice, type DeliveryLine } from './delivery-lines.ts'
import { readExpiry, shownExpiry } from './read-expiry.ts'

type ChoicesProps = Parameters<NonNullable<LineBox<DeliveryLine>['Choices']>>[0]
/** What came without an order may be counted in any pack of its item; what was ordered is counted as it was ordered. */
const PackChoices = ({ line, children }: ChoicesProps) => {
  const { item, unit, order_item, pack, pack_name, pack_units } = line
  const { data } = useQuery({ ...cardQuery(item), enabled: order_item === null })
  const own = pack === null ? { value: '', label: unit } : { value: String(pack), label: packWord(pack_name ?? '', pack_units) }
  if (order_item !== null || !data) return children([own])
  const packs = data.packs.filter(({ is_active }) => is_active)
  return children([
    { value: '', label: unit },
    ...packs.map(({ id, name, units }) => ({ value: String(id), label: packWord(name, units) })),
  ])
}
/** A price that nobody typed follows the pack. */
const withPrice = (before: DeliveryLine, after: DeliveryLine): DeliveryLine => {
  const cost = queryClient.getQueryData<Card>(cardQuery(before.item).queryKey)?.last_cost ?? null
  return before.price === usualPrice(cost, before.pack_units) ? { ...after, price: usualPrice(cost, after.pack_units) } : after
}
const packs: LineBox<DeliveryLine> = { ...packBox<DeliveryLine>(withPrice), Choices: PackChoices }

/** So many units in packs of the line, with what is left over. */
const inPacks = (units: number, { pack_units }: DeliveryLine) => number(Math.round((units / pack_units) * 100) / 100)

interface Shown {
  /** Free goods, what is damaged, new sale prices. */
  isMore: boolean
  hasOrder: boolean
  isDonation: boolean
  mayPrice: boolean
  /** What every line is counted in; null where they differ. */
  unit: string | null
}

/** The boxes of a delivery's lines, in the order in which one types. */
export const deliveryColumns = ({ isMore, hasOrder, isDonation, mayPrice, unit }: Shown): readonly LineColumn<DeliveryLine>[] => {
  const columns: (LineColumn<DeliveryLine> | false)[] = [
    { key: 'pack', title: t('Counted in'), width: 120, box: packs },
    hasOrder && {
      key: 'open',
      title: t('Expected'),
      width: 80,
      align: 'end',
      render: (line) => (line.open_units === null ? '–' : inPacks(line.open_units, line)),
    },
    {
      key: 'quantity',
      title: t('Came'),
      width: 84,
      align: 'end',
      box: textBox('quantity', {
        mode: 'numeric',
        maxLength: 9,
        placeholder: (line) => (line.open_units === null ? '' : String(Math.floor(line.open_units / line.pack_units))),
      }),
    },
    {
      key: 'lot',
      title: t('Lot'),
      width: 112,
      box: textBox('lot', { maxLength: 40, settle: (line) => ({ ...line, lot: line.lot.trim().toUpperCase() }) }),
    },
    {
      key: 'expiry',
      title: t('Expires'),
      width: 104,
      box: textBox('expiry', {
        path: 'expires_on',
        placeholder: () => t('03/27'),
        settle: (line) => {
          const day = readExpiry(line.expiry)
          return day === null ? line : { ...line, expiry: shownExpiry(day) }
        },
      }),
    },
    !isDonation && {
      key: 'price',
      title: t('Price'),
      width: 100,
      align: 'end',
      box: textBox('price', { mode: 'decimal', path: 'purchase_price' }),
    },
    isMore && {
      key: 'free',
      title: t('Free goods'),
      width: 64,
      align: 'end',
      box: textBox('free', { mode: 'numeric', maxLength: 9, path: 'free_quantity' }),
    },
    isMore && {
      key: 'damaged',
      // Packs came, single units of them are damaged.
      title: unit === null ? t('Damaged, units') : t('Damaged, {{unit}}', { unit }),
      width: 124,
      align: 'end',
      box: textBox('damaged', { mode: 'numeric', maxLength: 9, path: 'damaged_units', placeholder: (line) => line.unit }),
    },
    isMore &&
      mayPrice && {
        key: 'sale_price',
        title: t('Sale price'),
        width: 88,
        align: 'end',
        box: textBox('sale_price', { mode: 'decimal' }),
      },
  ]
  return columns.filter((column) => column !== false)
}
