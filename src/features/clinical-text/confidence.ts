import { number, oneOf, optional, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import type { EntityType } from './contract.ts'
import { entityTypes } from './entity-types.ts'

const table = readTable(
  new URL('knowledge/confidence.tsv', import.meta.url),
  { type: oneOf(entityTypes), way: optional(text), confidence: number },
  ['type', 'way'],
)
const measured = new Map(table.rows.map(({ type, way, confidence }) => [way === undefined ? type : `${type}, ${way}`, confidence]))
const ofType = new Map(
  entityTypes.map((type) => {
    const confidence = measured.get(type)
    if (confidence === undefined) throw new Error(`${table.file}: no row is for the whole type ${type}`)
    return [type, confidence]
  }),
)

/**
 * How often a mention of a type that was found in a way is right, from 0 to 1, measured on development data
 * (docs/benchmarks-clinical-text.md). A way that was not measured is as good as its type.
 */
export const confidenceOf = (type: EntityType, way: string): number => measured.get(`${type}, ${way}`) ?? ofType.get(type)!
