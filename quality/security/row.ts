/** Tests that show a row: the file, then their names as they are written there (of a table of cases, with its %s). */
export type Shown = readonly [file: string, ...names: string[]]

/** A weakness or a bad input of the list, under its number there, and what shows that we stand it. */
export interface Row {
  number: string
  about: string
  shown: readonly Shown[]
  /** What is otherwise here than the list expects. */
  note?: string
}

/** A row of the list; whoever has something to remark says it last. */
export const row = (number: number | string, about: string, ...rest: (Shown | string)[]): Row => {
  const shown = rest.filter((one) => typeof one !== 'string')
  const note = rest.find((one) => typeof one === 'string')
  return { number: String(number), about, shown, ...(note !== undefined && { note }) }
}
