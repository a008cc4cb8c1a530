import { unitName } from '#features/directions/web/quantity-name.tsx'
import { countOrNone, type LineNote } from '#features/stock/web/lines-field.tsx'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { isComing, remarksOf, type DeliveryLine, type Remark } from './delivery-lines.ts'
import { readExpiry } from './read-expiry.ts'

const units = (count: number, { pack_units, unit }: DeliveryLine) =>
  pack_units > 1 && count % pack_units === 0 ? number(count / pack_units) : `${number(count)} ${unitName(unit, count)}`

/** How much came and how much is open: in packs of the line where both are whole ones. */
export const cameAndOpen = (came: number, open: number, { pack_units, unit }: Pick<DeliveryLine, 'pack_units' | 'unit'>): string => {
  const each = came % pack_units === 0 && open % pack_units === 0 ? pack_units : 1
  const words = t('{came} received, {open} open', { came: number(came / each), open: number(open / each) })
  return each === pack_units || unit === '' ? words : `${words} (${unit})`
}

const noteOf = (line: DeliveryLine, remark: Remark): LineNote => {
  switch (remark.kind) {
    case 'short':
      return { tone: 'waiting', text: t('{n} short', { n: units(remark.units, line) }) }
    case 'over':
      return { tone: 'attention', text: cameAndOpen(remark.came, remark.open, line) }
    case 'dearer':
      return {
        tone: 'attention',
        text: t('{percent} % above the order price ({was})', { percent: remark.percent, was: money(remark.was) }),
      }
    case 'cheaper':
      return {
        tone: 'waiting',
        text: t('{percent} % below the order price ({was})', { percent: remark.percent, was: money(remark.was) }),
      }
    case 'expired':
      return { tone: 'attention', text: t('Expired {day}: refuse it on delivery; it cannot be received.', { day: date(remark.day) }) }
    default:
      return { tone: 'attention', text: t('Expires soon: {day}', { day: date(remark.day) }) }
  }
}

const damageOf = (line: DeliveryLine): LineNote[] => {
  const damaged = countOrNone(line.damaged)
  if (!damaged || !isComing(line)) return []
  return [{ tone: 'waiting', text: t('{n} {unit} damaged: into quarantine', { n: number(damaged), unit: unitName(line.unit, damaged) }) }]
}

interface Around {
  lines: readonly DeliveryLine[]
  today: string
  hasOrder: boolean
  /** What was already said of the line's expiry. */
  isExpiryStated: boolean
}

/** What is to be said about a line while the delivery is typed in. */
export const notesOf = (line: DeliveryLine, { lines, today, hasOrder, isExpiryStated }: Around): LineNote[] => {
  const notes = remarksOf(lines, line, today)
    .filter(({ kind }) => kind !== 'expired' || !isExpiryStated)
    .map((remark) => noteOf(line, remark))
  const isNoDay = line.expiry !== '' && readExpiry(line.expiry) === null
  return [
    ...(hasOrder && line.order_item === null ? [{ tone: 'attention' as const, text: t('Not ordered') }] : []),
    ...(isNoDay && isComing(line) ? [{ tone: 'attention' as const, text: t('Expiry: month and year as printed, such as 03/27') }] : []),
    ...damageOf(line),
    ...notes,
  ]
}
