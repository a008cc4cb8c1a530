export interface Place {
  row: number
  column: number
}
export interface Size {
  rows: number
  columns: number
}
/** What a key of a sheet asks for. */
export type Step = 'down' | 'up' | 'right' | 'left' | 'next' | 'back' | 'first' | 'last' | 'top' | 'bottom' | 'page-down' | 'page-up'

const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

const plain: Record<string, Step> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowLeft: 'left',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
}
const far: Record<string, Step> = {
  Home: 'top',
  End: 'bottom',
  ArrowDown: 'bottom',
  ArrowUp: 'top',
  ArrowRight: 'last',
  ArrowLeft: 'first',
}

/** Which way a key leads from a cell that is not typed in; null: none. */
export const stepOf = ({ key, shiftKey, ctrlKey, metaKey }: Pressed): Step | null => {
  if (key === 'Tab') return shiftKey ? 'back' : 'next'
  return (ctrlKey || metaKey ? far : plain)[key] ?? null
}

/** Which way a key leads out of a cell that is being typed in; the arrows to the side stay in the text. */
export const stepOut = ({ key, shiftKey }: Pressed): Step | null => {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'back' : 'next'
  return key === 'ArrowDown' ? 'down' : key === 'ArrowUp' ? 'up' : null
}

/** The cell that a step leads to; null when Tab leaves the sheet at either end. */
export const placeAfter = ({ row, column }: Place, step: Step, { rows, columns }: Size, page = 10): Place | null => {
  const at = row * columns + column + (step === 'next' ? 1 : -1)
  const to: Record<Step, () => Place | null> = {
    down: () => ({ row: within(row + 1, rows), column }),
    up: () => ({ row: within(row - 1, rows), column }),
    right: () => ({ row, column: within(column + 1, columns) }),
    left: () => ({ row, column: within(column - 1, columns) }),
    first: () => ({ row, column: 0 }),
    last: () => ({ row, column: columns - 1 }),
    top: () => ({ row: 0, column }),
    bottom: () => ({ row: rows - 1, column }),
    'page-down': () => ({ row: within(row + page, rows), column }),
    'page-up': () => ({ row: within(row - page, rows), column }),
    next: () => (at < rows * columns ? { row: Math.floor(at / columns), column: at % columns } : null),
    back: () => (at >= 0 ? { row: Math.floor(at / columns), column: at % columns } : null),
  }
  return to[step]()
}

/** A key that begins to type over what stands in a cell. */
export const isTyping = ({ key, ctrlKey, metaKey }: Pressed): boolean => /^\S$/u.test(key) && !ctrlKey && !metaKey
