/** What may be pending: drugs of the prescription, tests of the laboratory. */
export const orderKinds = ['drugs', 'tests'] as const
export type OrderKind = (typeof orderKinds)[number]

/** The right to send orders of a kind: without it none can be pending. */
export const permissionToOrder = { drugs: 'prescriptions.change', tests: 'laboratory.request' } as const satisfies Record<OrderKind, string>

/** At most so many orders of one kind are kept pending in a visit: twice what one prescription takes. */
export const MAX_PENDING = 100

const sorted = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value
/** Whether two things are written alike; the database keeps names in an order of its own. */
export const isAlike = (a: unknown, b: unknown) => JSON.stringify(a, sorted) === JSON.stringify(b, sorted)

interface Three<T> {
  /** As both knew it last. */
  base: readonly T[]
  mine: readonly T[]
  theirs: readonly T[]
}

/**
 * The lines of two copies that were changed apart, such as on two machines, each by the key of `keyOf` and
 * compared as it goes over the wire. What was added anywhere stays, what was removed
 * or sent there and not changed here is gone, and what was changed here stays as it is here: nothing stands twice, nothing chosen is lost.
 */
export const mergeLines = <T>(
  { base, mine, theirs }: Three<T>,
  keyOf: (line: T) => string | number,
  toWire: (line: T) => unknown = (line) => line,
): T[] => {
  const find = (lines: readonly T[], key: string | number) => lines.find((line) => keyOf(line) === key)
  const isSame = (a: T | undefined, b: T) => a !== undefined && isAlike(toWire(a), toWire(b))
  const kept = mine.flatMap((line) => {
    const known = find(base, keyOf(line))
    const other = find(theirs, keyOf(line))
    if (!isSame(known, line)) return [line]
    return other === undefined ? [] : [other]
  })
  const added = theirs.filter((line) => {
    const key = keyOf(line)
    if (find(mine, key) !== undefined) return false
    return !isSame(find(base, key), line)
  })
  return [...kept, ...added]
}
