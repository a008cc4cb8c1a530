import { dictionary } from '#shared/dictionary.ts'
import { numberOf, ordinalOf } from '../language/words.ts'
import { isToShare } from '../language/fillers.ts'
import type { Token } from '../language/tokens.ts'
import type { Aggregate } from '../query.ts'

/** A word with a task in the question, and the tokens that say it. They count as understood only where the task is done. */
export interface Mark<T> {
  is: T
  at: readonly number[]
}

export interface Marks {
  list: Mark<true> | null
  count: Mark<true> | null
  share: Mark<true> | null
  trend: Mark<true> | null
  compare: Mark<true> | null
  change: Mark<true> | null
  when: Mark<true> | null
  exists: Mark<true> | null
  /** 'top 5', 'five most': how many, and from which end. */
  top: Mark<{ count: number | null; order: 'most' | 'least' }> | null
  aggregate: Mark<Aggregate> | null
  /** The first that is still to come. */
  next: Mark<true> | null
  end: Mark<{ end: 'first' | 'last'; nth: number }> | null
  pronoun: Mark<true> | null
  my: Mark<true> | null
  not: Mark<true> | null
}

type Words = Readonly<Record<string, true>>
const set = (text: string): Words => dictionary(Object.fromEntries(text.split(' ').map((word) => [word, true])))

const LIST = set('list which who whom names show find display give pull history')
const COUNT = set('count number numbers many much total tally')
const SHARE = set('percentage percent share proportion fraction rate')
const TREND = set('developed evolved trend trends trending evolution development over-time timeline')
const COMPARE = set('ratio compare compared comparing comparison versus vs against')
const CHANGE = set('change changed changes difference')
const MOST = set('most highest largest biggest greatest busiest top maximum max longest commonest oldest slowest')
const LEAST = set('least lowest smallest fewest minimum min shortest quietest rarest youngest fastest quickest')
const OFTEN = set(
  'common commonly frequent frequently often popular selling moving growing used prescribed requested ordered dispensed sold performed billed diagnosed',
)
const AVERAGE = set('average mean avg typical averaged')
const MEDIAN = set('median')
const LAST = set('last latest recent newest current')
const FIRST = set('first earliest initial oldest')
const HE = set('she he her his him hers')
const NOT = set('not no without never except excluding')
const IS = set('is are was were has have had does do did any anyone anybody')

type Has = (words: Words) => Mark<true> | null

/** 'How often', 'no. of'. */
const readCountMark = (tokens: readonly Token[], has: Has): Mark<true> | null => {
  const at = tokens.findIndex(
    ({ text }, index) => (text === 'how' && tokens[index + 1]?.text === 'often') || (text === 'no' && tokens[index + 1]?.text === 'of'),
  )
  return has(COUNT) ?? (at < 0 ? null : { is: true, at: [at, at + 1] })
}

const shareOf = (tokens: readonly Token[], has: Has): Mark<true> | null => {
  const found = has(SHARE)
  const at = found?.at.filter((index) => tokens[index]?.text !== 'share' || !isToShare(tokens, index)) ?? []
  return at.length > 0 ? { is: true, at } : null
}

/** The most recent is the last. */
const isTop = (text: string, next: string | undefined) =>
  ((MOST[text] || LEAST[text]) && !(text === 'most' && next === 'recent')) ||
  text === 'common' ||
  text === 'frequent' ||
  (text === 'best' && (next === 'selling' || next === 'sold'))

const readTop = (tokens: readonly Token[], skip: ReadonlySet<number>): Marks['top'] => {
  const at = tokens.findIndex(({ text }, index) => !skip.has(index) && isTop(text, tokens[index + 1]?.text))
  if (at < 0) return null
  const used = [at]
  const isFast = ['moving', 'selling', 'growing'].includes(tokens[at + 1]?.text ?? '')
  const order = LEAST[tokens[at]?.text ?? ''] && !isFast ? 'least' : 'most'
  let count: number | null = null
  // 'top 5 drugs', 'the five most common', 'most common five'
  for (const near of [at + 1, at - 1, at + 2]) {
    const text = tokens[near]?.text
    if (text === undefined || skip.has(near)) continue
    if (near === at + 2 && !OFTEN[tokens[at + 1]?.text ?? '']) continue
    const stated = numberOf(text)
    if (count === null && stated !== undefined && Number.isInteger(stated) && stated > 0 && stated <= 100) {
      count = stated
      used.push(near)
    }
  }
  // 'Top four most common': one task in several words.
  for (let near = at + 1; near < tokens.length; near += 1) {
    const text = tokens[near]?.text ?? ''
    if (used.includes(near)) continue
    if (!OFTEN[text] && !MOST[text]) break
    used.push(near)
  }
  return { is: { count, order }, at: used }
}

const endOf = (tokens: readonly Token[], skip: ReadonlySet<number>): Marks['end'] => {
  // 'second to last', 'last but one'
  const secondLast = tokens.findIndex(
    ({ text }, i) => ordinalOf(text) > 1 && ['to', 'from'].includes(tokens[i + 1]?.text ?? '') && LAST[tokens[i + 2]?.text ?? ''],
  )
  if (secondLast >= 0 && !skip.has(secondLast))
    return { is: { end: 'last', nth: ordinalOf(tokens[secondLast]?.text ?? '') }, at: [secondLast, secondLast + 1, secondLast + 2] }
  const at = tokens.findIndex(({ text }, index) => !skip.has(index) && (LAST[text] || FIRST[text] || ordinalOf(text) > 1))
  if (at < 0) return null
  const { text = '' } = tokens[at] ?? {}
  const most = tokens[at - 1]?.text === 'most' && text === 'recent' ? [at - 1] : []
  if (LAST[text]) return { is: { end: 'last', nth: 1 }, at: [...most, at] }
  return { is: { end: 'first', nth: Math.max(1, ordinalOf(text)) }, at: [at] }
}

const aggregateOf = (tokens: readonly Token[], skip: ReadonlySet<number>): Marks['aggregate'] => {
  const find = (words: Words) => tokens.findIndex(({ text }, index) => !skip.has(index) && words[text])
  const average = find(AVERAGE)
  if (average >= 0) return { is: 'average', at: [average] }
  const median = find(MEDIAN)
  if (median >= 0) return { is: 'median', at: [median] }
  return null
}

/** 'When was …', not '… when last measured'. */
const asksWhen = (tokens: readonly Token[], skip: ReadonlySet<number>): Mark<true> | null => {
  const before = set('tell know me say and exactly date time')
  const at = tokens.findIndex(
    ({ text }, index) =>
      !skip.has(index) && (text === 'date' || (text === 'when' && (index === 0 || before[tokens[index - 1]?.text ?? '']))),
  )
  return at < 0 ? null : { is: true, at: [at] }
}

const overTime = (tokens: readonly Token[], skip: ReadonlySet<number>): Mark<true> | null => {
  const at = tokens.findIndex(({ text }, index) => text === 'over' && tokens[index + 1]?.text === 'time' && !skip.has(index))
  return at < 0 ? null : { is: true, at: [at, at + 1] }
}

/** The words of a question that say what to do. `skip`: tokens that say a time or a visit. */
export const marksOf = (tokens: readonly Token[], skip: ReadonlySet<number>): Marks => {
  const has: Has = (words) => {
    const at = tokens.flatMap(({ text }, index) => (words[text] && !skip.has(index) ? [index] : []))
    return at.length > 0 ? { is: true, at } : null
  }
  const begins = IS[tokens[0]?.text ?? ''] ? [0] : null
  return {
    list: has(LIST),
    count: readCountMark(tokens, has),
    share: shareOf(tokens, has),
    trend: has(TREND) ?? overTime(tokens, skip),
    compare: has(COMPARE),
    change: has(CHANGE),
    when: asksWhen(tokens, skip),
    exists: begins && { is: true, at: begins },
    top: readTop(tokens, skip),
    aggregate: aggregateOf(tokens, skip),
    next: has(set('next upcoming')),
    end: endOf(tokens, skip),
    pronoun: has(HE),
    my: has(set('my mine')),
    not: has(NOT),
  }
}
