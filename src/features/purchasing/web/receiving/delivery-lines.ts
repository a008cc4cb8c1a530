import { countOrNone, type Found, lineFromCard, type PackedLine, type Taken } from '#features/stock/web/lines-field.tsx'
import { addDays } from '#shared/zoned.ts'
import { cents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import { costOfUnits } from '../line-sums.ts'
import { readExpiry, shownExpiry } from './read-expiry.ts'

/** A line of a delivery as it stands in its boxes; packs and prices of one pack, what is damaged in units. */
export interface DeliveryLine extends PackedLine {
  needs_lot: boolean
  needs_expiry: boolean
  /** The line of the order that it is a delivery of. */
  order_item: number | null
  /** Units of the order that have not come yet; null without an order. */
  open_units: number | null
  ordered_price: string | null
  quantity: string
  free: string
  damaged: string
  lot: string
  expiry: string
  price: string
  sale_price: string
  /** How often it was scanned: each time is one pack more. */
  scans: number
}

/** Whether anything of the line is being taken in. */
export const isComing = ({ quantity, free }: DeliveryLine) => countOrNone(quantity) !== 0 || countOrNone(free) !== 0

/** The place of each line among those that are sent: errors of the server name that. */
export const sentPlaces = (lines: readonly DeliveryLine[]): ReadonlyMap<string, number> =>
  new Map(lines.filter(isComing).map(({ key }, at) => [key, at]))

const unitsOf = (line: DeliveryLine) => (countOrNone(line.quantity) ?? 0) * line.pack_units

/** Units of the order's line that all its lines here bring together. */
const countComing = (lines: readonly DeliveryLine[], { order_item }: DeliveryLine) =>
  lines.filter((line) => line.order_item === order_item).reduce((sum, line) => sum + unitsOf(line), 0)

/** What is still missing of the order's line, in packs: what Enter in an empty box takes in. At least one. */
export const missingPacks = (lines: readonly DeliveryLine[], line: DeliveryLine): number => {
  if (line.open_units === null) return 1
  const others = countComing(lines, line) - unitsOf(line)
  return Math.max(1, Math.floor((line.open_units - others) / line.pack_units))
}

export type Remark =
  | { kind: 'short'; units: number }
  | { kind: 'over'; came: number; open: number }
  | { kind: 'dearer' | 'cheaper'; was: string; percent: number }
  | { kind: 'expired' | 'soon'; day: string }

const SOON_DAYS = 182

const ofPrice = ({ price, ordered_price }: DeliveryLine): Remark[] => {
  const text = amountText(price)
  if (ordered_price === null || !/^\d{1,10}(\.\d{1,2})?$/.test(text)) return []
  const [now, was] = [cents(text), cents(ordered_price)]
  if (now === was) return []
  return [
    {
      kind: now > was ? 'dearer' : 'cheaper',
      was: ordered_price,
      percent: was === 0 ? 100 : Math.round((Math.abs(now - was) * 100) / was),
    },
  ]
}
const ofExpiry = ({ expiry }: DeliveryLine, today: string): Remark[] => {
  const day = readExpiry(expiry)
  if (day === null) return []
  return day < today ? [{ kind: 'expired', day }] : day < addDays(today, SOON_DAYS) ? [{ kind: 'soon', day }] : []
}
const ofOrder = (lines: readonly DeliveryLine[], line: DeliveryLine): Remark[] => {
  if (line.open_units === null) return []
  // Said once, at the last of the lines that share an order's line.
  if (lines.findLast(({ order_item }) => order_item === line.order_item) !== line) return []
  const [came, open] = [countComing(lines, line), line.open_units]
  return came === open ? [] : [came > open ? { kind: 'over', came, open } : { kind: 'short', units: open - came }]
}

/** What is to be said about a line that is being taken in; `today` is the clinic's day. */
export const remarksOf = (lines: readonly DeliveryLine[], line: DeliveryLine, today: string): Remark[] =>
  isComing(line) ? [...ofOrder(lines, line), ...ofPrice(line), ...ofExpiry(line, today)] : []

export type Box = 'quantity' | 'free' | 'damaged' | 'lot' | 'expiry' | 'price' | 'sale_price'

/** The first box of a line that still wants something, in the order of typing; null when it is whole. */
export const nextBox = (line: DeliveryLine, after?: Box): Box | null => {
  const wanted: Box[] = ['quantity']
  if (line.needs_lot) wanted.push('lot')
  if (line.needs_expiry) wanted.push('expiry')
  wanted.push('price')
  const rest = wanted.slice(after === undefined ? 0 : wanted.indexOf(after) + 1)
  return rest.find((box) => line[box] === '' || (box === 'expiry' && readExpiry(line.expiry) === null)) ?? null
}

/** The line with one lot more of the same item behind it. */
export const withAnotherLot = (lines: readonly DeliveryLine[], at: number, key: string): DeliveryLine[] => {
  const line = lines[at]
  if (!line) return [...lines]
  const fresh = { ...line, key, quantity: '', free: '', damaged: '', lot: '', expiry: '', scans: 0 }
  return lines.toSpliced(at + 1, 0, fresh)
}

const sameLot = (line: DeliveryLine, lot: string) => line.lot.trim().toUpperCase() === lot.toUpperCase()

/** The place of the line that a find belongs to, made where it is another lot of what is there; -1 for an item that no line has. */
const placeFor = (lines: readonly DeliveryLine[], { card, lot }: Found, key: string) => {
  const own = lines.flatMap((line, at) => (line.item === card.id ? [at] : []))
  const last = own.at(-1)
  if (last === undefined) return { lines: [...lines], at: -1 }
  if (lot === null) return { lines: [...lines], at: own.find((at) => lines[at]?.lot === '' && lines[at].quantity === '') ?? last }
  const known = own.find((at) => lines[at] && sameLot(lines[at], lot)) ?? own.find((at) => lines[at]?.lot === '')
  if (known !== undefined) return { lines: [...lines], at: known }
  return { lines: withAnotherLot(lines, last, key), at: last + 1 }
}

/** What a pack costs when a unit costs so much; '' when that is not known. */
export const usualPrice = (unitCost: string | null, units: number): string => (unitCost === null ? '' : costOfUnits(unitCost, units))

/** A line for something that no order named. */
const freshLine = ({ card, pack, lot, expires_on, isScanned }: Found, key: string): DeliveryLine => ({
  ...lineFromCard(card, pack, key),
  needs_lot: card.needs_lot,
  needs_expiry: card.needs_expiry,
  order_item: null,
  open_units: null,
  ordered_price: null,
  quantity: '',
  free: '',
  damaged: '',
  lot: lot ?? '',
  expiry: shownExpiry(expires_on),
  price: usualPrice(card.last_cost, pack?.units ?? 1),
  sale_price: '',
  scans: isScanned ? 1 : 0,
})

const packsIn = ({ quantity, pack }: Found, line: DeliveryLine) => {
  const packs = ((quantity ?? 0) * (pack?.units ?? 1)) / line.pack_units
  return Number.isInteger(packs) && packs > 0 ? String(packs) : ''
}
const filledIn = (line: DeliveryLine, found: Found): DeliveryLine => {
  const isCounted = found.isScanned && (found.pack?.id ?? null) === line.pack
  const scans = line.scans + (isCounted ? 1 : 0)
  const isAgain = isCounted && (scans > 1 || line.quantity !== '')
  const known = line.quantity === '' ? packsIn(found, line) : line.quantity
  return {
    ...line,
    needs_lot: found.card.needs_lot,
    needs_expiry: found.card.needs_expiry,
    scans,
    lot: line.lot || (found.lot ?? ''),
    expiry: line.expiry || shownExpiry(found.expires_on),
    quantity: isAgain && found.quantity === null ? String((countOrNone(line.quantity) || 1) + 1) : known,
  }
}

/**
 * The lines after something was scanned or found by its name: its lot and expiry filled in, one pack more when it was scanned again; a line
 * of its own for another lot, and for what nobody ordered. The cursor goes to the quantity. `key` names a line that has to be made.
 */
export const takeFound = (lines: readonly DeliveryLine[], found: Found, key: string): Taken<DeliveryLine> => {
  const place = placeFor(lines, found, key)
  const line = place.lines[place.at]
  if (!line) return { lines: [...place.lines, freshLine(found, key)], key, box: 'quantity' }
  return { lines: place.lines.with(place.at, filledIn(line, found)), key: line.key, box: 'quantity' }
}
