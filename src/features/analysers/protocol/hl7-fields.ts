import type { Hl7Field, Hl7Segment } from '@medplum/core'
import type { Separators } from './hl7-header.ts'
import { unescapeHl7 } from './hl7-text.ts'
import { cleanText } from './message.ts'

/** Reads texts out of segments: unescaped, clean, empty where nothing was sent. Numbers count from 1, as the standard does. */
export interface FieldReader {
  /** A component of a field's first repetition; a third number picks its subcomponent. */
  text: (segment: Hl7Segment | undefined | null, field: number, component?: number, subcomponent?: number) => string
  /** A whole field, or one repetition of it, its separators kept. */
  whole: (segment: Hl7Segment, field: number) => string[]
  /** The components of every repetition. */
  parts: (segment: Hl7Segment, field: number) => string[][]
  plain: (text: string) => string
}

// The library promises a field and gives undefined for those that were not sent.
const fieldOf = (segment: Hl7Segment, number: number): Hl7Field | undefined => segment.getField(number)

/** A reader for one message's separators and character set. */
export const fieldReader = (separators: Separators, decode: (bytes: Uint8Array) => string): FieldReader => {
  // HL7's explicit nothing.
  const plain = (text: string) => (text === '""' ? '' : cleanText(unescapeHl7(text, separators, decode)))
  return {
    plain,
    text: (segment, number, component = 1, subcomponent) => {
      const sent = segment && fieldOf(segment, number)?.components[0]?.[component - 1]
      if (!sent) return ''
      return plain(subcomponent === undefined ? sent : (sent.split(separators.subcomponent)[subcomponent - 1] ?? ''))
    },
    whole: (segment, number) => (fieldOf(segment, number)?.components ?? []).map((parts) => plain(parts.join(separators.component))),
    parts: (segment, number) => (fieldOf(segment, number)?.components ?? []).map((parts) => parts.map(plain)),
  }
}
