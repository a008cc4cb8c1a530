import type { Certainty, DrugUsage, EntityDetails, EntityType, Subject, Temporality } from './contract.ts'

/** Where something stands in a text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  start: number
  end: number
}

/** What a finder found, before its surroundings were read. */
export interface Found extends Span {
  type: EntityType
  /** The normal form: a name, a number as written with a point, an ISO date. */
  value?: string
  /** UCUM where it is known, else as written. */
  unit?: string
  /** ICD-10 (diagnoses, symptoms), ATC (drugs), LOINC (laboratory), where the lexicon knows it. */
  code?: string
  /** How it was found; the confidence of each way is calibrated (confidence.ts). */
  way: string
  details?: EntityDetails
}

/** A mention with what its surroundings say of it. */
export interface Mention extends Omit<Found, 'way'> {
  text: string
  certainty: Certainty
  negated: boolean
  subject: Subject
  temporality: Temporality
  /** Of drugs and allergies: stopped, avoided, not tolerated or tolerated; null where nothing of this is said. */
  usage: DrugUsage | null
  /** How often such a mention is right, from 0 to 1 (confidence.ts says on what it was measured). */
  confidence: number
}

/** What the surroundings of a mention say of it. */
export type Context = Pick<Mention, 'certainty' | 'negated' | 'subject' | 'temporality'>
