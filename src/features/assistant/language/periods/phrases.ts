import { addUnits, periodLabel } from './calendar.ts'
import {
  countAt,
  dayAfter,
  dayBefore,
  isPause,
  longest,
  past,
  skip,
  skipAny,
  wordAt,
  yearAt,
  type Asked,
  type Need,
  type Span,
} from './cursor.ts'
import { ahead, isTooLong, lengthAt, rollingUnit } from './relative.ts'
import { allCues, primary, rangeAt, thisUnit, type Cues } from './spans.ts'

/** Days that a question says, prepositions included; from null or to null where it is open. */
export interface StatedPeriod {
  next: number
  from: string | null
  to: string | null
  unit: Span['unit']
  label?: string
  before?: Span['before']
  isRelative?: true
  floats?: Span['floats']
  isBlocked?: true
}
type Open = 'since' | 'until' | 'before' | 'after'

const opens: readonly [Open, readonly string[]][] = [
  [
    'since',
    [
      'since',
      'ever since',
      'starting from',
      'starting on',
      'starting in',
      'starting',
      'on or after',
      'in or after',
      'not before',
      'no earlier than',
      'not earlier than',
    ],
  ],
  [
    'until',
    [
      'until',
      'till',
      'til',
      'up to',
      'up until',
      'up till',
      'on or before',
      'in or before',
      'no later than',
      'not later than',
      'not after',
      'by',
    ],
  ],
  ['before', ['before', 'prior to', 'earlier than']],
  ['after', ['after', 'later than']],
]
const openAt = (asked: Asked, at: number): { open: Open; next: number } | null => {
  let found: { open: Open; next: number } | null = null
  for (const [open, phrases] of opens)
    for (const phrase of phrases) {
      const next = skip(asked, at, phrase)
      if (next > (found?.next ?? -1)) found = { open, next }
    }
  return found
}

const opened = (open: Open, span: Span): Pick<StatedPeriod, 'from' | 'to'> => {
  const [from, to] = [span.at ?? span.from, span.at ?? span.to]
  if (open === 'since') return { from, to: null }
  if (open === 'until') return { from: null, to }
  return open === 'before' ? { from: null, to: dayBefore(from) } : { from: dayAfter(to), to: null }
}

const presents = ['until now', 'up to now', 'till now', 'till date', 'to date', 'until today']
/** 'since june', 'until the end of last month', 'before 3 years ago', 'since 5 months'. */
const openStated = (asked: Asked, at: number): StatedPeriod | null => {
  const first = openAt(asked, at)
  if (!first) return null
  // 'before until 3 years ago' means no more than its second word.
  const { open, next } = openAt(asked, first.next) ?? first
  const range = open === 'since' ? rangeAt(asked, next, false, allCues) : null
  if (range) return range
  const bounded = past(asked, next, 'the')
  const bound = skipAny(asked, bounded, boundsOf[open])
  const start = bound > 0 ? bound : next
  const length = open === 'since' ? lengthAt(asked, next) : null
  const span = longest([
    primary(asked, start, allCues, bound > 0 ? [thisUnit] : []),
    length && !isTooLong(length.unit, length.count) && wordAt(asked, length.next) !== 'after' ? pointAgo(asked, length) : null,
  ])
  if (!span) return null
  if (span.isBlocked || (span.before && !span.at)) return { ...span, isBlocked: true }
  if (isCountedFrom(asked, at, open)) return { ...span, isBlocked: true }
  const end = open === 'since' ? skipAny(asked, span.next, ['onwards', 'onward']) : -1
  // Before its end or after its start, a time is within itself.
  const isInside =
    bound > 0 && (open === 'before' ? wordAt(asked, bounded) === 'end' : open === 'after' && wordAt(asked, bounded) !== 'end')
  const meant = isInside ? (open === 'before' ? 'until' : 'since') : open
  return { ...opened(meant, span), unit: 'span', next: end > 0 ? end : span.next }
}
const boundsOf: Readonly<Record<Open, readonly string[]>> = {
  since: ['start of', 'beginning of'],
  until: ['end of'],
  before: ['end of', 'start of', 'beginning of'],
  after: ['end of', 'start of', 'beginning of'],
}
const pointAgo = (
  { today }: Asked,
  { unit, count, next }: { unit: 'day' | 'week' | 'month' | 'quarter' | 'year'; count: number; next: number },
): Span => {
  const day = addUnits(today, unit, -count)
  return { from: day, to: day, unit: 'day', next }
}

/** '2 weeks after 3 march' is another day than those after 3 March. */
const isCountedFrom = (asked: Asked, at: number, open: Open) =>
  (open === 'after' || open === 'before') &&
  asked.tokens[at - 1]?.unit !== undefined &&
  (countAt(asked, at - 2) !== null || ['a', 'an', 'the', 'one'].includes(wordAt(asked, at - 2)))

const onwards = ['onwards', 'onward', 'forward', 'upwards', 'and later', 'or later', 'and after', 'or after', ...presents]
/** 'from june onwards', '2024 or later', '2024 and earlier'. */
const trailed = (asked: Asked, span: Span, isFrom: boolean): StatedPeriod | null => {
  const later = skipAny(asked, span.next, isFrom ? onwards : ['onwards', 'onward', 'or later', 'and later'])
  const on = isFrom && wordAt(asked, span.next) === 'on' && isPause(asked, span.next + 1) ? span.next + 1 : later
  if (on > 0) return { ...opened('since', span), unit: 'span', next: on }
  const earlier = skipAny(asked, span.next, ['or earlier', 'and earlier'])
  return earlier > 0 ? { ...opened('until', span), unit: 'span', next: earlier } : null
}

const cuesOf: ReadonlyMap<string, Cues> = new Map<string, Cues>([
  ...['in', 'during'].map((word): [string, Cues] => [word, allCues]),
  ...['on', 'over', 'within', 'throughout', 'across'].map((word): [string, Cues] => [word, ['cue', 'sure cue']]),
  ...['of', 'from'].map((word): [string, Cues] => [word, ['cue', 'year']]),
  ['between', allCues],
  ['for', ['cue']],
])
const rollingWords = new Set(['in', 'over', 'during', 'within', 'for', 'throughout'])

const follows = ['after', 'before', 'of', 'from', 'since', 'ago', 'later', 'prior']
/** 'within 90 days', 'in 3 months', 'in less than 30 days', of what is to come. */
const aheadStated = (asked: Asked, at: number): StatedPeriod | null => {
  const next = skipAny(asked, at, ['within', 'in'])
  if (!asked.isAhead || next < 0) return null
  const less = skipAny(asked, next, ['less than', 'under', 'fewer than', 'at most', 'the'])
  const length = lengthAt(asked, less > 0 ? less : next)
  if (!length) return null
  const named = skipAny(asked, length.next, ['from now', 'from today', 'of today', 'of now'])
  if (named < 0 && follows.includes(wordAt(asked, length.next))) return null
  return ahead(asked, length.unit, length.count, named > 0 ? named : length.next)
}

/** 'more than 3 months ago', 'less than a year ago': before or since the very day. */
const comparedAgo = (asked: Asked, at: number): StatedPeriod | null => {
  const older = skipAny(asked, at, ['more than', 'over', 'longer than', 'at least'])
  const younger = older > 0 ? -1 : skipAny(asked, at, ['less than', 'under', 'within'])
  const span = older > 0 || younger > 0 ? primary(asked, Math.max(older, younger), []) : null
  if (!span?.at || span.before) return null
  const open = younger > 0 ? 'since' : wordAt(asked, at) === 'at' ? 'until' : 'before'
  return { ...opened(open, span), unit: 'span', next: span.next }
}

const always = [
  'of all time',
  'all time',
  'ever',
  'so far',
  'to date',
  'at any time',
  'any time',
  'since the beginning',
  'since the start',
  'from the beginning',
  'from the start',
  ...presents,
]
const allTime = (asked: Asked, at: number): StatedPeriod | null => {
  const next = Math.max(...always.map((phrase) => skip(asked, at, phrase)))
  if (next < 0 || wordAt(asked, next) === 'of' || wordAt(asked, next) === 'since') return null
  return { from: null, to: null, unit: 'span', next }
}

const isComparing = (asked: Asked, at: number) => asked.comparesFrom < at
const named = new Set(
  'patient patients invoice number no ward room bed order code receipt claim sample phone than above over under below least most equals'.split(
    ' ',
  ),
)
const comparing = new Set(['compare', 'comparing', 'vs', 'versus', 'against', 'than', 'between'])
/** What stands around a time without a preposition vouches for it. */
const bareCues = (asked: Asked, at: number): Cues => {
  const before = wordAt(asked, at - 1)
  const isCompared =
    comparing.has(before) ||
    ['vs', 'versus', 'compared', 'against'].includes(wordAt(asked, at + 1)) ||
    (['with', 'to', 'and'].includes(before) && isComparing(asked, at))
  if (isCompared && !['more', 'less', 'fewer', 'greater', 'higher', 'lower'].includes(wordAt(asked, at - 2))) return allCues
  if (before === 'to') return ['year']
  if (isEnumerated(asked, at)) return ['cue', 'year']
  // 'and may?', 'what about 2024?': a question that goes on from another.
  if (at === 0 || before === 'about' || (at === 1 && before === 'and')) return isEnd(asked, at + 1) ? ['cue', 'year'] : []
  const year = yearAt(asked, at)
  const isAlone = year !== null && year >= 2000 && year <= 2099 && isEnd(asked, at + 1)
  return isAlone && !named.has(before) && ['word', 'comma'].includes(asked.tokens[at - 1]?.kind ?? '') ? ['year'] : []
}
/** 'in oct. and sept.', 'in 2024, 2025'. */
const isEnumerated = (asked: Asked, at: number) => {
  const isListed = ['and', 'or'].includes(wordAt(asked, at - 1)) || asked.tokens[at - 1]?.kind === 'comma'
  if (!isListed) return false
  if (asked.tokens[at - 2]?.month) return asked.tokens[at]?.month !== undefined
  return yearAt(asked, at - 2) !== null && yearAt(asked, at) !== null && (cuesOf.get(wordAt(asked, at - 3))?.includes('year') ?? false)
}
const isEnd = ({ tokens }: Asked, at: number) => at >= tokens.length || (at === tokens.length - 1 && tokens[at]!.kind === 'stop')

const vague = ['as of', 'as at', 'through', 'around', 'circa', 'mid', 'early', 'late', 'end of', 'middle of', 'beginning of', 'start of']
const recurring = ['every', 'each', 'alternate']
/** Words that make other days of what follows: 'early june', 'every monday', 'the end of last year'. */
const vagueStated = (asked: Asked, at: number): StatedPeriod | null => {
  const next = skipAny(asked, at, [...vague, ...recurring])
  const span = next < 0 ? null : primary(asked, next, allCues)
  const isDay = span?.unit === 'day' && ['early', 'late', 'mid'].includes(wordAt(asked, at))
  return span && !isDay ? { ...span, isBlocked: true } : null
}

const closedStated = (asked: Asked, at: number): StatedPeriod | null => {
  const word = wordAt(asked, at)
  const cues = cuesOf.get(word)
  const start = cues ? at + 1 : at
  const isBetween = word === 'between'
  const trust = cues
    ? [...cues, ...(word === 'for' && (yearAt(asked, start) ?? 0) >= 2000 ? (['year'] satisfies Need[]) : [])]
    : bareCues(asked, start)
  const span = primary(asked, start, trust)
  // Two months that are compared are two times, not what lies between them.
  const isPair = word !== 'from' && span !== null && span.unit !== 'day' && isComparing(asked, at) && !asked.isGrouped
  const range = isPair ? null : rangeAt(asked, start, isBetween, trust)
  if (isBetween && !range && !isPair) return null
  const isRolling = rollingWords.has(word) || skipAny(asked, start, ['the past', 'this past']) > 0
  const roll = isRolling ? rollingUnit(asked, start) : null
  const best = longest([roll, range, span])
  if (!best) return null
  const so = skipAny(asked, best.next, ['so far', 'to date'])
  if (so > 0 && best.from <= asked.today && best.to >= asked.today) return { from: best.from, to: asked.today, unit: 'span', next: so }
  return (best.isBlocked ? null : trailed(asked, best, word === 'from')) ?? best
}

/** The longest reading of the words at a place as days, or null. */
export const statedAt = (asked: Asked, at: number): StatedPeriod | null => {
  let best: StatedPeriod | null = null
  for (const rule of [vagueStated, openStated, aheadStated, comparedAgo, closedStated, allTime]) {
    const stated = rule(asked, at)
    if (stated && (!best || stated.next > best.next)) best = stated
  }
  return best
}

/** As an answer states it. */
export const labelOf = (stated: StatedPeriod): string => stated.label ?? periodLabel(stated.from, stated.to)
