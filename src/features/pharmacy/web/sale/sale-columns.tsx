import { type LineColumn, type LineNote, packBox } from '#features/stock/web/lines-field.tsx'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { isNoCount, priceOfPack, recounted, type SaleLine } from './sale-lines.ts'
import { type CheckedLine, useCheckedLine } from './use-sale-check.ts'
import type { ReadWords } from './use-words.ts'

const none = <span className="t3">–</span>

const Price = ({ of }: { of: SaleLine }) => {
  const price = useCheckedLine(of)?.unit_price
  return price == null ? none : <span className="num">{money(priceOfPack(price, of))}</span>
}
const Total = ({ of }: { of: SaleLine }) => {
  const total = useCheckedLine(of)?.total_price
  return total == null ? none : <span className="num strong">{money(total)}</span>
}

/** The columns of a sale. */
export const saleColumns = (): readonly LineColumn<SaleLine>[] => [
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
    box: {
      value: ({ directions }) => directions,
      write: (line, directions) => ({ ...line, directions }),
      placeholder: () => '1 tds 5/7',
      maxLength: 300,
    },
  },
  { key: 'price', title: t('Price'), width: 76, align: 'end', onlyWide: true, render: (line) => <Price of={line} /> },
  { key: 'total', title: t('Total'), width: 88, align: 'end', render: (line) => <Total of={line} /> },
]

const directionsNote = ({ directions }: SaleLine, read: ReadWords | null): LineNote[] => {
  if (directions.trim() === '' || read === null) return []
  const words = read(directions)
  return [words === '' ? { tone: 'attention', text: t('Printed as it was typed') } : { tone: 'inactive', text: words }]
}

/** Out of which batches it comes, as the shelf stands. */
const batchNote = ({ batches }: CheckedLine): LineNote[] => {
  const texts = batches.map(({ lot, expires_on, units }) =>
    [lot || t('without a lot'), batches.length > 1 && `× ${number(units)}`, expires_on && date(expires_on)].filter(Boolean).join(' '),
  )
  return texts.length === 0 ? [] : [{ tone: 'inactive', text: t('Batch: {{batches}}', { batches: texts.join(', ') }) }]
}

/** What has to be said of a line: what is missing first. */
export const saleNotes =
  (checked: ReadonlyMap<string, CheckedLine>, read: ReadWords | null) =>
  (line: SaleLine): readonly LineNote[] => {
    const now = checked.get(line.key)
    const notes: LineNote[] = [...directionsNote(line, read), ...(now ? batchNote(now) : [])]
    if (line.strange !== null) notes.unshift({ tone: 'attention', text: t('Lot {{lot}} is not in the books', { lot: line.strange }) })
    for (const { lot } of line.picks.filter(({ isBad }) => isBad))
      notes.unshift({ tone: 'critical', text: t('Lot {{lot}} must not be handed out', { lot }) })
    if (now && now.computed_quantity !== null && Number(now.computed_quantity) !== now.units)
      notes.unshift({ tone: 'attention', text: t('The directions come to {{n}}', { n: number(now.computed_quantity) }) })
    if (now?.is_controlled) notes.unshift({ tone: 'attention', text: t('Controlled drug') })
    if (now && now.unit_price === null) notes.unshift({ tone: 'critical', text: t('No price yet: it cannot be sold') })
    if (now && now.missing > 0)
      notes.unshift({
        tone: 'critical',
        text: t('{{missing}} {{unit}} too few: {{left}} left', {
          missing: number(now.missing),
          unit: line.unit,
          left: number(now.on_hand ?? 0),
        }),
      })
    if (isNoCount(line)) notes.unshift({ tone: 'critical', text: t('Enter a whole number above zero.') })
    return notes
  }
