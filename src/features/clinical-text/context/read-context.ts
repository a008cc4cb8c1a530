import { firstWhere } from '../first-where.ts'
import type { Prepared } from '../prepared.ts'
import type { Context, Span } from '../mention.ts'
import type { Matched } from './match-triggers.ts'
import { matchTriggers } from './match-triggers.ts'
import type { Token } from '../text/tokens.ts'
import type { Section } from './sections.ts'
import { sectionsOf } from './sections.ts'
import type { Meaning, Trigger } from './triggers.ts'

/** How many words and marks are looked at before and after a mention: lists are long, what follows is near. */
const BEFORE = 60
const AFTER = 14

interface Surroundings {
  sections: Section[]
  /** The phrase at each token number where one begins, and at each where one ends (its last token). */
  beginning: ReadonlyMap<number, Matched>
  ending: ReadonlyMap<number, Matched>
}

// One text has many mentions; what is the same for all of them is read once and forgotten with the text.
const read = new WeakMap<Prepared, Surroundings>()

const surroundingsOf = (prepared: Prepared): Surroundings => {
  const known = read.get(prepared)
  if (known) return known
  const matched = matchTriggers(prepared)
  const made = {
    sections: sectionsOf(prepared.text, prepared.tokens),
    beginning: new Map(matched.map((one) => [one.from, one])),
    ending: new Map(matched.map((one) => [one.to - 1, one])),
  }
  read.set(prepared, made)
  return made
}

// "2)" opens the next item of a list that runs on in one line.
const opensItem = (tokens: Token[], at: number) =>
  tokens[at]?.text === ')' && tokens[at - 1]?.kind === 'number' && tokens[at - 2]?.text !== '('

const SEPARATORS = new Set([',', 'or', 'and', 'nor', '/', '&', 'au', 'wala', 'ou', 'et', 'ni'])

/** What was said so far on the way from a mention outwards, and whose scope has ended. */
class Way {
  readonly stated = new Map<Meaning, number>()
  readonly ended = new Set<Meaning>()
  #words = 0
  #longest = 0
  #isList = false
  #steps = 0

  /** A word that says nothing. */
  pass(text: string, kind: string) {
    this.#steps++
    if (SEPARATORS.has(text)) {
      this.#isList = true
      this.#words = 0
    } else if (kind !== 'mark') this.#longest = Math.max(this.#longest, ++this.#words)
  }

  /** A phrase: what it says if it reaches the mention, then what it ends. */
  meet(phrase: Matched, side: Trigger['side']) {
    for (const trigger of phrase.triggers) {
      const reaches = trigger.side === side && this.#longest <= trigger.reach && (trigger.isList || !this.#isList)
      if (reaches)
        for (const meaning of trigger.means)
          if (!this.ended.has(meaning) && !this.stated.has(meaning)) this.stated.set(meaning, this.#steps)
    }
    for (const { ends } of phrase.triggers) for (const meaning of ends) this.ended.add(meaning)
    for (const { text, kind } of phrase.words.map((word) => ({ text: word, kind: 'word' }))) this.pass(text, kind)
  }
}

interface Place {
  first: number
  last: number
  begin: number
  end: number
}

const backwards = ({ tokens }: Prepared, { beginning, ending }: Surroundings, { first, last, begin }: Place) => {
  const way = new Way()
  // A mention may begin with what is said of it: "no known allergies", "status post appendectomy".
  const own = beginning.get(first)
  if (own && own.to <= last) way.meet(own, 'before')
  for (let at = first - 1; at >= Math.max(0, first - BEFORE) && tokens[at]!.start >= begin;) {
    if (opensItem(tokens, at)) break
    const phrase = ending.get(at)
    if (phrase) way.meet(phrase, 'before')
    else way.pass(tokens[at]!.text, tokens[at]!.kind)
    at -= phrase ? phrase.to - phrase.from : 1
  }
  return way
}

const forwards = ({ tokens }: Prepared, { beginning, ending }: Surroundings, { first, last, end }: Place) => {
  const way = new Way()
  const own = ending.get(last)
  if (own && own.from > first) way.meet(own, 'after')
  for (let at = last + 1; at <= Math.min(tokens.length - 1, last + AFTER) && tokens[at]!.end <= end;) {
    if (tokens[at]!.text === ',' || opensItem(tokens, at + 1)) break
    const phrase = beginning.get(at)
    if (phrase) way.meet(phrase, 'after')
    else way.pass(tokens[at]!.text, tokens[at]!.kind)
    at += phrase ? phrase.to - phrase.from : 1
  }
  return way
}

// A habit that is denied belongs to the social history, wherever it is written.
const HABITS = new Set([
  'tobacco',
  'alcohol',
  'smoking',
  'cigarettes',
  'drinking',
  'drug',
  'drugs',
  'ethanol',
  'pombe',
  'sigara',
  'tabac',
  'alcool',
])

const temporalityOf = (before: Way, after: Way, section: Meaning | undefined) => {
  const says = (meaning: Meaning) => before.stated.has(meaning) || after.stated.has(meaning)
  if (says('hypothetical')) return 'hypothetical'
  if (after.stated.has('historical')) return 'historical'
  if (before.stated.has('historical')) return says('recent') ? 'recent' : 'historical'
  if (section === 'hypothetical') return 'hypothetical'
  return section === 'historical' && !before.ended.has('historical') && !says('recent') ? 'historical' : 'recent'
}

const subjectOf = (before: Way, after: Way, section: Meaning | undefined) => {
  const near = (meaning: Meaning) => Math.min(before.stated.get(meaning) ?? Infinity, after.stated.get(meaning) ?? Infinity)
  const [family, other] = [near('family'), near('other')]
  if (family < Infinity || other < Infinity) return other < family ? 'other' : 'family'
  return section === 'family' && !before.ended.has('family') ? 'family' : 'patient'
}

/**
 * What the surroundings of a mention say of it, by phrases (triggers-*.ts) in its sentence and by the heading it stands below
 * (sections.ts). Looks at a bounded number of words, however long the text is.
 */
export const readContext = (prepared: Prepared, found: Span): Context => {
  const { tokens, sentences } = prepared
  const surroundings = surroundingsOf(prepared)
  const first = firstWhere(tokens, ({ end }) => end > found.start)
  const last = Math.max(first, firstWhere(tokens, ({ start }) => start >= found.end) - 1)
  const heading = surroundings.sections[firstWhere(surroundings.sections, ({ start }) => start > found.start) - 1]
  const begin = sentences[firstWhere(sentences, ({ start }) => start > found.start) - 1]?.start ?? 0
  const end = sentences[firstWhere(sentences, (sentence) => sentence.end >= found.end)]?.end ?? prepared.text.length
  const place = { first, last, begin: Math.max(begin, heading?.start ?? 0), end }
  const before = backwards(prepared, surroundings, place)
  const after = forwards(prepared, surroundings, place)
  const says = (meaning: Meaning) => before.stated.has(meaning) || after.stated.has(meaning)
  // "No pallor, jaundice present": the list is over when its last item, after a comma, is affirmed.
  const isAffirmed = after.stated.has('affirmed') && tokens[first - 1]?.text === ','
  const negated = after.stated.has('negated') || (before.stated.has('negated') && !isAffirmed)
  const temporality = temporalityOf(before, after, heading?.means)
  const isHabit = negated && tokens.slice(first, last + 1).some(({ text }) => HABITS.has(text))
  return {
    negated,
    certainty: says('possible') || heading?.means === 'possible' ? 'possible' : 'certain',
    temporality: isHabit && temporality === 'recent' ? 'historical' : temporality,
    subject: subjectOf(before, after, heading?.means),
  }
}
