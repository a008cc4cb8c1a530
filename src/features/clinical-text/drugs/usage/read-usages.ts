import { firstWhere } from '../../first-where.ts'
import type { Span } from '../../mention.ts'
import type { Prepared } from '../../prepared.ts'
import { Sentence, type PlacedDrug, type ReadUsage } from './sentence.ts'

export type { ReadUsage }

type Drug = Span & { hasDirections: boolean }

const MOST_LINES = 10
/** What matters more where a text says several things of one drug. */
const rank: Record<ReadUsage['usage'], number> = { 'not tolerated': 5, avoided: 4, stopped: 3, 'not taken': 2, taken: 1, tolerated: 0 }

/**
 * What a text says of each of its drugs, which are given in their order: stopped, avoided, not tolerated, tolerated, not taken or taken, by
 * phrases in their sentence (phrases.ts) or in the heading of their list. Undefined where it says nothing.
 */
export const readUsages = ({ text, tokens, sentences }: Prepared, drugs: readonly Drug[]): (ReadUsage | undefined)[] => {
  const read: (ReadUsage | undefined)[] = drugs.map(() => undefined)
  const note = (at: number, one: ReadUsage) => {
    if (!read[at] || rank[one.usage] > rank[read[at].usage]) read[at] = one
  }
  let next = 0
  let heading: { says: ReadUsage; lines: number } | undefined
  for (const { start, end } of drugs.length > 0 ? sentences : []) {
    const begin = firstWhere(tokens, (token) => token.start >= start)
    const until = firstWhere(tokens, (token) => token.start >= end)
    const here: PlacedDrug[] = []
    for (; next < drugs.length && drugs[next]!.start < end; next++) {
      const drug = drugs[next]!
      const from = firstWhere(tokens, (token) => token.end > drug.start)
      here.push({ at: next, from, to: firstWhere(tokens, (token) => token.start >= drug.end), hasDirections: drug.hasDirections })
    }
    const sentence = new Sentence(tokens, here, begin, until)
    const stated = sentence.read()
    for (const [at, one] of stated) note(at, one)
    const isApart = /\n\s*\n\s*$/.test(text.slice(Math.max(0, start - 20), start))
    if (heading && (isApart || here.length === 0 || stated.length > 0 || heading.lines >= MOST_LINES)) heading = undefined
    if (heading) {
      for (const { at } of here) note(at, heading.says)
      heading.lines++
    }
    const opened = sentence.heading()
    if (opened) heading = { says: opened, lines: 0 }
  }
  return read
}
