import { entityTypes, type EntityType } from '#features/clinical-text/contract.ts'
import type { Entity } from '../record-types.ts'

export const states = ['open', 'suggested', 'confirmed', 'rejected'] as const
/** Which findings are shown: `open` is all but the rejected ones. */
export type FindingState = (typeof states)[number]
export interface Filter {
  type: EntityType | null
  state: FindingState
  text: string
}

const matches = ({ type, state: findingState, text }: Filter, entity: Entity) => {
  if (type !== null && entity.type !== type) return false
  if (findingState === 'open' ? entity.state === 'rejected' : entity.state !== findingState) return false
  const sought = text.trim().toLowerCase()
  return sought === '' || [entity.text, entity.value, entity.code].some((part) => part?.toLowerCase().includes(sought))
}

/** The findings that are shown, by type in the usual order, within a type as in the document. */
export const shownFindings = (entities: readonly Entity[], filter: Filter): Map<EntityType, Entity[]> => {
  const byType = Map.groupBy(
    entities.filter((entity) => matches(filter, entity)),
    ({ type }) => type,
  )
  return new Map(entityTypes.flatMap((type) => (byType.has(type) ? [[type, byType.get(type) ?? []] as const] : [])))
}

const MOST_DAYS = 6
/** The days that a document names, in its order, each once and none after `latest`; without those that somebody has rejected. */
export const namedDays = (entities: readonly Entity[], latest: string): string[] => {
  const days = entities.flatMap(({ type, state, value }) => (type === 'date' && state !== 'rejected' && value !== null ? [value] : []))
  return [...new Set(days)].filter((day) => /^\d{4}-\d\d-\d\d$/.test(day) && day <= latest).slice(0, MOST_DAYS)
}

/** Where the keyboard goes after a decision: the next suggestion, from the top again after the last; else the next of all. */
export const afterDecision = (shown: readonly Entity[], id: number): number | undefined => {
  const at = shown.findIndex((entity) => entity.id === id)
  const rest = [...shown.slice(at + 1), ...shown.slice(0, Math.max(0, at))]
  return (rest.find(({ state }) => state === 'suggested') ?? rest[0])?.id
}

/** Values of a time: a result, or vital signs. */
export const isMeasured = ({ destination }: Pick<Entity, 'destination'>) => destination === 'laboratory' || destination === 'vitals'
