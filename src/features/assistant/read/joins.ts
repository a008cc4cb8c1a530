import type { Query } from '../query.ts'
import type { Draft } from './candidate.ts'
import { people } from './find-phrase.ts'

const SMALL = new Set(['the', 'a', 'an', 'of', 'by', 'for', 'in', 'with', 'from', 'to'])

/** What stands beside 'and' or 'or': the dimension that it limits, the noun that is counted, or something else. */
const sideOf = ({ statedAt, nouns }: Draft, index: number): { dimension: string } | 'noun' | null => {
  for (const [dimension, at] of statedAt) if (at.includes(index)) return { dimension }
  return nouns.has(index) ? 'noun' : null
}

const besides = ({ sentence: { tokens } }: Draft, at: number, step: 1 | -1) => {
  let index = at + step
  while (SMALL.has(tokens[index]?.text ?? '')) index += step
  return index
}

const isSame = (draft: Draft, dimension: string, word: string, { ask }: Pick<Query, 'ask'>) => {
  const filter = draft.filters.find((one) => one.dimension === dimension)
  if (filter?.is !== 'named') return false
  const isOfPeople =
    draft.measure?.measure.adds === false || draft.sentence.tokens.some(({ stem }) => stem === 'patient' || people.has(stem))
  if (draft.measure?.measure.value) return true
  return word === 'and' && (isOfPeople || (ask !== 'measure' && ask !== 'rows'))
}

/**
 * Whether a question joins what no single figure says: 'visits and consultations', 'women and children', patients with one thing 'and'
 * another, the last 'weight and height'.
 */
export const isTorn = (draft: Draft, asked: Pick<Query, 'ask'>): boolean => {
  const { tokens, timed, ranges } = draft.sentence
  return tokens.some(({ text: word }, index) => {
    if ((word !== 'and' && word !== 'or') || timed.has(index) || ranges.some(({ at }) => at.includes(index))) return false
    const [left, right] = [besides(draft, index, -1), besides(draft, index, 1)]
    const [before, after] = [sideOf(draft, left), sideOf(draft, right)]
    if (!before || !after || after === 'noun') return false
    if (before === 'noun') return !draft.nouns.has(right)
    if (before.dimension === after.dimension) return isSame(draft, before.dimension, word, asked)
    return word === 'or' || (people.has(tokens[left]?.stem ?? '') && people.has(tokens[right]?.stem ?? ''))
  })
}
