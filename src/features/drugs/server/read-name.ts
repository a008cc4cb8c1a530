import { dictionary } from '#shared/dictionary.ts'
import { readWordLists } from '#platform/knowledge/read-table.ts'
import type { RouteCode } from '#features/directions/rules.ts'
import type { DrugForm, DrugName } from '../rules.ts'
import { sharedOut, takeStrengths } from './read-strength.ts'
import { longestName, substanceByName, substancesOf, substancesOfTypo } from './substances.ts'

const forms: readonly (readonly [DrugForm, RegExp])[] = [
  ['shampoo', /\bshampoo\b/],
  ['suppository', /\bsupp(?:s|ository|ositories)?\b/],
  ['pessary', /\bpessar(?:y|ies)\b|\bvaginal (?:tab\w*|cap\w*)/],
  ['drops', /\b(?:eye|ear|nasal|otic|ophthalmic)\b.*\bdrops?\b|\bdrops?\b.*\b(?:eye|ear|nasal)\b/],
  ['cream', /\b(?:cream|ointment|oint|gel|lotion|topical|jelly|paste|liniment)\b|\bteo\b/],
  ['spray', /\bspray\b/],
  ['inhaler', /\b(?:inhal\w*|mdi|dpi|neb\w*|respules?|rotacaps?)\b/],
  ['patch', /\b(?:patch(?:es)?|transdermal)\b/],
  ['implant', /\b(?:implant|intrauterine|vaginal ring)\b/],
  ['injection', /\b(?:inj(?:ections?|ectable)?|vials?|amps?|ampoules?|infusion|iv|im|syringe|auto injector)\b/],
  ['sachet', /\bsachets?\b/],
  ['tablet', /\b(?:tab(?:s|lets?)?|caplets?|dt|dispersible)\b/],
  ['capsule', /\bcap(?:s|sules?)?\b/],
  ['lozenge', /\blozenges?\b/],
  ['liquid', /\b(?:syrup|susp(?:ension)?|solution|elixir|mixture|linctus|drops?|mouthwash|gargle|expectorant|liquid)\b/],
  ['powder', /\bpowder\b/],
]

const routes: readonly (readonly [RouteCode, RegExp])[] = [
  ['OP', /\b(?:eyes?|ophthalmic|teo)\b/],
  ['OT', /\b(?:ears?|otic)\b/],
  ['NS', /\b(?:nasal|nose)\b/],
  ['VG', /\b(?:vaginal|pessar(?:y|ies)|vag)\b/],
  ['PR', /\b(?:supp(?:s|ository|ositories)?|rectal|enema)\b/],
  ['TD', /\b(?:patch(?:es)?|transdermal)\b/],
  ['IH', /\b(?:inhal\w*|mdi|dpi|neb\w*|respules?|rotacaps?)\b/],
  ['SL', /\b(?:sublingual|sl)\b/],
  ['BUC', /\b(?:buccal|mouthwash|gargle|oral gel|lozenges?|mucosal)\b/],
  ['TP', /\b(?:cream|ointment|oint|gel|lotion|topical|shampoo|liniment|paste)\b/],
  ['SC', /\b(?:subcutaneous|sc|implant)\b/],
  ['IM', /\b(?:im|intramuscular)\b/],
  ['IV', /\b(?:iv|intravenous|infusion)\b/],
  ['PO', /\b(?:oral|tab(?:s|lets?)?|caplets?|dt|cap(?:s|sules?)?|syrup|susp(?:ension)?|elixir|mixture|linctus|sachets?|chewable)\b/],
]

/** Words beside a name that name nothing. */
const lists = readWordLists(new URL('../knowledge/name-words.tsv', import.meta.url), ['salt', 'noise'])
const salts = new Set(lists.salt)
const noise = new Set(lists.noise)

// Far more than any name; figures in a row would be compared each with each.
const MAX_NAME = 500

const isNaming = (word: string) => /^[a-z]{4,}$/.test(word) && !noise.has(word) && !salts.has(word)

interface Word {
  text: string
  segment: number
  isBracketed: boolean
}

const wordsOf = (text: string): Word[] => {
  let segment = 0
  let depth = 0
  return [...text.matchAll(/[a-z0-9]+|[/+&,;()[\]]/g)].flatMap(([mark]) => {
    if (/[a-z0-9]/.test(mark)) {
      if (mark === 'and' || mark === 'with' || mark === 'plus') segment += 1
      return [{ text: mark, segment, isBracketed: depth > 0 }]
    }
    segment += 1
    if (mark === '(' || mark === '[') depth += 1
    if (mark === ')' || mark === ']') depth = Math.max(0, depth - 1)
    return []
  })
}

const matchAt = (words: readonly Word[], at: number, isNamed: boolean, mayMend: boolean) => {
  for (let length = Math.min(longestName, words.length - at); length > 0; length -= 1) {
    const key = words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ')
    const found = length === 1 && isNamed && salts.has(key) ? undefined : substancesOf(key)
    if (found) return { found, length }
  }
  const word = words[at]?.text ?? ''
  const meant = mayMend && isNaming(word) ? substancesOfTypo(word) : undefined
  return meant && { found: meant, length: 1 }
}

const isAntacid = (name: string) => substanceByName.get(name)?.atc.some((code) => /^(?:A02[ABX]|B05XA02)/.test(code)) ?? false

/** "Amaryl M", "Losartan-H", "Micardis plus": a second substance that only the maker's letter names; "B.P." is none. */
const isMoreAt = (words: readonly Word[], at: number) => {
  const [text = '', next = ''] = [words[at]?.text, words[at + 1]?.text]
  return (
    (/^(?:[hmbdn]|at|am|lc|sp|mf)$/.test(text) && next !== 'p') ||
    (text === 'plus' && !words.slice(at + 1).some((one) => isNaming(one.text)))
  )
}

const shortNames: Readonly<Record<string, readonly string[]>> = dictionary<readonly string[]>({
  al: ['artemether', 'lumefantrine'],
  sp: ['sulfadoxine', 'pyrimethamine'],
})
/** "AL 20/120 tabs", "SP": two letters that are a name only where nothing else is one. */
const wholeName = (words: readonly Word[], at: number) => {
  const found = at === 0 && !words.slice(1).some(({ text }) => isNaming(text)) ? shortNames[words[0]?.text ?? ''] : undefined
  return found && { found, length: 1 }
}

/** The substances that a text names, in its order; `isUnread` when a part that must be a name is not known; `mayMend` allows one typing error. */
export const substancesIn = (text: string, mayMend = true) => {
  const words = wordsOf(text)
  const found: string[] = []
  const named = new Set<number>()
  const unread = new Set<number>()
  let hasMore = false
  for (let at = 0; at < words.length;) {
    const word = words[at]!
    const match = wholeName(words, at) ?? matchAt(words, at, named.has(word.segment), mayMend)
    if (match) {
      found.push(...match.found)
      for (const { segment } of words.slice(at, at + match.length)) named.add(segment)
      hasMore ||= isMoreAt(words, at + match.length)
    } else if (!word.isBracketed && isNaming(word.text)) unread.add(word.segment)
    at += match?.length ?? 1
  }
  return { substances: [...new Set(found)], isUnread: hasMore || [...unread].some((segment) => !named.has(segment)) }
}

export const plainText = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('μ', 'u').toLowerCase()

/**
 * Reads what clinics write as the name of a drug. Never guesses: `unknown` when a part of it is not understood, null for a strength, form or
 * route that the name does not say. `strengths` stands beside `substances`, one for each.
 */
export const readDrugName = (name: string): DrugName => {
  if (name.length > MAX_NAME) return { substances: [], strengths: [], form: null, route: null, unknown: true }
  const text = plainText(name)
  const spaced = text.replaceAll(/[^a-z0-9]+/g, ' ')
  const named = forms.find(([, pattern]) => pattern.test(spaced))?.[0] ?? null
  const { strengths, rest } = takeStrengths(text, named)
  const { substances, isUnread } = substancesIn(rest)
  // gels against acid are swallowed
  const isSwallowedGel = named === 'cream' && substances.length > 0 && substances.every(isAntacid)
  const form = isSwallowedGel ? 'liquid' : named
  const route = routes.find(([one, pattern]) => pattern.test(spaced) && !(one === 'PO' && form === 'injection'))?.[0] ?? null
  return {
    substances,
    strengths: sharedOut(substances, strengths),
    form,
    route: isSwallowedGel ? 'PO' : route,
    unknown: substances.length === 0 || isUnread,
  }
}
