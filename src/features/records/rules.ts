import type { Certainty, DrugUsage, Subject, Temporality } from '#features/clinical-text/contract.ts'

/** How sure a finding is, in three levels: no figure is measured for a single finding. */
export type Sureness = 'sure' | 'likely' | 'doubtful'
const SURE_FROM = 0.9
const LIKELY_FROM = 0.75
/** `sure` from 0.9, `likely` from 0.75, else `doubtful`; null for what a person marked. */
export const surenessOf = (confidence: number | null): Sureness | null => {
  if (confidence === null) return null
  if (confidence >= SURE_FROM) return 'sure'
  return confidence >= LIKELY_FROM ? 'likely' : 'doubtful'
}

/** What a person has to decide on by itself, and why. */
export type OwnDecision = 'denied' | 'other person' | 'only if' | DrugUsage | 'past' | 'possible' | 'doubtful'
interface Suggestion {
  negated: boolean
  subject: Subject
  temporality: Temporality
  certainty: Certainty
  usage: DrugUsage | null
  confidence: number | null
}

/** Why a person decides on this finding by itself, never together with others; null for one that is plainly of the patient now. */
export const needsOwnDecision = ({ negated, subject, temporality, certainty, usage, confidence }: Suggestion): OwnDecision | null => {
  if (negated) return 'denied'
  if (subject !== 'patient') return 'other person'
  if (temporality === 'hypothetical') return 'only if'
  if (usage !== null) return usage
  if (temporality === 'historical') return 'past'
  if (certainty === 'possible') return 'possible'
  return surenessOf(confidence) === 'doubtful' ? 'doubtful' : null
}
