import { readCount } from './line-numbers.ts'
import type { Found, Line, Taken } from './line-types.ts'

interface Counted extends Line {
  pack: number | null
  pack_units: number
  /** Packs, as typed. */
  quantity: string
}

const grown = <L extends Counted>(line: L, { pack, quantity }: Found): L | null => {
  const units = (pack?.units ?? 1) * (quantity ?? 1)
  // A single unit of what is counted in packs is not a pack more.
  if (units % line.pack_units !== 0) return null
  return { ...line, quantity: String((readCount(line.quantity) ?? 0) + units / line.pack_units) }
}

/**
 * Takes what was found into lines of which there is one for each item: a new line at the end; an item that is there already gets one pack
 * more by a scan, and the cursor by its name.
 */
export const takeByItem =
  <L extends Counted>(make: (found: Found) => L) =>
  (lines: readonly L[], found: Found): Taken<L> => {
    const known = lines.find(({ item }) => item === found.card.id)
    if (!known) {
      const line = make(found)
      return { lines: [...lines, line], key: line.key, box: found.isScanned ? null : 'quantity' }
    }
    const more = found.isScanned ? grown(known, found) : null
    if (!more) return { lines, key: known.key, box: 'quantity' }
    return { lines: lines.map((line) => (line === known ? more : line)), key: known.key, box: null }
  }
