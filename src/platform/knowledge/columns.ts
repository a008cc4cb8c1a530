/** How the cells of one column are read; `read` throws a RangeError that says what is wrong with a cell. */
export interface Column<T = unknown, IsOptional extends boolean = boolean> {
  read: (cell: string) => T
  /** An empty cell is allowed, and leaves the field out. */
  isOptional: IsOptional
}
type Required<T> = Column<T, false>

const column = <T>(read: (cell: string) => T): Required<T> => ({ read, isOptional: false })

/** Any text. */
export const text: Required<string> = column((cell) => cell)

/** A text of which the whole is as the expression says; `what` names it in the error. */
export const matching = (pattern: RegExp, what: string): Required<string> =>
  column((cell) => {
    if (pattern.test(cell)) return cell
    throw new RangeError(`"${cell}" is not ${what}`)
  })

/** A decimal number with a point. */
export const number: Required<number> = column((cell) => {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(cell)) return Number(cell)
  throw new RangeError(`"${cell}" is not a number`)
})

/** One of the words of a union. */
export const oneOf = <const T extends string>(words: readonly T[]): Required<T> => {
  const known = new Set<string>(words)
  return column((cell) => {
    if (known.has(cell)) return cell as T
    throw new RangeError(`"${cell}" is not one of ${words.join(', ')}`)
  })
}

/** Several, each with "; " before the next. */
export const list = <T>(each: Required<T>): Required<readonly T[]> =>
  column((cell) => {
    const parts = cell.split('; ')
    const all: T[] = []
    for (const part of parts) {
      if (part === '' || part !== part.trim()) throw new RangeError(`"${cell}" has an empty or unclean part between two "; "`)
      all.push(each.read(part))
    }
    return Object.freeze(all)
  })

/** The same, of which there may be none. */
export const listOrNone = <T>(each: Required<T>): Required<readonly T[]> => {
  const { read } = list(each)
  return column((cell) => (cell === '' ? none : read(cell)))
}
const none: readonly never[] = Object.freeze([])

/** Left out where the cell is empty. */
export const optional = <T>({ read }: Required<T>): Column<T, true> => ({ read, isOptional: true })

/** `yes`, or left out. */
export const flag: Column<true, true> = optional(
  column((cell): true => {
    if (cell === 'yes') return true
    throw new RangeError(`"${cell}" is neither "yes" nor empty`)
  }),
)

/** Read from the cell in a way of its own; what it throws is reported with file, line and column. */
export const parsed = <T>(read: (cell: string) => T): Required<Readonly<T>> => column((cell) => Object.freeze(read(cell)))

/** Days of months and years: years rounded down, so that nobody who has had the birthday is left out. */
const days = {
  d: (count: number) => count,
  mo: (count: number) => Math.round(count * 30.4375),
  y: (count: number) => Math.floor(count * 365.25),
}
/** `18 y`, `3 mo` or `7 d`, in days. */
export const age: Required<number> = column((cell) => {
  const [, count, unit] = /^(\d{1,4}) (d|mo|y)$/.exec(cell) ?? []
  if (count === undefined) throw new RangeError(`"${cell}" is not an age such as 18 y, 3 mo or 7 d`)
  return days[unit as keyof typeof days](Number(count))
})
