import type { FoundGrain, FoundVisit } from '../periods.ts'
import { isPause, past, skipAny, wordAt, type Asked } from './cursor.ts'

const words: ReadonlyMap<string, Grain> = new Map<string, Grain>([
  ...(['hour', 'day', 'weekday', 'week', 'month', 'quarter', 'year'] as const).flatMap((grain): [string, Grain][] => [
    [grain, grain],
    [`${grain}s`, grain],
  ]),
  ['date', 'day'],
  ['dates', 'day'],
])
const adverbs: ReadonlyMap<string, Grain> = new Map<string, Grain>([
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['quarterly', 'quarter'],
  ['yearly', 'year'],
  ['annually', 'year'],
  ['annual', 'year'],
])
interface Read<T> {
  next: number
  is: T
}

const ofDay = ['of day', 'of the day', 'of a day']
const ofWeek = ['of week', 'of the week', 'of a week']
/** 'month', 'day of the week', 'hour of the day', 'time of day'. */
const grainWord = (asked: Asked, at: number): Read<Grain> | null => {
  if (wordAt(asked, at) === 'time') {
    const next = skipAny(asked, at + 1, ofDay)
    return next > 0 ? { next, is: 'hour' } : null
  }
  const start = past(asked, at, 'calendar')
  const grain = words.get(wordAt(asked, start))
  if (!grain) return null
  const next = start + 1
  const longer = skipAny(
    asked,
    next,
    grain === 'day' ? ofWeek : grain === 'hour' ? ofDay : grain === 'month' ? ['of year', 'of the year'] : [],
  )
  if (longer > 0) return { next: longer, is: grain === 'day' ? 'weekday' : grain }
  // 'by year of birth' is no time of what happened.
  return skipAny(asked, next, ['of birth', 'of age']) > 0 ? null : { next, is: grain }
}

// 'twice a day' is how often a drug is taken.
const notBefore = new Set(
  'once twice times time in for within half over than about is was were of such what not with last after before per on'.split(' '),
)
const notAfter = new Set('ago before earlier later after back old prior from in older younger'.split(' '))
const perArticle = (asked: Asked, at: number): Read<Grain> | null => {
  if (!['a', 'an'].includes(wordAt(asked, at)) || !wordAt(asked, at - 1) || notBefore.has(wordAt(asked, at - 1))) return null
  const grain = words.get(wordAt(asked, at + 1))
  const isOne = grain && !wordAt(asked, at + 1).endsWith('s') && wordAt(asked, at + 1) !== 'date'
  return isOne && !notAfter.has(wordAt(asked, at + 2)) ? { next: at + 2, is: grain } : null
}

/** 'by month', 'per day', 'for each week', 'monthly', 'patients a day', 'month by month'. */
export const grainAt = (asked: Asked, at: number): Read<Grain> | null => {
  const adverb = adverbs.get(wordAt(asked, at))
  if (adverb) return { next: at + 1, is: adverb }
  const duplicate = words.get(wordAt(asked, at))
  if (duplicate && ['by', 'on', 'over', 'after'].includes(wordAt(asked, at + 1)) && wordAt(asked, at + 2) === wordAt(asked, at))
    return { next: at + 3, is: duplicate }
  const led = past(asked, at, 'for', 'in', 'on', 'of', 'during')
  const each = skipAny(asked, led, led > at ? ['each', 'every'] : ['by', 'per', 'each', 'every'])
  if (each < 0) return perArticle(asked, at)
  return grainWord(asked, past(asked, each, 'the'))
}

type Grain = FoundGrain['grain']
type Visit = FoundVisit['visit']
const which: readonly [Visit, readonly string[]][] = [
  ['first', ['first', 'initial', 'very first', 'earliest']],
  ['last', ['last', 'latest', 'most recent', 'very last']],
  ['current', ['current', 'present', 'ongoing']],
]
const places = new Set(['hospital', 'clinic', 'inpatient', 'outpatient'])
const visits = new Set(['visit', 'encounter', 'admission', 'stay', 'hospitalization', 'hospitalisation'])
const owners = ['the', 'their', 'his', 'her', 'its', 'my', 'your', 'this']

/** 'during the first hospital visit', 'in the current admission', 'this visit', 'their last hospital stay'. */
export const visitAt = (asked: Asked, at: number): Read<Visit> | null => {
  const led = past(asked, at, 'during', 'in', 'on', 'at', 'within', 'throughout', 'from', 'for', 'over', 'of')
  // 'since the last visit' and 'compared to the first visit' are about its time or its values.
  if (led === at && ['since', 'after', 'before', 'until', 'till'].includes(wordAt(asked, at - 1))) return null
  const owned = past(asked, led, ...owners)
  const found = which.map(([visit, phrases]) => ({ visit, next: skipAny(asked, owned, phrases) })).find(({ next }) => next > 0)
  const isThis = owned > led && wordAt(asked, led) === 'this'
  if (!found && !isThis) return null
  const place = found ? found.next : owned
  const isPlaced = places.has(wordAt(asked, place))
  const noun = isPlaced ? place + 1 : place
  if (!visits.has(wordAt(asked, noun))) return null
  const visit = found?.visit ?? 'current'
  const isOwn = asked.tokens[at - 1]?.isOwner === true || (owned > led && !['the', 'this'].includes(wordAt(asked, led)))
  const isOf = wordAt(asked, at) === 'of' && wordAt(asked, noun) !== 'admission'
  if ((led === at || wordAt(asked, at) === 'of') && visit !== 'current' && !(isPlaced && (isOwn || isOf))) return null
  return ended(asked, noun + 1, visit)
}
/** A visit to a department is another visit than the last. */
const ended = (asked: Asked, next: number, is: Visit): Read<Visit> | null => {
  const hospital = skipAny(asked, next, ['to the hospital', 'to hospital', 'to the clinic', 'at the hospital', 'in the hospital'])
  if (hospital > 0) return { next: hospital, is }
  const isElsewhere = wordAt(asked, next) === 'to' && !isPause(asked, next + 1) && ['the', 'a', 'an'].includes(wordAt(asked, next + 1))
  return isElsewhere ? null : { next, is }
}
