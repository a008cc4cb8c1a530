import type { ShortForm, ShortForms } from './cores.ts'
import type { Unit } from './units.ts'

const LONGEST = 4
// Of short forms that begin with the same word; a text made to be slow has more.
const MOST = 20

/** The units of a short form in parentheses that begin at `at` (a "("), and where they end. */
const inParentheses = (units: readonly Unit[], at: number): Unit[] | undefined => {
  if (units[at]?.raw !== '(') return undefined
  const inside: Unit[] = []
  for (let next = at + 1; next < units.length && inside.length <= LONGEST; next++) {
    const unit = units[next]!
    if (/^[);,\]]$/.test(unit.raw)) break
    if (unit.isMark) return undefined
    inside.push(unit)
  }
  if (inside.length === 0 || inside.length > LONGEST) return undefined
  if (inside.some(({ isJoined }, index) => index > 0 && !isJoined && inside.length > 2)) return undefined
  return inside
}

const isShortForm = (letters: string) => {
  if (letters.length < 2 || letters.length > 8) return false
  const capitals = letters.replace(/[^A-Z]/g, '').length
  return capitals >= 2 && capitals >= letters.replace(/[^A-Za-z]/g, '').length / 2
}

/**
 * Where the words begin that a short form stands for: its letters are found in them from the last to the first, and the first letter
 * begins a word (Schwartz and Hearst 2003). Undefined when they are not found in the words from `floor` to `to`.
 */
const longFormBefore = (units: readonly Unit[], to: number, floor: number, letters: string): number | undefined => {
  let index = letters.length - 1
  for (let at = to - 1; at >= floor; at--) {
    const { raw, isMark } = units[at]!
    if (isMark) return undefined
    const word = raw.toLowerCase()
    for (let place = word.length - 1; place >= 0 && index >= 0; place--) {
      if (word[place] !== letters[index]) continue
      if (index === 0 && place > 0) continue
      index--
    }
    if (index < 0) return at
    if (units[at]!.isFirst) return undefined
  }
  return undefined
}

export interface Explained {
  form: Pick<ShortForm, 'words'>
  /** Where its long form begins. */
  from: number
}

/** The short form that stands in parentheses after a mention and stands for it, not only for what follows its head (which ends at `head`). */
export const explainedAfter = (units: readonly Unit[], from: number, to: number, head: number): Explained | undefined => {
  const inside = inParentheses(units, to)
  if (!inside) return undefined
  const letters = inside.map(({ raw }) => raw).join('')
  if (!isShortForm(letters)) return undefined
  const plain = letters
    .replace(/s$/, '')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
  const begin = longFormBefore(units, to, Math.max(0, to - letters.length * 2 - 1), plain)
  if (begin === undefined ? to > head : begin >= head) return undefined
  if (/^(?:gene|protein|mrna|locus)$/.test(units[to + inside.length + 2]?.text ?? '')) return undefined
  const isInitial = units.slice(from, to).some(({ text }) => text[0] === plain[0])
  if (begin === undefined && !isInitial) return undefined
  return { form: { words: inside.map(({ raw }) => raw.replace(/s$/, (end) => (inside.length === 1 ? '' : end))) }, from: begin ?? from }
}

/** Short forms by their first word; of several explanations of one the first counts. */
export const shortFormsOf = (forms: readonly ShortForm[]): ShortForms => {
  const byWord = new Map<string, ShortForm[]>()
  for (const form of forms) {
    const known = byWord.get(form.words[0]!) ?? []
    if (known.length >= MOST || known.some(({ words }) => words.join(' ') === form.words.join(' '))) continue
    byWord.set(
      form.words[0]!,
      [...known, form].toSorted((a, b) => b.words.length - a.words.length),
    )
  }
  return byWord
}
