import { readWordLists } from '../knowledge/read-table.ts'

const lists = readWordLists(new URL('knowledge/password-words.tsv', import.meta.url), ['run', 'word'])
const reversed = (text: string) => text.split('').toReversed().join('')
const runs = [...lists.run, ...lists.run.map(reversed)]

// A shorter word stands after the longer ones that hold it.
const words = lists.word.toSorted((a, b) => b.length - a.length)

const leet: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const plain = (text: string) => text.replace(/[013457@$!]/g, (sign) => leet[sign] ?? sign)

const SHORTEST_RUN = 3
/** Takes away pieces of the keyboard, the alphabet and the numbers. */
const withoutRuns = (text: string) => {
  let rest = ''
  for (let at = 0; at < text.length;) {
    let length = 0
    while (at + length < text.length && runs.some((run) => run.includes(text.slice(at, at + length + 1)))) length++
    if (length < SHORTEST_RUN) rest += text[at++]
    else at += length
  }
  return rest
}

const without = (text: string, pieces: readonly string[]) => pieces.reduce((rest, piece) => rest.replaceAll(piece, ' '), text)
const onlySigns = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')
const withoutYears = (text: string) => text.replace(/(19|20)\d\d/g, ' ')
const withoutRepeats = (text: string) => text.replace(/(.+?)\1+/gu, '$1')

const MIN_LEFT = 4
const MIN_DIFFERENT = 5

/**
 * True when a password is one of those that are tried first: little is left of it once well-known words, keyboard rows, years and the
 * person's own names (`about`) are taken away. Long enough is checked elsewhere.
 */
export const isWeakPassword = (password: string, about: readonly string[]): boolean => {
  const lower = password.normalize('NFKC').toLowerCase()
  if (new Set(lower).size < MIN_DIFFERENT) return true
  const own = about
    .flatMap((text) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((part) => part.length >= 3)
    .sort((a, b) => b.length - a.length)
  const left = (text: string) => onlySigns(withoutRepeats(withoutRuns(onlySigns(without(withoutYears(text), [...own, ...words])))))
  const rowsFirst = (text: string) => onlySigns(withoutRepeats(without(withoutRuns(onlySigns(text)), [...own, ...words])))
  return [left(lower), left(plain(lower)), rowsFirst(lower)].some((rest) => new Set(rest).size < MIN_LEFT)
}
