import { fromThousandths } from '#features/charges/rules.ts'
import type { Directions } from '#features/directions/rules.ts'
import type { ActiveLine } from '../active-lines.ts'

/** So many units of one item that go over the counter. */
export interface Portion {
  /** The prescribed line that it is for; null: sold without a prescription. */
  line: ActiveLine | null
  /** The line's own item, or another in its place. */
  item: number
  units: number
  /** So much of the line it covers, as text; null without a line. */
  covers: string | null
  /** Why another item; empty for the line's own. */
  substitutionReason: string
  /** These batches and no others; none named: those that expire first. */
  batches: readonly { batch: number; units: number }[]
  /** Why these, where they are not those that expire first. */
  batchReason: string
  /** The pack was scanned, and was one of this item. */
  isScanned: boolean
  /** How it is to be taken, of what is sold without a prescription. */
  directions: string | null
  structure: Directions | null
}

/** So many thousandths of a prescribed line, of its own item out of whatever batch expires first; the last part of a unit is a whole one. */
export const wholePortion = (line: ActiveLine, covers: number) =>
  ({
    line,
    item: line.item,
    units: Math.ceil(covers / 1000),
    covers: fromThousandths(covers),
    substitutionReason: '',
    batches: [],
    batchReason: '',
    isScanned: false,
    directions: null,
    structure: null,
  }) satisfies Portion
