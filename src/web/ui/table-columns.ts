import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Names the column; also the `sort` that its head asks for. */
  key: string
  title: string
  /** The title of a column of buttons or signs is only heard. */
  isTitleHidden?: boolean
  render: (row: Row) => ReactNode
  /** Pixels at the usual size of text, with which it grows; columns without one share the rest. */
  width?: number
  /** Numbers stand right, in tabular figures. */
  align?: 'end'
  /** Its text is never cut, as the name of an item is: it takes another line. */
  wraps?: boolean
  hideOnPhone?: boolean
  /** Not on a tablet either, where the columns that matter more need the room. */
  hideOnTablet?: boolean
  sort?: string
}
type Drawn = Pick<Column<never>, 'width' | 'align' | 'wraps' | 'hideOnPhone' | 'hideOnTablet'>

/** What a column without a width is left with at least: a table that is wider scrolls sideways in its box. */
const LEAST_SHARE = 120
/** The same of a column that wraps: a long word has to fit on a line. */
const LEAST_WRAPPED = 168
const PHONE_WIDTH = 340
const PHONE_SHARE = 104
/** Narrower than this the widest of what such columns hold, a date with its time, would be cut. */
const LEAST_SCALE = 0.85

/** By their keys: what a row is about. */
const NAMING = ['name', 'patient', 'item']

/** The column that names a row for those who hear it: by its key, else the first whose text is never cut, else the first. */
export const namingColumn = <Row>(columns: readonly Column<Row>[]): string | undefined =>
  NAMING.find((name) => columns.some(({ key }) => key === name)) ??
  (columns.find(({ wraps }) => wraps) ?? columns.find(({ isTitleHidden }) => !isTitleHidden))?.key

/** The classes of what stands in a column. */
export const classOf = ({ align, wraps, hideOnPhone, hideOnTablet }: Drawn) =>
  [align === 'end' && 'r', wraps && 'wraps', hideOnPhone && 'not-phone', hideOnTablet && 'not-tablet'].filter(Boolean).join(' ') ||
  undefined

/** A width that grows with the text. */
export const toRem = (width: number) => `${width / 16}rem`

const leastWidth = (columns: readonly Drawn[]) =>
  toRem(columns.reduce((sum, { wraps, width = wraps ? LEAST_WRAPPED : LEAST_SHARE }) => sum + width, 0))

/** How wide a table must be at least, as properties for the style of its box. */
export const leastWidths = (columns: readonly Drawn[]) => ({
  '--least': leastWidth(columns),
  '--least-tablet': leastWidth(columns.filter(({ hideOnTablet }) => !hideOnTablet)),
})

/** By how much the columns of a width give way on a phone, to those that share the rest. */
export const phoneScale = (columns: readonly Drawn[]) => {
  const shown = columns.filter(({ hideOnPhone }) => !hideOnPhone)
  const taken = shown.reduce((sum, { width = 0 }) => sum + width, 0)
  const room = PHONE_WIDTH - PHONE_SHARE * shown.filter(({ width }) => width === undefined).length
  return taken === 0 ? 1 : Math.min(1, Math.max(LEAST_SCALE, room / taken))
}
