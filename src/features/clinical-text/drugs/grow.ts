import type { Named } from './lexicon.ts'
import type { Match } from './match-names.ts'
import { isCation, isFragment, isLocant, isSalt } from './shapes.ts'
import type { Word } from './words.ts'

const MAX_BRACKET = 6
const isIsomer = (text: string) => /^(?:[+/±,.]|[rsezdlgn]|\d{1,3}[a-z]{1,2}|\d{1,2})$/.test(text)

/** Where the bracket opens that closes before `at` and holds only what tells one form of a molecule from another: "(+)", "[3H]"; -1 when none. */
const bracketBefore = (words: readonly Word[], at: number, least: number) => {
  const mark = words[at - 1]?.text
  if (mark !== ')' && mark !== ']') return -1
  for (let open = at - 2; open >= Math.max(least, at - MAX_BRACKET); open -= 1) {
    const { text } = words[open]!
    if (text === '(' || text === '[') return open
    if (!isIsomer(text)) return -1
  }
  return -1
}

const isPiece = (text: string) => isLocant(text) || isFragment(text)

const growLeft = (words: readonly Word[], { from }: Match, least: number) => {
  let left = from
  for (;;) {
    const [word, before] = [words[left]!, words[left - 1]]
    if (!before || left - 1 < least) return left
    if (word.isJoined && isPiece(before.text)) left -= 1
    else if (word.isJoined && bracketBefore(words, left, least) >= 0) left = bracketBefore(words, left, least)
    else if (before.text === ',' && left < from && left - 2 >= least && isLocant(word.text) && isLocant(words[left - 2]!.text)) left -= 2
    else return left
  }
}

type NameAt = (words: readonly Word[], at: number) => Match | undefined

/** Past what is joined on the right: "- 4 - methylpiperazine"; undefined when nothing of it names anything. */
const joinedOn = (words: readonly Word[], at: number, nameAt: NameAt) => {
  let next = at
  while (words[next]?.isJoined && isLocant(words[next]!.text) && words[next + 1]?.isJoined) next += 1
  if (!words[next]?.isJoined) return undefined
  if (isFragment(words[next]!.text)) return { from: next, to: next + 1 }
  return nameAt(words, next)
}

const isDrug = ({ way }: Named) => way === 'name' || way === 'other name' || way === 'brand'

/** Of two drugs in one name, both; of a molecule and its parts, the molecule. */
const together = (one: Named, other: Named | undefined): Named => {
  if (!other || !isDrug(one) || !isDrug(other) || one.name === other.name) return one
  const substances = [...new Set([...one.substances, ...other.substances])]
  return { name: substances.join(' + '), substances, way: one.way }
}

/** "lopinavir/ritonavir": one product. */
const sharedWith = (words: readonly Word[], at: number, named: Named, nameAt: NameAt) => {
  const match = words[at]?.text === '/' && isDrug(named) ? nameAt(words, at + 1) : undefined
  return match && isDrug(match.named) ? match : undefined
}

const rightOf = (words: readonly Word[], { to, named: first }: Match, nameAt: NameAt) => {
  let right = to
  let named = first
  for (;;) {
    const further: { to: number; named?: Named } | undefined = joinedOn(words, right, nameAt) ?? sharedWith(words, right, named, nameAt)
    if (further) {
      right = further.to
      named = together(named, further.named)
    } else if (named.way !== 'class' && words[right] && isSalt(words[right]!.text)) right += 1
    else return { right, named }
  }
}

/** The whole name around a part of it: isomers, places, radicals and salts; `least` is the first word that is still free. */
export const grow = (words: readonly Word[], match: Match, least: number, nameAt: NameAt): Match => {
  const { right, named } = rightOf(words, match, nameAt)
  const isSalted = (left: number) => left > least && isCation(words[left - 1]!.text) && named.way !== 'class'
  const left = growLeft(words, match, least)
  if (left === match.from) return { from: isSalted(left) ? left - 1 : left, to: right, named }
  // another molecule than the one in its name: its code would be wrong
  const isOther = words.slice(left, match.from).some(({ text }) => isFragment(text))
  const name = words
    .slice(left, right)
    .map(({ text, isJoined }, at) => (isJoined && at > 0 ? `-${text}` : at > 0 ? ` ${text}` : text))
    .join('')
  return { from: left, to: right, named: isOther ? { name, substances: [name], way: 'chemical shape' } : named }
}
