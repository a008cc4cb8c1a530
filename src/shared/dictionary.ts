/** Names that lead from a plain object to the prototype that all objects share. No field from outside may be called so. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

export const isReservedName = (name: string): boolean => RESERVED.has(name)

/** An object without a prototype, for keys that come from people: it has nothing but what was put into it. */
export const dictionary = <T>(of: Readonly<Record<string, T>> = {}): Record<string, T> =>
  Object.assign(Object.create(null) as Record<string, T>, of)

/** What `table` has under this name itself: never what every object inherits. */
export const ownValue = <T>(table: Readonly<Record<string, T | undefined>> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
