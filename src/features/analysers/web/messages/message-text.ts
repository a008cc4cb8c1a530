/** A stretch of a line: plain, or a control character by its name. */
export interface Stretch {
  text: string
  isControl: boolean
}

const CONTROL = /(<(?:[A-Z][A-Z0-9]{1,2}|x[0-9A-F]{2})>)/

/** A message as it is shown: a line a segment or record, control characters set apart; the last line is dropped when nothing is in it. */
export const linesOf = (text: string): Stretch[][] => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) =>
    line
      .split(CONTROL)
      .filter((part) => part !== '')
      .map((part) => ({ text: part, isControl: CONTROL.test(part) })),
  )
}
