import { oneOf, optional, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { itemCategories } from '../contract.ts'

const { rows } = readTable(
  new URL('starter-items.tsv', import.meta.url),
  {
    offered: oneOf(['set-up', 'later']),
    category: oneOf(itemCategories),
    name: text,
    unit: text,
    code: optional(text),
    department: optional(text),
  },
  ['name'],
)
type Row = (typeof rows)[number]
export type StarterItem = Omit<Row, 'offered'>

const offered = (when: Row['offered']) => rows.flatMap(({ offered: at, ...item }): StarterItem[] => (at === when ? [item] : []))

/** What most clinics bill, by category; without prices, because a price cannot be guessed. */
export const starterItems: readonly StarterItem[] = offered('set-up')
/** Medicines of the WHO's list of essential ones that a first contact clinic dispenses, beyond those that every clinic is offered. */
export const starterDrugs: readonly StarterItem[] = offered('later')
