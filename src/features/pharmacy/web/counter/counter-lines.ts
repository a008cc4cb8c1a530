import { countOrNone } from '#features/stock/web/lines-field.tsx'
import type { CounterLine, DispenseBody, ShelfBatch } from './counter-types.ts'

/** Units out of one batch. */
export interface Taken {
  batch: number
  units: number
}

/** Another item in the place of the prescribed one, as it was chosen. */
export interface OtherItem {
  item: number
  name: string
  unit: string | null
  reason: string
  /** So many units come to what is left of the line; `covers` of it. */
  units: number
  covers: string
  /** How it is taken; empty when as prescribed. */
  directions: string
  is_alike: boolean
  on_hand: number | null
  batches: ShelfBatch[]
  unit_price: string | null
}

/** What the pharmacist said of a line; what is left out is as proposed. */
export interface TypedLine {
  units?: string
  other?: OtherItem
  /** These batches first. */
  batches?: Taken[]
  batch_reason?: string
  /** The code of the pack in hand. */
  scanned?: string
  /** So much of the line was left when this was said. */
  left?: number
}
/** By the id of the line. */
export type Typed = Readonly<Record<number, TypedLine>>

/** Something of it may be handed out. */
export const isOpen = ({ cancelled_at, refused_at, is_dispensed, is_external, units_left }: CounterLine) =>
  cancelled_at === null && refused_at === null && !is_dispensed && !is_external && units_left > 0

/** What goes over the counter for a line: its own item or another, the shelf of it, and how many at most. */
export const offered = (line: CounterLine, { other }: TypedLine = {}) =>
  other
    ? { ...other, most: other.units }
    : {
        item: line.item,
        name: line.item_name,
        unit: line.unit,
        on_hand: line.on_hand,
        batches: line.batches,
        unit_price: line.unit_price,
        most: line.units_left,
      }

/** All that is left, or what is on the shelf; nothing of what is too old. */
export const proposedUnits = (line: CounterLine, typed?: TypedLine): number => {
  if (line.is_expired) return 0
  const { most, on_hand } = offered(line, typed)
  return Math.min(most, on_hand ?? most)
}

/** How many units: as typed, none for an empty box; null for what is no such number. */
export const unitsOf = (line: CounterLine, typed: TypedLine = {}): number | null => {
  if (typed.units === undefined) return proposedUnits(line, typed)
  const units = countOrNone(typed.units)
  return units !== null && units <= offered(line, typed).most ? units : null
}

const rounded = (thousandths: number) => (thousandths / 1000).toFixed(3).replace(/\.?0+$/, '')

/** So much of the prescribed line do so many units of another item cover, as text; undefined where they are counted alike. */
export const coveredQuantity = ({ other }: TypedLine, units: number): string | undefined => {
  if (!other || other.is_alike) return undefined
  const whole = Math.round(Number(other.covers) * 1000)
  return rounded(Math.max(1, Math.min(whole, Math.round((whole * units) / other.units))))
}

/** Units of the line that are still owed when so many are handed out, in what was prescribed. */
export const owedAfter = (line: CounterLine, typed: TypedLine, units: number): number => {
  const covers = coveredQuantity(typed, units)
  return Math.max(0, line.units_left - (covers === undefined ? units : Math.floor(Number(covers))))
}

const takeFrom = (shelf: readonly ShelfBatch[], units: number): Taken[] => {
  let rest = units
  return shelf.flatMap(({ batch, quantity }) => {
    const taking = Math.min(rest, quantity)
    rest -= taking
    return taking > 0 ? [{ batch, units: taking }] : []
  })
}

/** The batches of so many units: those that were chosen as far as they reach, then those that expire first. */
export const batchesFor = (shelf: readonly ShelfBatch[], units: number, chosen: readonly Taken[] = []): Taken[] => {
  if (chosen.length === 0) return takeFrom(shelf, units)
  const quantityOf = new Map(shelf.map(({ batch, quantity }) => [batch, quantity]))
  let rest = units
  const wanted = chosen.flatMap((one) => {
    const taking = Math.min(rest, one.units, quantityOf.get(one.batch) ?? 0)
    rest -= taking
    return taking > 0 ? [{ batch: one.batch, units: taking }] : []
  })
  // What was chosen first goes on first, then the rest of the shelf.
  const order = [...chosen.flatMap((one) => shelf.filter(({ batch }) => batch === one.batch)), ...shelf]
  const unused = [...new Map(order.map((one) => [one.batch, one])).values()].map((one) => ({
    ...one,
    quantity: one.quantity - (wanted.find(({ batch }) => batch === one.batch)?.units ?? 0),
  }))
  const more = takeFrom(unused, rest)
  return [...new Set([...wanted, ...more].map(({ batch }) => batch))].map((batch) => ({
    batch,
    units: [...wanted, ...more].reduce((sum, one) => sum + (one.batch === batch ? one.units : 0), 0),
  }))
}

/** Whether these are not the batches that expire first. */
export const isOutOfOrder = (shelf: readonly ShelfBatch[], taken: readonly Taken[]): boolean => {
  const first = takeFrom(
    shelf,
    taken.reduce((sum, { units }) => sum + units, 0),
  )
  return taken.length !== first.length || taken.some((one) => !first.some(({ batch, units }) => batch === one.batch && units === one.units))
}

const namedBatches = (line: CounterLine, typed: TypedLine, units: number) => {
  const { batches } = offered(line, typed)
  if (!typed.batches) return {}
  const taken = batchesFor(batches, units, typed.batches)
  const isWhole = taken.reduce((sum, one) => sum + one.units, 0) === units
  return isWhole && isOutOfOrder(batches, taken) ? { batches: taken, batch_reason: typed.batch_reason ?? '' } : {}
}

/** A line as the server takes it; null when nothing of it is handed out. */
export const lineBody = (line: CounterLine, typed: TypedLine = {}): DispenseBody['lines'][number] | null => {
  const units = unitsOf(line, typed)
  if (!units) return null
  const { other, scanned } = typed
  const covers = coveredQuantity(typed, units)
  return {
    line: line.id,
    units,
    ...(other && { item: other.item, substitution_reason: other.reason }),
    ...(covers !== undefined && { covers }),
    ...(other && other.directions !== '' && { directions: other.directions }),
    ...namedBatches(line, typed, units),
    ...(scanned !== undefined && { scanned }),
  }
}

/** What was typed that still fits: of lines that are still open, and of which nothing was handed out meanwhile. */
export const stillFitting = (lines: readonly CounterLine[], typed: Typed): Typed =>
  Object.fromEntries(
    lines.filter(isOpen).flatMap(({ id, units_left }) => {
      const message = typed[id]
      return message && (message.left ?? units_left) === units_left ? [[id, message]] : []
    }),
  )

/** The open line that a pack of this item is for: one that was not scanned comes first. */
export const lineOfItem = (lines: readonly CounterLine[], typed: Typed, item: number): CounterLine | undefined => {
  const fitting = lines.filter((line) => isOpen(line) && offered(line, typed[line.id]).item === item)
  return fitting.find(({ id }) => typed[id]?.scanned === undefined) ?? fitting[0]
}

/** A line after its pack was scanned: the scanned lot goes first, where it is on the shelf. */
export const afterScan = (
  line: CounterLine,
  typed: TypedLine,
  { code, batches, reason }: { code: string; batches: readonly number[]; reason: string },
): TypedLine => {
  const { batches: shelf } = offered(line, typed)
  const lot = shelf.find(({ batch }) => batches.includes(batch))
  if (!lot || typed.batches?.some(({ batch }) => batch === lot.batch)) return { ...typed, scanned: code }
  const units = unitsOf(line, typed) ?? proposedUnits(line, typed)
  const taken = batchesFor(shelf, units, [{ batch: lot.batch, units: Math.min(lot.quantity, units) }])
  const isOdd = units > 0 && isOutOfOrder(shelf, taken)
  return { ...typed, scanned: code, ...(isOdd && { batches: taken, batch_reason: reason }) }
}
