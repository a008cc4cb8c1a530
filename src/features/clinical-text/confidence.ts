import type { EntityType } from './contract.ts'

/** How often a mention of a type is right, whatever way it was found. */
const ofType: Record<EntityType, number> = {
  diagnosis: 0.8,
  symptom: 0.8,
  drug: 0.85,
  allergy: 0.85,
  laboratory: 0.85,
  vital: 0.9,
  procedure: 0.8,
  date: 0.95,
  facility: 0.8,
}

/** How often mentions of a type that were found in a way are right; a way that was not measured is as good as its type. */
const ofWay: Record<string, number> = {}

/** How often such a mention is right, from 0 to 1, measured on development data (docs/benchmarks-clinical-text.md). */
export const confidenceOf = (type: EntityType, way: string): number => ofWay[`${type} ${way}`] ?? ofType[type]
