import type { Directions } from '#features/directions/rules.ts'
import { mergeLines } from '#features/order-drafts/rules.ts'

/** A line that is being prescribed. Its key is the item: an item stands in a basket once. */
export interface BasketLine {
  item: number
  name: string
  unit: string | null
  /** As it is typed. */
  directions: string
  /** Set in the boxes, when the text alone does not say the same; null: the text speaks. */
  structure: Directions | null
  /** '' while it is the computed one. */
  quantity: string
  note: string
}

export interface Basket {
  lines: readonly BasketLine[]
  /** The item of the line that is unfolded and typed in. */
  open: number | null
  /** Why warnings are gone against, by their key: kept until the lines are sent. */
  reasons: Readonly<Record<string, string>>
}

export type BasketAction =
  /** Added at the end, or in the place of the line with the same key; unfolded when `isOpen`. */
  | { kind: 'put'; line: BasketLine; isOpen?: boolean }
  | { kind: 'remove'; item: number }
  | { kind: 'clear' }
  | { kind: 'open'; item: number | null }
  | { kind: 'reason'; key: string; reason: string }

export const emptyBasket: Basket = { lines: [], open: null, reasons: {} }

export const emptyLine = (item: { id: number; name: string; unit: string | null }): BasketLine => ({
  item: item.id,
  name: item.name,
  unit: item.unit,
  directions: '',
  structure: null,
  quantity: '',
  note: '',
})

const withLine = (lines: readonly BasketLine[], line: BasketLine) =>
  lines.some(({ item }) => item === line.item) ? lines.map((old) => (old.item === line.item ? line : old)) : [...lines, line]

/** The basket after an action. A line is added, or replaced by its key, or removed; or all are cleared. */
export const basketAfter = (basket: Basket, action: BasketAction): Basket => {
  switch (action.kind) {
    case 'put':
      return { ...basket, lines: withLine(basket.lines, action.line), open: action.isOpen ? action.line.item : basket.open }
    case 'remove':
      return {
        ...basket,
        lines: basket.lines.filter(({ item }) => item !== action.item),
        open: basket.open === action.item ? null : basket.open,
      }
    case 'clear':
      return emptyBasket
    case 'open':
      return { ...basket, open: action.item }
    default:
      return { ...basket, reasons: { ...basket.reasons, [action.key]: action.reason } }
  }
}

/** The first line that says nothing of how it is taken, and how many there are of it nobody can tell; null when all may be sent. */
export const firstIncomplete = (lines: readonly BasketLine[]): BasketLine | null =>
  lines.find(({ directions, structure, quantity }) => directions.trim() === '' && structure === null && quantity.trim() === '') ?? null

/** A line as the server keeps it until it is sent. */
export const toPendingLine = ({ item, name, unit, directions, structure, quantity, note }: BasketLine) => ({
  item,
  name,
  unit,
  directions,
  structure,
  quantity,
  note,
})

/** One basket of two copies that were changed apart: each item once, the line that is open here stays open. */
export const mergeBaskets = ({ base, mine, theirs }: { base: Basket; mine: Basket; theirs: Basket }): Basket => {
  const lines = mergeLines({ base: base.lines, mine: mine.lines, theirs: theirs.lines }, ({ item }) => item, toPendingLine)
  if (lines.length === 0) return emptyBasket
  const open = [mine.open, theirs.open].find((one) => lines.some(({ item }) => item === one)) ?? null
  return { lines, open, reasons: { ...theirs.reasons, ...mine.reasons } }
}
