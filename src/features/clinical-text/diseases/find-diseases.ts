import { resultBelow } from '../findings/laboratory-below.ts'
import type { Prepared } from '../prepared.ts'
import type { Found, Span } from '../mention.ts'
import type { Core, ShortForm, ShortForms } from './cores.ts'
import { coreAt } from './cores.ts'
import { afterParenthesis, isBare, leftEdge, rightEdge } from './edges.ts'
import { explainedAfter, shortFormsOf } from './short-forms.ts'
import type { Unit } from './units.ts'
import { unitsOf } from './units.ts'
import { findTestNames } from './test-names.ts'
import { isOtherThing } from './words/ordinary.ts'

interface Mention {
  from: number
  to: number
  core: Core
}

const joins = (first: Core, next: Core | undefined): next is Core =>
  next !== undefined &&
  (next.way === 'bound'
    ? first.type !== 'symptom' || next.type === 'symptom'
    : next.type !== 'symptom' && first.type !== 'symptom' && next.to - next.from === 1 && next.way !== 'abbreviation')

/** The mention of the core that begins at a unit; `floor` is where the one before ended. */
const mentionAt = (units: readonly Unit[], core: Core, floor: number, shortForms: ShortForms): Mention | undefined => {
  let last = core
  for (;;) {
    const at = afterParenthesis(units, last.to) ?? last.to
    const next = at < units.length && !units[at]!.isFirst ? coreAt(units, at, shortForms) : undefined
    if (!joins(last, next) || (at !== last.to && next.way !== 'bound' && next.way !== 'head')) break
    last = next
  }
  const head = units[last.to - 1]!.text
  const to = rightEdge(units, last.to, head)
  const from = leftEdge(units, core.from, head, floor)
  if (isBare(last, from === core.from ? core.from : -1, to) && last === core) return undefined
  const isWhole = from === core.from && to === core.to
  return { from, to, core: isWhole ? last : { from: last.from, to: last.to, way: last.way, type: last.type } }
}

const mentionsOf = (units: readonly Unit[], shortForms: ShortForms): Mention[] => {
  const mentions: Mention[] = []
  for (let at = 0; at < units.length;) {
    const core = coreAt(units, at, shortForms)
    const mention = core && mentionAt(units, core, mentions.at(-1)?.to ?? 0, shortForms)
    if (mention && !isOtherThing(units, mention.to)) mentions.push(mention)
    at = mention?.to ?? core?.to ?? at + 1
  }
  return mentions
}

const nameOf = (text: string, units: readonly Unit[], { from, to }: Mention) =>
  text
    .slice(units[from]!.start, units[to - 1]!.end)
    .replace(/\s+/g, ' ')
    .toLowerCase()

const explained = (text: string, units: readonly Unit[], mentions: readonly Mention[]): ShortForm[] =>
  mentions.flatMap((mention) => {
    const found = explainedAfter(units, mention.from, mention.to, mention.core.to)
    return found ? [{ ...found.form, type: mention.core.type, entry: mention.core.entry ?? { name: nameOf(text, units, mention) } }] : []
  })

// Results that only a test has, right behind a name.
const REACTIVE = /^\s{0,3}[:=–-]?\s{0,3}(?:(?:non|not)[-\s]?)?reactive\b(?!\s?\p{L})/iu
const OF_A_TEST = /reactive|negative|positive|detected|seen|growth|indeterminate|inconclusive|equivocal|invalid/

/** "Hepatitis A: non-reactive"; a name alone in its line with a result alone in the line below. */
const hasResult = (text: string, units: readonly Unit[], { from, to }: Mention) => {
  const [start, end] = [units[from]!.start, units[to - 1]!.end]
  if (REACTIVE.test(text.slice(end, end + 30))) return true
  if (!/(?:^|\n)[^\p{L}\n]{0,8}$/u.test(text.slice(Math.max(0, start - 10), start))) return false
  const below = resultBelow(text, end)
  return below !== null && OF_A_TEST.test(below.value)
}

/** What a text names: diseases, and tests that a disease names only in part. */
interface Named {
  diseases: Found[]
  tests: Span[]
}

const namesIn = (prepared: Prepared): Named => {
  const units = unitsOf(prepared)
  const first = mentionsOf(units, new Map())
  const shortForms = shortFormsOf(explained(prepared.text, units, first))
  const mentions = shortForms.size === 0 ? first : mentionsOf(units, shortForms)
  const tests = findTestNames(units, mentions)
  for (const mention of mentions) if (!tests.has(mention) && hasResult(prepared.text, units, mention)) tests.set(mention, mention)
  const diseases = mentions
    .filter((mention) => !tests.has(mention))
    .map((mention): Found => {
      const { core, from, to } = mention
      const code = core.entry?.code === undefined ? {} : { code: core.entry.code }
      const value = core.entry?.name ?? nameOf(prepared.text, units, mention)
      const way = core.way === 'bound' ? 'head' : core.way
      return { type: core.type, value, ...code, way, start: units[from]!.start, end: units[to - 1]!.end }
    })
  return { diseases, tests: [...tests.values()].map(({ from, to }) => ({ start: units[from]!.start, end: units[to - 1]!.end })) }
}

const read = new WeakMap<Prepared, Named>()
const namesOf = (prepared: Prepared): Named => {
  const names = read.get(prepared) ?? namesIn(prepared)
  read.set(prepared, names)
  return names
}

/** The tests that are named after a disease, each from the first to the last letter of its name, in no order. */
export const findDiseaseTests = (prepared: Prepared): readonly Span[] => namesOf(prepared).tests

/**
 * The diagnoses and symptoms that a text names, in its order and without overlap. `way` says how: a name of the lexicon, a short form
 * (of the lexicon, or one that the text explains), a word made by a disease's ending, or a word such as "syndrome" with what says which.
 * Where a name is known, `value` is the one used in lists and `code` its ICD-10. A disease in the name of a test is none (findDiseaseTests).
 */
export const findDiseases = (prepared: Prepared): Found[] => namesOf(prepared).diseases
