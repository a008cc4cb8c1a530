import type { z } from 'zod'
import { countOf, type Found, lineFromCard, type PackedLine, sentCount, type Taken } from '#features/stock/web/lines-field.tsx'
import { cents, fromCents } from '#shared/money.ts'
import { randomId } from '#web/calls/random-id.ts'
import type { checkSale } from '#features/pharmacy/contract-counter.ts'

export type SaleInput = z.input<typeof checkSale.body>
type LineInput = SaleInput['lines'][number]

/** Units of a lot that was scanned. */
interface Pick {
  batch: number
  lot: string
  units: number
  /** It is the one that expires first: nothing has to be said of it. */
  isFirst: boolean
  /** It must not be handed out. */
  isBad: boolean
}

/** A line of the sale as it stands in its boxes. */
export interface SaleLine extends PackedLine {
  /** Packs, or units, as typed. */
  quantity: string
  directions: string
  /** What was scanned, by its lot. */
  picks: readonly Pick[]
  /** A lot that was scanned and is not in the books. */
  strange: string | null
  batch_reason: string
  /** The code of the pack that was scanned last. */
  scanned: string | null
}

type Batch = Found['card']['batches'][number]
const isHere = ({ places }: Batch, store: number | undefined) =>
  places.some((place) => (store === undefined || place.store === store) && place.state === 'usable' && place.quantity > 0)
const unitsOf = ({ pack, quantity }: Found) => (pack?.units ?? 1) * (quantity ?? 1)

/** The batch of a scanned pack; none where no lot was said, or nobody knows it. */
const pickOf = (found: Found, store: number | undefined): Pick[] => {
  const { card, lot } = found
  const batch = lot !== null && card.batches.find((one) => one.lot.toUpperCase() === lot.toUpperCase() && isHere(one, store))
  if (!batch) return []
  const [first] = card.batches.filter((one) => !one.is_expired && !one.is_recalled && isHere(one, store))
  return [
    {
      batch: batch.id,
      lot: batch.lot,
      units: unitsOf(found),
      isFirst: first?.id === batch.id,
      isBad: batch.is_expired || batch.is_recalled,
    },
  ]
}

/** A new line of what was found: one of it. */
export const foundLine = (found: Found, store: number | undefined): SaleLine => {
  const { card, pack, quantity, code, lot } = found
  const picks = pickOf(found, store)
  return {
    ...lineFromCard(card, pack, randomId()),
    quantity: String(quantity ?? 1),
    directions: '',
    batch_reason: '',
    scanned: code ?? null,
    picks,
    strange: lot !== null && picks.length === 0 ? lot : null,
  }
}

const together = (picks: readonly Pick[], more: readonly Pick[]): Pick[] => [
  ...picks.map((pick) => {
    const same = more.find(({ batch }) => batch === pick.batch)
    return same ? { ...pick, units: pick.units + same.units } : pick
  }),
  ...more.filter(({ batch }) => picks.every((pick) => pick.batch !== batch)),
]

/** A pack more of a line; packs of two sizes are counted in single units. */
const grown = (line: SaleLine, more: SaleLine): SaleLine => {
  const count = countOf(line.quantity) ?? 0
  const added = countOf(more.quantity) ?? 1
  const sum =
    line.pack === more.pack
      ? { quantity: String(count + added) }
      : {
          quantity: String(count * line.pack_units + added * more.pack_units),
          pack: null,
          pack_name: null,
          pack_units: 1,
        }
  return { ...line, ...sum, picks: together(line.picks, more.picks), strange: more.strange ?? line.strange, scanned: more.scanned }
}

/** Takes what was found into the sale, each item once: by a scan a pack more, by its name the cursor goes to how many. */
export const takeIntoSale =
  (store: number | undefined) =>
  (lines: readonly SaleLine[], found: Found): Taken<SaleLine> => {
    const line = foundLine(found, store)
    const known = lines.find(({ item }) => item === line.item)
    if (!known) return { lines: [...lines, line], key: line.key, box: found.isScanned ? null : 'quantity' }
    if (!found.isScanned) return { lines, key: known.key, box: 'quantity' }
    return { lines: lines.map((one) => (one === known ? grown(known, line) : one)), key: known.key, box: null }
  }

/** The line with another number or pack: one lot follows it, of several nobody knows then how many of each. */
export const recounted = (line: SaleLine): SaleLine => {
  const units = (countOf(line.quantity) ?? 0) * line.pack_units
  const [only, more] = line.picks
  return { ...line, picks: only && !more ? [{ ...only, units }] : [] }
}

/** The batches that have to be named: those that were scanned, unless they are what expires first anyway. */
export const namedPicks = ({ picks, quantity, pack_units }: SaleLine): readonly Pick[] => {
  const units = (countOf(quantity) ?? 0) * pack_units
  const isWhole = picks.reduce((sum, pick) => sum + pick.units, 0) === units
  return isWhole && picks.some(({ isFirst }) => !isFirst) ? picks : []
}

/** Something is typed as its quantity that is no whole number above zero. */
export const isNoCount = ({ quantity }: SaleLine): boolean => quantity.trim() !== '' && !(sentCount(quantity) > 0)

/** What one of what is counted costs: a pack, where the line is counted in packs; exact. */
export const priceOfPack = (unitPrice: string, { pack_units }: { pack_units: number }): string => fromCents(cents(unitPrice) * pack_units)

/** A line as it is sent. */
export const sentLine = (line: SaleLine): LineInput => {
  const { item, quantity, pack, directions, batch_reason, scanned } = line
  const named = namedPicks(line)
  return {
    item,
    quantity: sentCount(quantity),
    ...(pack !== null && { pack }),
    ...(directions.trim() !== '' && { directions: directions.trim() }),
    ...(named.length > 0 && { batches: named.map(({ batch, units }) => ({ batch, units })) }),
    ...(named.length > 0 && batch_reason.trim() !== '' && { batch_reason: batch_reason.trim() }),
    ...(scanned !== null && { scanned }),
  }
}
