import type { ReactNode } from 'react'
import type { getStockItem, ItemPack } from '../item-calls.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Status } from '#web/look/tokens.ts'

/** What every line of a document has, whatever else it has. */
export interface Line {
  /** Its own name among the lines, for good: two lines may be of one item. */
  key: string
  item: number
  name: string
  code?: string | null
  unit: string
}

export interface Choice {
  value: string
  label: string
}

/** What is typed or chosen in a column. */
export interface LineBox<L extends Line> {
  value: (line: L) => string
  /** The line with that text in the box. */
  write: (line: L, typed: string) => L
  /** Chosen instead of typed: hands the choices to its child, so that they may be asked for. Fewer than two are shown as text. */
  Choices?: (props: { line: L; children: (choices: readonly Choice[]) => ReactNode }) => ReactNode
  mode?: 'numeric' | 'decimal' | 'text'
  /** The line once the cursor has left the box: `0327` becomes a day. */
  settle?: (line: L) => L
  placeholder?: (line: L) => string
  /** Nothing is to be typed for this line: its text stands there instead. */
  isOff?: (line: L) => boolean
  /** The field of the row in the contract, when it is not the key of the column. */
  path?: string
  maxLength?: number
}

export interface LineColumn<L extends Line> {
  key: string
  title: string
  /** Pixels. */
  width?: number
  /** Numbers stand right. */
  align?: 'end'
  /** Left out where there is less room than a wide screen has. */
  onlyWide?: boolean
  /** Shown when there is no box. */
  render?: (line: L) => ReactNode
  box?: LineBox<L>
}

/** Something to be said about a line, under its name. */
export interface LineNote {
  tone: Status
  text: string
}

/** The card of an item, as far as lines need it. */
export type Card = ResponseOf<typeof getStockItem>

/** What was found by its name, or scanned. */
export interface Found {
  card: Card
  /** The pack whose code was scanned; null is a single unit, or nothing was said. */
  pack: Pick<ItemPack, 'id' | 'name' | 'units'> | null
  lot: string | null
  expires_on: string | null
  /** How many packs the code said. */
  quantity: number | null
  isScanned: boolean
  /** As it was scanned. */
  code?: string
}

/** Where the cursor goes: a box of a line. */
export interface Place {
  key: string
  box: string
}
export interface Taken<L extends Line> {
  lines: readonly L[]
  /** The line that took it in. */
  key: string
  /** The box to type in next; null leaves the cursor in the search box, as a scanner wants it. */
  box: string | null
}

/** Replaces the lines by what is made of the newest ones, at once. */
export type ChangeLines<L extends Line> = (update: (lines: readonly L[]) => readonly L[]) => void
