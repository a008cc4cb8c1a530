import { countOf, type Line } from '#features/stock/web/lines-field.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listInventories } from '#features/stock/contract-ledger.ts'
import { millionths } from '../line-sums.ts'

type Held = ResponseOf<typeof listInventories>[number]

/** So many units of a batch, as typed, that go back. */
export interface ReturnLine extends Line {
  batch: number
  state: 'usable' | 'quarantined'
  quantity: string
  /** What lies there, and what one unit cost. */
  held: number
  unit_cost: string
}

export const isSameBatch = (line: Pick<ReturnLine, 'batch' | 'state'>, held: Pick<Held, 'batch' | 'state'>): boolean =>
  line.batch === held.batch && line.state === held.state

/** The lines with another quantity of a batch; none takes it out. */
export const withQuantity = (lines: readonly ReturnLine[], held: Held, quantity: string): ReturnLine[] => {
  if (held.state === 'in transit') return [...lines]
  const others = lines.filter((line) => !isSameBatch(line, held))
  if (quantity.trim() === '') return others
  const line = {
    key: `${held.batch} ${held.state}`,
    item: held.item,
    name: held.item_name,
    unit: held.units_of_measure,
    batch: held.batch,
    state: held.state,
    quantity,
    held: held.quantity_in_stock,
    unit_cost: held.purchase_price,
  }
  const at = lines.findIndex((one) => isSameBatch(one, held))
  return at < 0 ? [...others, line] : lines.with(at, line)
}

/** The damaged units of a delivery that still lie in quarantine, batch by batch: what goes back of it. */
export const damagedLines = (rows: readonly { batch: number; damaged_units: number }[], held: readonly Held[]): ReturnLine[] => {
  const damaged = new Map<number, number>()
  for (const { batch, damaged_units } of rows) damaged.set(batch, (damaged.get(batch) ?? 0) + damaged_units)
  return held
    .filter(({ state }) => state === 'quarantined')
    .reduce<ReturnLine[]>((lines, one) => {
      const quantity = Math.min(damaged.get(one.batch) ?? 0, one.quantity_in_stock)
      return quantity > 0 ? withQuantity(lines, one, String(quantity)) : lines
    }, [])
}

/** Whether a quantity can go: a whole number, and no more than there is. */
export const isPossible = ({ quantity, held }: ReturnLine): boolean => {
  const count = countOf(quantity)
  return count !== null && count <= held
}

/** What the lines cost, in cents; those that cannot be read count nothing. */
export const worthOfLines = (lines: readonly ReturnLine[]): number => {
  const sum = lines.reduce((all, { quantity, unit_cost }) => all + BigInt(countOf(quantity) ?? 0) * millionths(unit_cost), 0n)
  return Number((sum + 5000n) / 10_000n)
}
