import type { ParsedOf } from '#shared/endpoint.ts'
import { DirectionsInput } from '#features/directions/contract.ts'
import type { Directions } from '#features/directions/rules.ts'
import { dosageText, durationText, frequencyText, readDirections } from '#features/directions/index.ts'
import type { createPrescription } from '../contract.ts'
import { countedStrength, quantityFor } from '../rules.ts'
import type { KnownItem } from './find-items.ts'
import { wordsOf } from './lines.ts'

export type LineInput = NonNullable<ParsedOf<typeof createPrescription>['body']['prescribed_drugs']>[number]

/** A line as it would stand: what was sent, what was read of it and what was computed. */
export interface PlannedLine {
  item: KnownItem
  directions: string | null
  structure: Directions | null
  words: string
  dosage: string
  frequency: string
  duration: string
  note: string | null
  /** Null when none was sent and none can be computed. */
  quantity: string | null
  /** True when only the three parts of earlier clients say how it is taken. */
  isInParts: boolean
  unread: string[]
  abstained: string | null
  remarks: string[]
}

const TOO_GREAT = 'It says more than directions can hold.'

const read = (text: string) => {
  const { directions, unread, abstained, warnings } = readDirections(text)
  const { data: structure = null } = abstained === null ? DirectionsInput.safeParse(directions) : {}
  return { structure, unread, abstained: abstained ?? (structure ? null : TOO_GREAT), remarks: warnings }
}

const computed = (structure: Directions | null, item: KnownItem): string | null =>
  structure && quantityFor(structure, item, { strength: countedStrength(item.facts) })

/** Reads one line: structure goes before text, text before parts; what was sent stays as it was sent. */
export const planLine = (input: LineInput, item: KnownItem): PlannedLine => {
  const { directions = null, note = null } = input
  const parts = [input.dosage, input.frequency, input.duration].filter(Boolean).join(' ')
  const text = directions ?? parts
  const reading = input.structure
    ? { structure: input.structure, unread: [], abstained: null, remarks: [] }
    : text
      ? read(text)
      : { structure: null, unread: [], abstained: null, remarks: [] }
  const { structure } = reading
  const said = {
    dosage: input.dosage ?? (structure ? dosageText(structure) : (directions ?? '')),
    frequency: input.frequency ?? (structure ? frequencyText(structure) : ''),
    duration: input.duration ?? (structure ? durationText(structure) : ''),
  }
  const isInParts = !input.structure && directions === null && parts !== ''
  return {
    item,
    directions,
    ...reading,
    ...said,
    words: wordsOf({ directions, structure, ...said }),
    note,
    quantity: input.quantity ?? computed(structure, item),
    isInParts,
  }
}
