import { cents, hasTooManyDecimals } from '#shared/money.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { itemCells } from './csv-columns.ts'
import type { FileRow } from '#platform/csv/read-table.ts'
import type { ItemRow } from './items.ts'
import { type Match, meantItem } from './match-rows.ts'
import type { Parsed, Problems } from '#platform/csv/problems.ts'
import { DEFAULT_TAX_CLASS } from './tax-classes.ts'

export type ItemCells = Parsed<typeof itemCells>
export type ItemRowOfFile = FileRow<keyof typeof itemCells>

/** An item as a row of the file wants it. */
export interface PlannedItem {
  /** None yet, for an item that is added. */
  id: number | null
  code: string | null
  name: string
  category: ItemRow['category']
  unit: string
  department: number | null
  tax_class: number
  is_active: boolean
  /** The cash price from today, where it is another than now. */
  price: string | null
  /** What differs, before and after. */
  change: Record<string, unknown>
}

/** What the clinic has, by name in small letters. */
export interface Known {
  departments: ReadonlyMap<string, { id: number; is_active: boolean }>
  taxClasses: ReadonlyMap<string, { id: number; is_active: boolean }>
  items: ReadonlyMap<number, ItemRow>
  currency: string
}

const idOfDepartment = (
  { row, cells }: ItemRowOfFile,
  name: string | undefined,
  { departments }: Known,
  before: ItemRow | undefined,
  problems: Problems,
) => {
  const found = name === undefined ? undefined : departments.get(name.toLowerCase())
  if (name === undefined || cells.department === undefined) return found?.id
  if (!found) problems.add(row, 'department', 'Department not found.')
  else if (!found.is_active && found.id !== before?.department) problems.add(row, 'department', 'This department is inactive.')
  return found?.id
}

const idOfTaxClass = (row: number, name: string | undefined, { taxClasses }: Known, before: ItemRow | undefined, problems: Problems) => {
  if (name === undefined) return undefined
  const found = taxClasses.get(name.toLowerCase())
  if (!found) problems.add(row, 'tax_class', 'Tax class not found.')
  else if (!found.is_active && found.id !== before?.tax_class) problems.add(row, 'tax_class', 'This tax class is inactive.')
  return found?.id
}

const fieldsOf = (cells: ItemCells, refs: { department?: number; tax_class?: number }, before: ItemRow | undefined) => ({
  code: cells.code ?? before?.code ?? null,
  name: cells.name ?? before?.name ?? '',
  category: cells.category ?? before?.category ?? 'other',
  unit: cells.unit ?? before?.unit ?? 'each',
  department: refs.department ?? before?.department ?? null,
  tax_class: refs.tax_class ?? before?.tax_class ?? DEFAULT_TAX_CLASS,
  is_active: cells.active ?? before?.is_active ?? true,
})

const isOtherPrice = (price: string | undefined, before: ItemRow | undefined): price is string =>
  price !== undefined && (before?.price == null || cents(before.price) !== cents(price))

/** What one row asks for, its broken cells told to `problems`. An empty cell leaves what is there, or takes what is usual. */
const planRow = (row: ItemRowOfFile, cells: ItemCells, match: Match, known: Known, problems: Problems): PlannedItem => {
  if (match.code_again) problems.add(row.row, 'code', 'An earlier row has the same code.')
  if (match.name_again) problems.add(row.row, 'name', 'An earlier row has the same name.')
  const id = meantItem({ row: row.row }, match, problems) ?? null
  const before = id === null ? undefined : known.items.get(id)
  if (!before && row.cells.name === undefined) problems.add(row.row, 'name', 'This field is required.')
  if (cells.price !== undefined && hasTooManyDecimals(cells.price, known.currency))
    problems.add(row.row, 'price', 'Too many decimals for the clinic’s currency.')
  const department = idOfDepartment(row, cells.department, known, before, problems)
  const tax_class = idOfTaxClass(row.row, cells.tax_class, known, before, problems)
  const fields = fieldsOf(cells, { ...(department && { department }), ...(tax_class && { tax_class }) }, before)
  const price = isOtherPrice(cells.price, before) ? cells.price : null
  const change = before
    ? { ...changedFields({ ...before }, fields), ...(price !== null && { price: [before.price, price] }) }
    : { ...fields, price }
  return { id, ...fields, price, change }
}

export interface Plan {
  added: PlannedItem[]
  changed: PlannedItem[]
  unchanged: number
}

/** What a file asks of the catalogue; rows with a problem are in none of the three. */
export const planItems = (
  rows: readonly ItemRowOfFile[],
  parsed: readonly ItemCells[],
  matches: readonly Match[],
  known: Known,
  problems: Problems,
): Plan => {
  const plan: Plan = { added: [], changed: [], unchanged: 0 }
  const taken = new Set<number>()
  for (const [place, row] of rows.entries()) {
    const match = matches[place]
    const cells = parsed[place]
    if (!match || !cells) continue
    const isSound = Object.keys(cells).length === Object.keys(row.cells).length
    const count = problems.count
    const item = planRow(row, cells, match, known, problems)
    if (item.id !== null && taken.has(item.id) && !match.code_again && !match.name_again)
      problems.add(row.row, 'code', 'An earlier row has the same item.')
    if (item.id !== null) taken.add(item.id)
    if (!isSound || problems.count > count) continue
    if (item.id === null) plan.added.push(item)
    else if (Object.keys(item.change).length > 0) plan.changed.push(item)
    else plan.unchanged += 1
  }
  return plan
}
