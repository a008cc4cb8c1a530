/** A piece of text between two places where something begins or ends. */
export interface Segment<T> {
  start: number
  text: string
  /** What stands there, the narrowest first; empty: nothing was found. */
  marks: T[]
}
interface Placed {
  start: number
  end: number
}

/**
 * A text cut where findings begin and end, so that each piece belongs to the same findings throughout. Nothing of the text is lost, and
 * places beyond its end are left out.
 */
export const segmentsOf = <T extends Placed>(text: string, placed: readonly T[]): Segment<T>[] => {
  const inside = placed.filter(({ start, end }) => start < end && end <= text.length)
  const cuts = [...new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])])].toSorted((a, b) => a - b)
  const waiting = inside.toSorted((a, b) => a.start - b.start)
  let open: T[] = []
  let next = 0
  return cuts.slice(0, -1).map((start, at) => {
    open = open.filter(({ end }) => end > start)
    for (let one = waiting[next]; one && one.start <= start; one = waiting[(next += 1)]) open.push(one)
    return { start, text: text.slice(start, cuts[at + 1]), marks: open.toSorted((a, b) => a.end - a.start - (b.end - b.start)) }
  })
}
