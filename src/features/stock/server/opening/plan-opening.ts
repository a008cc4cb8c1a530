import { meantItem } from '#features/catalogue/public.ts'
import type { Problems } from '#platform/csv/problems.ts'
import { MAX_COUNT } from '#features/stock/contract-items.ts'
import { unitCostOf } from '#features/stock/rules.ts'
import type { OpeningCells, OpeningRow } from './columns.ts'
import type { Known, KnownItem } from './find-known.ts'

/** What a row opens: so many units of a batch in a store. */
export interface Opening {
  row: number
  item: number
  store: number
  lot: string
  expires_on: string | null
  unit_cost: string
  quantity: number
}
/** What a store should have of an item; null leaves it as it is. */
export interface Wanted {
  item: number
  store: number
  minimum: number | null
  reorder_level: number | null
}
export interface OpeningPlan {
  openings: Opening[]
  wanted: Wanted[]
}

type Report = (field: string, message: string) => void

const itemOf = (row: OpeningRow, place: number, { matches, items }: Known, problems: Problems, report: Report): KnownItem | undefined => {
  const match = matches[place]
  const id = match && meantItem({ row: row.row }, match, problems)
  if (id === undefined) return undefined
  const field = row.cells.code === undefined ? 'name' : 'code'
  if (row.cells.code === undefined && row.cells.name === undefined) report('name', 'Enter the item’s code or name.')
  else if (id === null) report(field, 'Item not found.')
  const item = id === null ? undefined : items.get(id)
  if (item && !item.is_stocked) report(field, 'This item is not a stock item.')
  return item?.is_stocked ? item : undefined
}

const storeOf = ({ store }: OpeningCells, row: OpeningRow, { stores, usual }: Known, report: Report): number | undefined => {
  if (row.cells.store === undefined) {
    if (usual === null) report('store', 'No active store.')
    return usual ?? undefined
  }
  const found = store === undefined ? undefined : stores.get(store.toLowerCase())
  if (store !== undefined && !found) report('store', 'Store not found.')
  else if (found && !found.is_active) report('store', 'This store is inactive.')
  return found?.is_active ? found.id : undefined
}

const unitsOfPack = ({ pack }: OpeningCells, item: KnownItem, { packs }: Known, report: Report): number | undefined => {
  if (pack === undefined) return 1
  const name = pack.toLowerCase()
  const units = packs.get(`${item.id}:${name}`) ?? (name === item.unit.toLowerCase() ? 1 : undefined)
  if (units === undefined) report('pack', 'This item does not have this pack.')
  return units
}

const costOf = ({ unit_cost, pack_cost }: OpeningCells, { cells }: OpeningRow, units: number, report: Report): string | undefined => {
  if (cells.unit_cost !== undefined && cells.pack_cost !== undefined) report('pack_cost', 'Enter a unit cost or a pack cost, not both.')
  else if (cells.unit_cost === undefined && cells.pack_cost === undefined) report('unit_cost', 'Enter the cost, or 0 for free goods.')
  return pack_cost === undefined ? unit_cost : unitCostOf(pack_cost, units)
}

const checkBatch = (parsed: OpeningCells, { cells }: OpeningRow, item: KnownItem, { today, recalled }: Known, report: Report) => {
  const { lot = '', expiry } = parsed
  // A cell that says "none" is as good as an empty one; one that cannot be read has its own problem.
  const hasNoExpiry = cells.expiry === undefined || ('expiry' in parsed && expiry === undefined)
  if (item.needs_lot && cells.lot === undefined) report('lot', 'This item needs a lot number.')
  if (item.needs_expiry && hasNoExpiry) report('expiry', 'This item needs an expiry date.')
  if (expiry !== undefined && expiry < today) report('expiry', 'This has already expired.')
  if (lot !== '' && recalled.has(`${item.id}:${lot}`)) report('lot', 'This lot is recalled.')
}

const planRow = (row: OpeningRow, cells: OpeningCells, item: KnownItem, store: number, known: Known, report: Report): Opening | null => {
  const units = unitsOfPack(cells, item, known, report)
  const unit_cost = costOf(cells, row, units ?? 1, report)
  checkBatch(cells, row, item, known, report)
  if (row.cells.quantity === undefined) report('quantity', 'This field is required.')
  if (units === undefined || unit_cost === undefined || cells.quantity === undefined) return null
  const quantity = cells.quantity * units
  if (quantity > MAX_COUNT) report('quantity', `This is more than ${MAX_COUNT} units.`)
  return { row: row.row, item: item.id, store, lot: cells.lot ?? '', expires_on: cells.expiry ?? null, unit_cost, quantity }
}

/** Levels by item and store: rows of one item in one store say the same, or nothing. */
const planLevels = () => {
  const wanted = new Map<string, Wanted>()
  return {
    add: (cells: OpeningCells, { item, store }: { item: number; store: number }, report: Report) => {
      if (cells.minimum === undefined && cells.reorder_level === undefined) return
      const key = `${item}:${store}`
      const known: Wanted = wanted.get(key) ?? { item, store, minimum: null, reorder_level: null }
      for (const field of ['minimum', 'reorder_level'] as const) {
        const value = cells[field]
        if (value !== undefined && known[field] !== null && known[field] !== value) report(field, 'An earlier row has a different value.')
        known[field] ??= value ?? null
      }
      if (known.minimum !== null && known.reorder_level !== null && known.reorder_level < known.minimum)
        report('reorder_level', 'This is below the minimum.')
      wanted.set(key, known)
    },
    all: () => [...wanted.values()],
  }
}

const COUNTED = ['quantity', 'lot', 'expiry', 'unit_cost', 'pack_cost'] as const
/** True for a line of the clinic's own list that was left empty: nothing was counted. */
export const isUncounted = ({ cells }: Pick<OpeningRow, 'cells'>): boolean => COUNTED.every((column) => cells[column] === undefined)

/** What a file opens, and what stores should have; what is wrong with a cell goes to `problems`, and its row is in neither. */
export const planOpening = (
  rows: readonly OpeningRow[],
  parsed: readonly OpeningCells[],
  known: Known,
  problems: Problems,
): OpeningPlan => {
  const openings: Opening[] = []
  const levels = planLevels()
  const seen = new Set<string>()
  for (const [place, row] of rows.entries()) {
    const cells = parsed[place]
    if (!cells) continue
    const count = problems.count
    const isSound = Object.keys(cells).length === Object.keys(row.cells).length
    const report: Report = (field, message) => problems.add(row.row, field, message)
    if (isUncounted(row) && row.cells.minimum === undefined && row.cells.reorder_level === undefined) continue
    const item = itemOf(row, place, known, problems, report)
    const store = storeOf(cells, row, known, report)
    if (!item || store === undefined) continue
    const opening = isUncounted(row) ? null : planRow(row, cells, item, store, known, report)
    levels.add(cells, { item: item.id, store }, report)
    const key =
      opening && JSON.stringify([item.id, store, opening.lot, opening.expires_on, Number(opening.unit_cost), cells.pack?.toLowerCase()])
    if (key && seen.has(key)) report('quantity', 'An earlier row has the same batch.')
    if (key) seen.add(key)
    if (opening && isSound && problems.count === count) openings.push(opening)
  }
  return { openings, wanted: levels.all() }
}
