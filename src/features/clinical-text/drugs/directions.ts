import { dictionary } from '#shared/dictionary.ts'
import { dosageText, durationText, frequencyText, type Reading, readDirections } from '#features/directions/public.ts'
import type { EntityDetails } from '../contract.ts'
import type { Token } from '../text/tokens.ts'
import { drugWords } from '../knowledge/drug-words.ts'

const spoken = new Set(drugWords.direction)
const empty = new Set(drugWords['empty direction'])
const forms = new Set(drugWords.form)
const marks = new Set(['/', '.', ',', '-', '–', '(', ')', '×', '+', '*', '@', ':'])
const MAX_TOKENS = 40

const isAmount = (text: string) => /^\d+(?:[.,]\d+)*[a-z]{0,4}$/.test(text)
const isDirection = ({ text }: Token) =>
  spoken.has(text) || forms.has(text) || marks.has(text) || isAmount(text) || /^x\d{1,2}$|^\d{1,2}x$|^q\d{1,2}h(?:rly)?$/.test(text)
const isTelling = ({ text }: Token) => (spoken.has(text) && !empty.has(text) && text.length > 1) || /^\d+(?:[.,]\d+)*[a-z]+$/.test(text)
const isAside = (text: string) =>
  text === '(' || text === ')' || text === ',' || text === ':' || text === '-' || text === '–' || text === '.'

/** The words that say how a drug is taken, from the token after its name: up to `end` and the first word of another kind. */
const runFrom = (tokens: readonly Token[], at: number, end: number) => {
  let next = at
  while (next < tokens.length && next < at + MAX_TOKENS && tokens[next]!.start < end && isDirection(tokens[next]!)) next += 1
  if (tokens[next]?.text === 'ago') return undefined
  let from = at
  let to = next
  while (from < to && (isAside(tokens[from]!.text) || forms.has(tokens[from]!.text))) from += 1
  if (tokens[from - 1]?.text === '(' && from > at) from -= 1
  while (to > from && (isAside(tokens[to - 1]!.text) || empty.has(tokens[to - 1]!.text))) to -= 1
  return tokens.slice(from, to).some(isTelling) ? { from, to } : undefined
}

/** "500 mg of", "2 tabs" right before a name. */
const amountBefore = (tokens: readonly Token[], at: number, least: number) => {
  const to = tokens[at - 1]?.text === 'of' ? at - 1 : at
  const [last, number] = [tokens[to - 1], tokens[to - 2]]
  if (!last || last.start < least) return undefined
  if (/^\d+(?:\.\d+)?(?:mg|g|mcg|ml)$/.test(last.text)) return { from: to - 1, to }
  const isUnit = /^(?:mg|g|gm|mcg|ml|mls|units?|iu|tabs?|tablets?|caps?|capsules?|puffs?|drops?)$/.test(last.text)
  return isUnit && number?.kind === 'number' && number.start >= least ? { from: to - 2, to } : undefined
}

// "250 mg/5 ml", "80/480 mg": what one measure holds, no dose
const strengthPer = /^\d+(?:\.\d+)?\s*(?:mg|mcg|g|iu|units?)\s*(?:\/|per)\s*\d*\s*ml\b[\s,-]*/i
const strengthPair = /^\d+(?:\.\d+)?(?:\s*\/\s*\d+(?:\.\d+)?)+\s*(?:mg|mcg|g)?\b[\s,-]*(?!7\b|12\b|52\b)/i
const strengthOfOne =
  /^\d+(?:\.\d+)?\s*(?:mg|mcg|g|iu)\b[\s,-]*(?=(?:\d+(?:\.\d+)?|one|two|three|half)(?:\s*-\s*\d+)?\s*(?:tab|cap|puff|drop|ml|sachet|supp|vial|amp))/i

/** The first reading of the text, with or without a strength before it, that claims something. */
const readingOf = (text: string): Reading => {
  const whole = readDirections(text)
  if (whole.abstained === null) return whole
  const rests = [strengthPer, strengthPair, strengthOfOne]
    .map((pattern) => text.replace(pattern, ''))
    .filter((rest) => rest !== text && rest !== '')
  return rests.map((rest) => readDirections(rest)).find(({ abstained }) => abstained === null) ?? whole
}

const routeWords: Readonly<Record<string, string>> = dictionary<string>({
  iv: 'IV',
  im: 'IM',
  po: 'PO',
  oral: 'PO',
  sc: 'SC',
  intravenous: 'IV',
  intramuscular: 'IM',
})

/** What a text says around a name (tokens from `from` to before `to`, within its sentence and up to the next name) of how the drug is taken. */
export const directionsAround = (
  text: string,
  tokens: readonly Token[],
  place: { from: number; to: number; least: number; end: number },
): Pick<EntityDetails, 'dose' | 'route' | 'frequency' | 'duration' | 'directions'> => {
  const after = runFrom(tokens, place.to, place.end)
  const before = amountBefore(tokens, place.from, place.least)
  const pieces = [before, after].filter((one) => one !== undefined)
  const stated = pieces.map(({ from, to }) => text.slice(tokens[from]!.start, tokens[to - 1]!.end)).join(' ')
  const word = tokens[place.from - 1]
  const reported = word && word.start >= place.least ? routeWords[word.text] : undefined
  if (stated === '') return reported ? { route: reported } : {}
  const { directions, abstained } = readingOf(stated)
  if (abstained !== null) return { directions: stated, ...(reported ? { route: reported } : {}) }
  const route = directions.route ?? reported
  const [dose, frequency, duration] = [dosageText(directions), frequencyText(directions), durationText(directions)]
  return {
    ...(dose && { dose }),
    ...(route && { route }),
    ...(frequency && { frequency }),
    ...(duration && { duration }),
    directions: stated,
  }
}

/** Whether a form stands before the word or an amount after it, so that it can only be a drug. */
export const isPrescribed = (tokens: readonly Token[], from: number, to: number) => {
  const before = tokens[from - 1]?.text === '.' ? tokens[from - 2]?.text : tokens[from - 1]?.text
  const isPair = tokens[to + 1]?.text === '/' && /^\d/.test(tokens[to + 2]?.text ?? '')
  const [next, unit] = [tokens[isPair ? to + 2 : to]?.text ?? '', tokens[isPair ? to + 3 : to + 1]?.text ?? '']
  return (
    (before !== undefined && before.length > 1 && forms.has(before)) ||
    amountBefore(tokens, from, 0) !== undefined ||
    /^\d+(?:\.\d+)?(?:mg|g|mcg|mls?|iu)$/.test(next) ||
    (/^\d/.test(next) && /^(?:mg|g|gm|mcg|mls?|iu|units?|tabs?|caps?)$/.test(unit))
  )
}
