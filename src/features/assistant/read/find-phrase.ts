import { questionWords } from '../knowledge/words.ts'
import type { Token } from '../language/tokens.ts'
import { NAMED, type Phrase } from './lexicon.ts'

/** Whoever they are, they are patients: 'women seen' says what 'patients seen' does, and that they are women besides. */
export const people: ReadonlySet<string> = new Set(questionWords.person)

/** Whether a word is one of those that will do. */
export const fits = (stems: readonly string[], { stem, text }: Token) => stems.includes(stem) || stems.includes(`=${text}`)

export interface Scattered {
  at: number[]
  /** A word for people stood for 'patient'. */
  is_loose: boolean
}

/** Where each word of a phrase stands, in whatever order; null when one is missing. */
export const scattered = (phrase: Phrase, tokens: readonly Token[], skip: ReadonlySet<number>): Scattered | null => {
  const used: number[] = []
  let isLoose = false
  for (const stems of phrase) {
    if (stems[0] === NAMED) continue
    const at = tokens.findIndex((token, index) => fits(stems, token) && !skip.has(index) && !used.includes(index))
    if (at >= 0) used.push(at)
    else if (stems.includes('patient') && tokens.some(({ stem }) => people.has(stem))) isLoose = true
    else return null
  }
  return { at: used, is_loose: isLoose }
}

const BETWEEN = new Set(['been', 'yet', 'being', 'be'])
const isBetween = (stems: readonly string[], token: Token | undefined) =>
  token !== undefined && BETWEEN.has(token.text) && !fits(stems, token)
const runAt = (phrase: Phrase, tokens: readonly Token[], from: number): number[] | null => {
  const run: number[] = []
  let at = from
  for (const stems of phrase) {
    // 'Not yet been dispensed' is not dispensed.
    while (run.length > 0 && isBetween(stems, tokens[at])) at += 1
    const token = tokens[at]
    if (!token || !fits(stems, token)) return null
    run.push(at)
    at += 1
  }
  return run
}
/** Every place where the words of a phrase stand side by side. */
export const runsOf = (phrase: Phrase, tokens: readonly Token[]): number[][] =>
  tokens.flatMap((_, from) => {
    const run = runAt(phrase, tokens, from)
    return run ? [run] : []
  })
