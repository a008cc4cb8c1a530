import { emptyDirections, type Directions, type FoodCode, type RouteCode } from './directions.ts'
import { type Fact, factsOf, wordNotRead } from './facts.ts'
import { assemble, Unclear } from './assemble.ts'
import { dividedByDay, isByWeight, weighed } from './by-weight.ts'
import { normalise, type Token, tokensOf } from './tokens.ts'
import { countedWords, eyeSides, eyeWords, neutral, unsafe } from './words.ts'

export interface Reading {
  directions: Directions
  /** Words that were passed over; they stand in the note. */
  unread: string[]
  /** Why no structure is claimed: the text is contradictory, hangs on an event, or says more than the structure holds. */
  abstained: string | null
  /** What is unsafe about how it is written. */
  warnings: string[]
}

const MAX_TEXT = 1000
const MAX_NOTE = 300

const only = <T>(values: T[], why: string): T | null => {
  const several = [...new Set(values)]
  if (several.length > 1) throw new Unclear(why)
  return several[0] ?? null
}

const routeOf = (facts: Fact[]): RouteCode | null => {
  const routes = new Set(facts.filter((one) => one.kind === 'route').map((one) => one.code))
  // "inhale 2 puffs by mouth", "by mouth" beside "under the tongue"
  if (routes.has('IH') || routes.has('SL') || routes.has('BUC')) routes.delete('PO')
  return only([...routes], 'Two different routes.')
}

const warningsOf = (tokens: Token[], directions: Directions): string[] => {
  const has = (test: (token: Token) => boolean) => tokens.some(test)
  const { is_prn: isPrn, doses } = directions
  return [
    has(({ text }) => /^\d+\.\d*0$/.test(text)) && 'A zero after the decimal point can be read as ten times as much: write 1, not 1.0.',
    has(({ text }) => /^\.\d/.test(text)) && 'A decimal point without a leading zero can be overlooked: write 0.5, not .5.',
    has(({ text }) => text === 'iu') && 'IU can be read as IV or 10: write units.',
    doses.some(({ frequency }) => frequency === 'WKLY' || frequency === '2WKLY') &&
      'Weekly, not daily: state the weekday and make sure that the patient knows.',
    doses.some(({ frequency }) => frequency === 'MDU') && '“As directed” is not clear to the patient: write how it is taken.',
    isPrn && directions.max_per_day === null && 'When needed: state the maximum in 24 hours.',
    isPrn && directions.prn_reason === null && 'When needed: state the indication.',
  ].filter((one) => one !== false)
}

const noteOf = (pieces: string[]) => {
  const note = [...new Set(pieces.filter(Boolean))].join(', ').slice(0, MAX_NOTE).trim()
  return note === '' ? null : note
}

const structureOf = (source: string, tokens: Token[], facts: Fact[]): Omit<Reading, 'warnings' | 'abstained'> => {
  const slice = (from: number, to: number) => source.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0)
  if (tokens.some(({ text }) => text === 'od') && tokens.some(({ text }) => eyeWords.has(text)))
    throw new Unclear('OD may mean once a day or the right eye: write it in words.')
  if (tokens.some(({ text }) => eyeSides.has(text)) && tokens.some(({ text }) => eyeWords.has(text))) throw new Unclear(wordNotRead)
  if (tokens.some(({ text }) => unsafe.has(text))) throw new Unclear('U or ug can be read as other amounts: write units or mcg.')
  const stop = facts.find((one) => one.kind === 'stop')
  if (stop) throw new Unclear(stop.why)
  const { doses, days, isPrn, notes } = assemble(facts)
  const [first] = doses

  const maxima = facts.filter((one) => one.kind === 'max')
  const usable = maxima.filter((one) => one.unit === null || one.unit === first?.unit || first?.unit === null)
  const most = only(usable.map((one) => one.amount), 'Two different maximums.') // prettier-ignore
  if (most !== null && (first?.amount === null || first === undefined)) throw new Unclear('Maximum without a dose.')
  if (most !== null && most < Math.max(first?.amount_max ?? 0, first?.amount ?? 0)) throw new Unclear('The maximum is less than one dose.')
  const unitOfMost = usable.find((one) => one.unit !== null)?.unit ?? null
  if (unitOfMost && first?.unit === null) for (const dose of doses) dose.unit = unitOfMost

  const prnAt = facts.find((one) => one.kind === 'prn')?.at ?? Number.POSITIVE_INFINITY
  const instrAt = facts.find((one) => one.kind === 'instr')?.at ?? Number.POSITIVE_INFINITY
  const texts = facts.filter((one) => one.kind === 'text')
  const isFor = (one: Fact) => tokens[one.at]?.text === 'for'
  const reason = isPrn
    ? (texts.find((one) => one.at > prnAt && one.at < instrAt) ?? texts.find((one) => isFor(one) && one.at < instrAt))
    : undefined
  const others = texts.filter((one) => one !== reason)
  const unitAlone = others.some((one) => tokens.slice(one.at, one.next).some(({ text }) => countedWords.has(text)))
  if (unitAlone && doses.every((one) => one.amount === null)) throw new Unclear('The dose has no number.')
  const isMdu = facts.find((one) => one.kind === 'mdu')
  const foods = facts.filter((one) => one.kind === 'food')
  // "before breakfast, before lunch and at bedtime": true of some doses alone
  const isSome = doses.length > 1 && foods.length < doses.length && foods.some((one) => one.isMeal)
  const kept = facts.filter((one) => one.kind === 'note' || (one.kind === 'food' && isSome) || (one.kind === 'text' && one !== reason) || (one.kind === 'max' && !usable.includes(one)) ||
    (one === isMdu && !doses.some(({ frequency }) => frequency === 'MDU'))) // prettier-ignore
  return {
    directions: {
      doses,
      route: routeOf(facts),
      days,
      is_prn: isPrn,
      prn_reason: reason ? slice(reason.at + (isFor(reason) ? 1 : 0), reason.next).slice(0, 200) || null : null,
      max_per_day: most,
      food: isSome ? null : only(foods.map((one): FoodCode => one.code), 'Two different instructions about food.'), // prettier-ignore
      note: noteOf([...notes, ...kept.map((one) => slice(one.at, one.next))]),
    },
    unread: others
      .filter((one) => !isFor(one))
      .flatMap((one) => tokens.slice(one.at, one.next).map(({ text }) => text))
      .filter((text) => /\p{L}/u.test(text) && !neutral.has(text)),
  }
}

/**
 * Reads directions as prescribers type them. It never guesses and never throws: where the text is contradictory or holds a number that is not
 * understood, `abstained` says why, and the directions hold the text as a note alone. What follows "note:" is kept as it is. A dose for each
 * kilogram becomes the dose of somebody of `weightKg`.
 */
export const readDirections = (text: string, { weightKg = null }: { weightKg?: number | null } = {}): Reading => {
  const nothing = (why: string, warnings: string[] = []): Reading => ({
    directions: { ...emptyDirections, note: noteOf([text.slice(0, MAX_NOTE).trim()]) },
    unread: [],
    abstained: why,
    warnings,
  })
  if (text.length > MAX_TEXT) return nothing('The text is too long.')
  const whole = normalise(text)
  const marked = /(?:^|[\s,;])note:/i.exec(whole)
  const written = marked ? whole.slice(0, marked.index) : whole
  const typed = marked ? whole.slice(marked.index + marked[0].length).trim() : ''
  if (isByWeight(written) && weightKg === null) return nothing('The dose is per kilogram, and no weight is known.')
  const dose = weightKg === null ? null : weighed(written, weightKg)
  const source = dose?.text ?? written
  const tokens = tokensOf(source)
  try {
    const { directions: read, unread } = structureOf(source, tokens, factsOf(tokens))
    const directions = dose?.isPerDay ? dividedByDay(read) : read
    if (!directions) throw new Unclear('Dose for a whole day without a frequency.')
    const noted = { ...directions, note: noteOf([dose?.note ?? '', directions.note ?? '', typed]) }
    return { directions: noted, unread, abstained: null, warnings: warningsOf(tokens, noted) }
  } catch (error) {
    if (error instanceof Unclear) return nothing(error.message, warningsOf(tokens, emptyDirections))
    throw error
  }
}
