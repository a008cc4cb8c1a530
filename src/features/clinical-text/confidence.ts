import { ofType, ofWay } from './confidence-table.ts'
import type { EntityType } from './contract.ts'

/**
 * How often a mention of a type that was found in a way is right, from 0 to 1, measured on development data
 * (docs/benchmarks-clinical-text.md). A way that was not measured is as good as its type.
 */
export const confidenceOf = (type: EntityType, way: string): number => ofWay[`${type}, ${way}`] ?? ofType[type]
