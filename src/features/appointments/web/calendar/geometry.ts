import type { Plan, Resource } from './plan.ts'
import { cellKey } from './plan.ts'

/** A row of columns that share their hours: all doctors of a day, or the days of one doctor. */
export interface Band {
  key: string
  /** Whose days they are; null when the columns are doctors or rooms. */
  resource: Resource | null
  /** Keys of cells. */
  columns: string[]
}

/** Where everything stands, in pixels: known without asking the page, so that only what is in view has to be there. */
export interface Geometry {
  bands: Band[]
  columns: number
  /** Width of the hours at the left. */
  gutter: number
  /** Height of the heads of columns. */
  head: number
  /** How much larger than usual the text is: what holds text grows with it. */
  scale: number
  /** Height of the name over a band. */
  bandHead: number
  column: number
  minute: number
  /** Minutes since midnight. */
  from: number
  to: number
}

/** Pixels of an hour. */
export const zooms = [28, 44, 64, 80, 104, 168] as const
export const GUTTER = 56
const LEAST_COLUMN = 200
const LEAST_DAY = 104
const MOST_COLUMN = 400
/** A control is at least 24 pixels high, and an appointment leaves two to the one below. */
const READABLE = 26
const SHORTEST_SLOT = 10
const USUAL_SLOT = 20

export const bandsOf = ({ days, resources }: Plan): Band[] => {
  const [day] = days
  if (days.length === 1 && day !== undefined) return [{ key: day, resource: null, columns: resources.map(({ id }) => cellKey(id, day)) }]
  return resources.map((resource) => ({ key: String(resource.id), resource, columns: days.map((on) => cellKey(resource.id, on)) }))
}

/** The zoom at which an appointment of the shortest usual slot can be read. */
export const usualZoom = ({ cells }: Plan): number => {
  const slots = [...cells.values()].flatMap(({ open }) => open.map(({ session }) => session.slot_minutes))
  const slot = slots.length === 0 ? USUAL_SLOT : slots.reduce((least, one) => Math.min(least, Math.max(SHORTEST_SLOT, one)), 60)
  return zooms.find((hour) => hour >= 64 && (hour * slot) / 60 >= READABLE) ?? zooms[5]
}

export const geometryOf = (plan: Plan, hour: number, width: number, scale = 1): Geometry => {
  const bands = bandsOf(plan)
  const columns = bands[0]?.columns.length ?? 1
  const least = (plan.days.length === 1 ? LEAST_COLUMN : LEAST_DAY) * scale
  const gutter = GUTTER * scale
  return {
    bands,
    columns,
    gutter,
    head: 44 * scale,
    scale,
    bandHead: plan.days.length > 1 ? 34 * scale : 0,
    column: Math.min(MOST_COLUMN * scale, Math.max(least, Math.floor((width - gutter) / Math.max(1, columns)))),
    minute: (hour * scale) / 60,
    from: plan.from,
    to: plan.to,
  }
}

export const bodyHeight = ({ from, to, minute }: Geometry) => (to - from) * minute
export const bandHeight = (geometry: Geometry) => bodyHeight(geometry) + geometry.bandHead
export const bandTop = (geometry: Geometry, band: number) => geometry.head + band * bandHeight(geometry)
export const wholeHeight = (geometry: Geometry) => geometry.head + geometry.bands.length * bandHeight(geometry)
export const wholeWidth = ({ gutter, columns, column }: Geometry) => gutter + columns * column

/** A place in the grid. */
export interface Spot {
  band: number
  column: number
  /** Minutes since midnight. */
  at: number
}

/** The box of a span within the whole grid. */
export const boxOf = (geometry: Geometry, { band, column, at }: Spot, minutes: number) => ({
  left: geometry.gutter + column * geometry.column,
  top: bandTop(geometry, band) + geometry.bandHead + (at - geometry.from) * geometry.minute,
  width: geometry.column,
  height: minutes * geometry.minute,
})

const within = (value: number, most: number) => Math.max(0, Math.min(most, value))

/** What lies under a point of the whole grid; what is outside counts as its nearest edge. */
export const spotAt = (geometry: Geometry, x: number, y: number): Spot => {
  const band = within(Math.floor((y - geometry.head) / bandHeight(geometry)), geometry.bands.length - 1)
  const column = within(Math.floor((x - geometry.gutter) / geometry.column), geometry.columns - 1)
  const at = Math.round((y - bandTop(geometry, band) - geometry.bandHead) / geometry.minute) + geometry.from
  return { band, column, at: Math.max(geometry.from, Math.min(geometry.to, at)) }
}

export interface Visible {
  firstBand: number
  lastBand: number
  firstColumn: number
  lastColumn: number
}
const MARGIN = 240

/** Bands and columns that are in view, or nearly so. */
export const visibleIn = (geometry: Geometry, view: { left: number; top: number; width: number; height: number }): Visible => ({
  firstBand: within(Math.floor((view.top - MARGIN) / bandHeight(geometry)), geometry.bands.length - 1),
  lastBand: within(Math.floor((view.top + view.height + MARGIN) / bandHeight(geometry)), geometry.bands.length - 1),
  firstColumn: within(Math.floor((view.left - MARGIN) / geometry.column), geometry.columns - 1),
  lastColumn: within(Math.floor((view.left + view.width + MARGIN) / geometry.column), geometry.columns - 1),
})

export const cellAt = (plan: Plan, geometry: Geometry, { band, column }: Pick<Spot, 'band' | 'column'>) =>
  plan.cells.get(geometry.bands[band]?.columns[column] ?? '')

/** Where a cell stands; null when it is not shown. */
export const placeOf = (geometry: Geometry, key: string): Pick<Spot, 'band' | 'column'> | null => {
  for (const [band, { columns }] of geometry.bands.entries()) {
    const column = columns.indexOf(key)
    if (column !== -1) return { band, column }
  }
  return null
}
