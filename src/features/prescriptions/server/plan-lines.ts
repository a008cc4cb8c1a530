import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { findItems } from './find-items.ts'
import { uncountedWords } from '../rules.ts'
import { planLine, type Earlier, type LineInput, type PlannedLine, type Weighing } from './plan-line.ts'

/** A line that can be written: its quantity is known. */
export type ReadyLine = PlannedLine & { quantity: string }
/** Names a field of a line in an error. */
export type At = (index: number, field: string) => string

export const inList: At = (index, field) => `prescribed_drugs.${index}.${field}`
export const alone: At = (_index, field) => field

const asReady = (line: PlannedLine): ReadyLine | null => {
  const quantity = line.quantity ?? (line.item.category === 'consumable' && !line.words ? '1' : null)
  return quantity === null ? null : { ...line, quantity }
}

/** What a person has to know to plan lines: what a dose for each kilogram goes by, and the lines that are replaced, by item. */
export interface PlanningFacts {
  weighing: Weighing
  earlier: ReadonlyMap<number, Omit<Earlier, 'item'>>
}

/**
 * Reads lines, or throws a 400 that names all that is wrong with them: items that cannot be prescribed or are named twice, drugs without
 * directions, quantities that are neither given nor computed. `active` are the items that are on the prescription and are not replaced.
 */
export const planLines = async (
  db: Db,
  inputs: readonly LineInput[],
  { active, weighing, earlier }: PlanningFacts & { active: ReadonlySet<number> },
  at: At,
): Promise<ReadyLine[]> => {
  const items = await findItems(
    db,
    inputs.map(({ item }) => item),
    'prescribable',
  )
  const errors: FieldErrors = {}
  const named = new Set<number>()
  const lines: ReadyLine[] = []
  for (const [index, input] of inputs.entries()) {
    const item = items.get(input.item)
    if (!item) {
      errors[at(index, 'item')] = ['Choose an active drug or consumable.']
      continue
    }
    if (named.has(item.id)) errors[at(index, 'item')] = ['Each item may be listed only once.']
    else if (active.has(item.id)) errors[at(index, 'item')] = ['This item is already on the prescription.']
    named.add(item.id)
    const before = earlier.get(item.id)
    const line = planLine(input, item, { weighing, earlier: before && { ...before, item } })
    const ready = asReady(line)
    if (item.category === 'drug' && !line.words) errors[at(index, 'directions')] = ['Enter the directions.']
    else if (!ready) errors[at(index, 'quantity')] = [uncountedWords[line.missing ?? 'unread']]
    if (ready) lines.push(ready)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return lines
}
