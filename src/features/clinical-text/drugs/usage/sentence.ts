import { firstWhere } from '../../first-where.ts'
import type { Token } from '../../text/tokens.ts'
import type { StatedOfDrug, UsagePhrase } from './phrases.ts'
import { usagesByWord } from './phrases.ts'

/** What is said of one drug, and whether the phrase stands before it or after it. */
export interface ReadUsage {
  usage: Exclude<StatedOfDrug, 'replaced'>
  side: 'before' | 'after'
}

/** A drug or phrase among the tokens of a text; `to` exclusive. */
interface Placed {
  from: number
  to: number
}
export interface PlacedDrug extends Placed {
  /** Its number among the drugs of the text. */
  at: number
  hasDirections: boolean
}
type PlacedPhrase = Placed & UsagePhrase

// A drug and its directions: "Tab. Diclofenac 50 mg PO tds x 5/7".
const LONGEST_GAP = 14
const AND: ReadonlySet<string> = new Set(['and', 'or', '&', '+', '/', 'na', 'au', 'et', 'ou'])
const COMMA_OR_AND: ReadonlySet<string> = new Set([...AND, ',', 'such', 'like', 'including', 'eg', 'e'])
const CLAUSE =
  /^(?:but|however|although|though|because|due|since|then|who|which|whereas|while|except|lakini|mais|therefore|so|secondary|[.;])$/
const SHORTENED = /^(?:tab|tabs|cap|caps|inj|syr|susp|e|g)$/
const CONDITION = /^(?:if|unless|when|once|should|case|before|prior|after)$/
// What follows is not stopped but the means: "bleeding stopped with tranexamic acid".
const MEANS = /^(?:with|after|by|following|on|upon|using)$/
const COURSE = /^(?:treatment|therapy|course|dosing|medication)$/
const OBJECT = /^(?:to|with|by|for)$/
const SINGULAR = /^(?:was|is|has)$/
const HEADING_WORD = /^(?:drugs?|medications?|medicines?|these|the|following|known|dawa|medicaments?)$/

const findPhrases = (tokens: readonly Token[], begin: number, end: number, isDrug: (at: number) => boolean): PlacedPhrase[] => {
  const found: PlacedPhrase[] = []
  const fits = (words: readonly string[], at: number) =>
    at + words.length <= end && words.every((word, index) => tokens[at + index]!.text === word && !isDrug(at + index))
  for (let at = begin; at < end;) {
    const hit = usagesByWord.get(tokens[at]!.text)?.find(({ words }) => fits(words, at))
    if (hit) found.push({ ...hit, from: at, to: at + hit.words.length })
    at += hit?.words.length ?? 1
  }
  return found
}

/** One sentence with its drugs: which phrases it holds, and which drugs each is about. */
export class Sentence {
  readonly #tokens: readonly Token[]
  readonly #drugs: readonly PlacedDrug[]
  readonly #phrases: readonly PlacedPhrase[]
  readonly #begin: number
  readonly #end: number

  constructor(tokens: readonly Token[], drugs: readonly PlacedDrug[], begin: number, end: number) {
    this.#tokens = tokens
    this.#drugs = drugs
    this.#begin = begin
    this.#end = end
    const inDrug = new Set(drugs.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, step) => from + step)))
    const all = findPhrases(tokens, begin, end, (at) => inDrug.has(at))
    // "On" and "take" say something only right before a drug: not in "50 mg on alternate days".
    this.#phrases = all.filter((phrase) => phrase.usage !== 'taken' || phrase.kind !== 'verb' || this.#isNear(phrase))
  }

  #text(at: number) {
    return this.#tokens[at]?.text ?? ''
  }
  #between({ to }: Pick<Placed, 'to'>, { from }: Pick<Placed, 'from'>) {
    return this.#tokens.slice(to, from)
  }
  #phraseBetween({ to }: Pick<Placed, 'to'>, { from }: Pick<Placed, 'from'>) {
    const next = this.#phrases[firstWhere(this.#phrases, (phrase) => phrase.from >= to)]
    return next !== undefined && next.to <= from
  }
  #drugFrom(at: number) {
    return firstWhere(this.#drugs, ({ from }) => from >= at)
  }
  #hasClause(before: Pick<Placed, 'to'>, after: Pick<Placed, 'from'>) {
    return this.#between(before, after).some(({ text, start }, index) => {
      const previous = this.#tokens[before.to + index - 1]
      // The point of "Tab." ends no clause.
      const isShortened = text === '.' && previous?.end === start && SHORTENED.test(previous.text)
      return !isShortened && CLAUSE.test(text)
    })
  }

  /** Whether the next drug is within the reach of a phrase and of its clause. */
  #isNear(phrase: Pick<PlacedPhrase, 'to' | 'reach'>) {
    const drug = this.#drugs[this.#drugFrom(phrase.to)]
    if (!drug || drug.from - phrase.to > LONGEST_GAP) return false
    const between = this.#between(phrase, drug)
    return (
      between.filter(({ kind }) => kind !== 'mark').length <= phrase.reach &&
      !between.some(({ text }) => text === ',') &&
      !this.#hasClause(phrase, drug)
    )
  }
  #isJoined(before: PlacedDrug, next: PlacedDrug, joints: ReadonlySet<string>) {
    return (
      next.from - before.to <= LONGEST_GAP &&
      this.#between(before, next).some(({ text }) => joints.has(text)) &&
      !this.#hasClause(before, next) &&
      !this.#phraseBetween(before, next)
    )
  }

  /** The drugs that follow a phrase: the first within its reach, then those of its list. */
  #following(phrase: PlacedPhrase): PlacedDrug[] {
    let next = this.#drugFrom(phrase.to)
    const first = this.#drugs[next]
    if (!first || !this.#isNear(phrase) || this.#phraseBetween(phrase, first)) return []
    const between = this.#between(phrase, first)
    if (between.some(({ text }, index) => MEANS.test(text) && !COURSE.test(between[index - 1]?.text ?? ''))) return []
    const list = [first]
    for (next += 1; next < this.#drugs.length; next++) {
      const [before, drug] = [list.at(-1)!, this.#drugs[next]!]
      // "Stop X, Y 1 g tds": Y is prescribed.
      const isPrescribed = drug.hasDirections && !before.hasDirections && !this.#isJoined(before, drug, AND)
      if (isPrescribed || !this.#isJoined(before, drug, COMMA_OR_AND)) break
      list.push(drug)
    }
    return list
  }

  /** The drugs before a phrase: the nearest, then those joined to it by "and". */
  #preceding(phrase: PlacedPhrase): PlacedDrug[] {
    let at = this.#drugFrom(phrase.from) - 1
    const nearest = this.#drugs[at]
    // The comma of "X 50 mg od, stopped".
    const until = { from: this.#text(phrase.from - 1) === ',' ? phrase.from - 1 : phrase.from }
    if (!nearest || until.from - nearest.to > LONGEST_GAP) return []
    const isOther = this.#between(nearest, until).some(({ text }) => text === ',' || text === 'and')
    if (isOther || this.#hasClause(nearest, until) || this.#phraseBetween(nearest, phrase)) return []
    const list = [nearest]
    for (at -= 1; at >= 0 && !SINGULAR.test(phrase.words[0]!); at--) {
      const [drug, next] = [this.#drugs[at]!, list.at(-1)!]
      if (!this.#isJoined(drug, next, list.length > 1 && !drug.hasDirections ? COMMA_OR_AND : AND)) break
      list.push(drug)
    }
    // "Takes X and Y stopped": X is taken.
    const first = list.at(-1)!
    const verb = this.#phrases[firstWhere(this.#phrases, ({ from }) => from >= first.from) - 1]
    const isTaken = verb?.usage === 'taken' && verb.kind === 'verb' && first.from - verb.to <= verb.reach
    return isTaken ? [nearest] : list
  }

  /** Whether a condition follows: "stop X if coughing". */
  #isConditional(from: number) {
    for (let at = from; at < Math.min(this.#end, from + LONGEST_GAP); at++) {
      if (this.#text(at) === ',' || this.#phrases[firstWhere(this.#phrases, (phrase) => phrase.from >= at)]?.from === at) return false
      if (CONDITION.test(this.#text(at))) return true
    }
    return false
  }

  /** "Switch X to Y", "X changed to Y", "was on X, now on Y": X is stopped. */
  #replaced(phrase: PlacedPhrase): PlacedDrug[] {
    if (phrase.kind === 'before') return this.#phrases.at(-1)!.words[0] === 'now' ? this.#following(phrase) : []
    const isFor = (at: number) => OBJECT.test(this.#text(at)) && this.#isNear({ to: at + 1, reach: 2 })
    const [before] = this.#preceding(phrase)
    if (before && isFor(phrase.to)) return [before]
    const [after] = this.#following(phrase)
    if (!after) return []
    for (let at = after.to; at < Math.min(this.#end, after.to + LONGEST_GAP); at++) if (isFor(at)) return [after]
    return []
  }

  /** The drugs that a phrase is about, and on which side of them it stands. */
  #about(phrase: PlacedPhrase): { drugs: PlacedDrug[]; side: ReadUsage['side'] } {
    const following = phrase.kind === 'after' ? [] : this.#following(phrase)
    const preceding = phrase.kind === 'before' ? [] : this.#preceding(phrase)
    const isAfterComma = this.#text(phrase.from - 1) === ','
    const isBefore = following.length > 0 && (phrase.kind !== 'state' || preceding.length === 0 || isAfterComma)
    return isBefore ? { drugs: following, side: 'before' } : { drugs: preceding, side: 'after' }
  }

  /** What the sentence says, by the number of the drug. */
  read(): [number, ReadUsage][] {
    return this.#phrases.flatMap((phrase): [number, ReadUsage][] => {
      const { usage, kind } = phrase
      if (usage === 'replaced') return this.#replaced(phrase).map(({ at }) => [at, { usage: 'stopped', side: 'before' }])
      const { drugs, side } = this.#about(phrase)
      const end = Math.max(phrase.to, ...drugs.map(({ to }) => to))
      const isPlanned = kind === 'verb' || phrase.words[0] === 'to'
      if (usage === 'stopped' && isPlanned && this.#isConditional(end)) return []
      return drugs.map(({ at }) => [at, { usage, side }])
    })
  }

  /** What a line that is a heading says of the drugs below it: "Stop:", "Drugs to avoid". */
  heading(): ReadUsage | undefined {
    const [phrase, ...others] = this.#phrases
    if (!phrase || phrase.usage === 'replaced' || others.length > 0 || this.#drugs.length > 0) return undefined
    const rest = [...this.#tokens.slice(this.#begin, phrase.from), ...this.#tokens.slice(phrase.to, this.#end)]
    const isHeading = rest.length <= 4 && rest.every(({ text, kind }) => (kind === 'mark' ? /^[:\-–*]$/ : HEADING_WORD).test(text))
    return isHeading ? { usage: phrase.usage, side: 'before' } : undefined
  }
}
