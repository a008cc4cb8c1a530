import type { ImplausibleValue } from '#shared/implausible.ts'

/** What somebody else entered for the same test meanwhile. */
export interface Theirs {
  result: string
  by: string | null
  version: number
}

/** The result of one test as it was typed, until it is saved. */
export interface ResultItem {
  test_panel: number
  request_panel: number
  /** As typed; empty takes the result back. */
  text: string
  /** Null: stays as it is. */
  comment: string | null
  /** Of the test, when the typing began. */
  version: number
  /** Why it cannot be saved as it is. */
  why: string | null
  /** Somebody is typing it just now: half a number is no result. */
  isTyped: boolean
  /** It is on its way to the server. */
  isSent: boolean
  theirs: Theirs | null
  /** The server does not believe it: what it asks. */
  asked?: ImplausibleValue | null
  /** Why it is right nevertheless. */
  confirmReason?: string | null
}

/** Of one sample or request, by `test_panel`: a test is there once. */
export type RowItems = Readonly<Record<number, ResultItem>>
/** By row. */
export type ResultItems = Readonly<Record<string, RowItems>>

export type Change =
  | { type: 'put'; row: string; item: ResultItem }
  | { type: 'remove'; row: string; test_panel: number }
  | { type: 'clear'; row?: string }

const without = <T>(items: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(items).filter(([key]) => key !== name))

/**
 * Items by row and `test_panel`: the same test replaces, never doubles; one can be removed, and all of a row or of everything. Rows that a
 * change is not about stay the same objects, so that only one row is drawn anew.
 */
export const changedItems = (items: ResultItems, change: Change): ResultItems => {
  if (change.type === 'put') return { ...items, [change.row]: { ...items[change.row], [change.item.test_panel]: change.item } }
  if (change.type === 'clear') return change.row === undefined ? {} : without(items, change.row)
  const { row, test_panel } = change
  if (!items[row]?.[test_panel]) return items
  const rest = without(items[row], String(test_panel))
  return Object.keys(rest).length === 0 ? without(items, row) : { ...items, [row]: rest }
}

export interface Placed {
  row: string
  item: ResultItem
}
/** Every item with the row that it stands in. */
export const allItems = (items: ResultItems): Placed[] =>
  Object.entries(items).flatMap(([row, own]) => Object.values(own).map((item) => ({ row, item })))

/** Those that may be sent now: understood, not on their way, and nobody else's to decide. */
export const sendable = (items: ResultItems, row?: string): Placed[] =>
  allItems(items).filter(
    (one) => (row === undefined || one.row === row) && !one.item.why && !one.item.isTyped && !one.item.isSent && !one.item.theirs,
  )

/** What of an item goes to the server. */
export const entryOf = ({ request_panel, text, comment, version, confirmReason }: ResultItem) => ({
  request_panel,
  result: text.trim(),
  ...(comment !== null && { comment }),
  ...(confirmReason && { confirm_reason: confirmReason }),
  version,
})

/** True when nothing was typed over an item since `sent`. */
export const isStill = (item: ResultItem | undefined, sent: ResultItem) => item?.text === sent.text && item.comment === sent.comment
