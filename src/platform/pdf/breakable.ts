/** A word longer than a line may be broken: names are as long as they are. */
export const breakable = (text: string) => text.replaceAll(/((?:\S\p{M}*){22})(?=\S)/gu, '$1\u200B')

/** The same for every text of a value. */
export const breakAll = <T>(value: T): T =>
  (typeof value === 'string'
    ? breakable(value)
    : Array.isArray(value)
      ? value.map(breakAll)
      : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, breakAll(part)]))
        : value) as T
