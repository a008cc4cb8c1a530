import { readWordLists } from '#platform/knowledge/read-table.ts'
import { fold } from '../diseases/fold.ts'

const words = readWordLists(new URL('disease-words.tsv', import.meta.url), [
  'alone',
  'bound',
  'named',
  'with of',
  'numbered',
  'symptom',
  'vague',
  'lost',
  'site',
  'kind',
  'general',
  'never',
  'only ending',
  'small',
])
const folded = (list: keyof typeof words): ReadonlySet<string> => new Set(words[list].map(fold))

// What the lists hold stands in the table.
export const ALONE = folded('alone')
export const BOUND = folded('bound')
export const NAMED = folded('named')
export const WITH_OF = folded('with of')
export const NUMBERED = folded('numbered')
export const SYMPTOM_WORDS = folded('symptom')
export const VAGUE = folded('vague')
export const LOST = folded('lost')
export const SITES = folded('site')
export const KINDS = folded('kind')
export const GENERAL = folded('general')
export const NEVER = folded('never')
export const ONLY_ENDING: ReadonlySet<string> = new Set(words['only ending'])
export const TYPED_SMALL: ReadonlySet<string> = new Set(words.small)
