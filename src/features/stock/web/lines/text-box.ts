import type { Line, LineBox } from './line-types.ts'

type TextKey<L> = { [K in keyof L]-?: L[K] extends string ? K : never }[keyof L] & string

/** The box of a text of the line, as it is typed. */
export const textBox = <L extends Line>(key: TextKey<L>, more: Partial<LineBox<L>> = {}): LineBox<L> => ({
  value: (line) => line[key] as string,
  write: (line, typed) => ({ ...line, [key]: typed }),
  ...more,
})
