import { expect, test } from 'vitest'
import { mergeLines } from './rules.ts'

const at = (...texts: string[]) => texts.map((text) => ({ id: text.charAt(0), text }))
const merge = (base: string[], mine: string[], theirs: string[]) =>
  mergeLines({ base: at(...base), mine: at(...mine), theirs: at(...theirs) }, ({ id }) => id).map(({ text }) => text)

test.each([
  ['what both have stands once', ['a'], ['a'], ['a'], ['a']],
  ['added here and there', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'b', 'c']],
  ['added on both sides, it stands once as it is here', [], ['a mine'], ['a theirs'], ['a mine']],
  ['sent there it is gone here', ['a', 'b'], ['a', 'b'], [], []],
  ['sent there, added here', ['a'], ['a', 'b'], [], ['b']],
  ['changed here and sent there it stays', ['a'], ['a more'], [], ['a more']],
  ['changed there alone', ['a'], ['a'], ['a more'], ['a more']],
  ['changed on both sides as it is here', ['a'], ['a mine'], ['a theirs'], ['a mine']],
  ['removed here', ['a', 'b'], ['b'], ['a', 'b'], ['b']],
  ['removed here and changed there it comes back', ['a', 'b'], ['b'], ['a more', 'b'], ['b', 'a more']],
  ['a copy of before there were versions', [], ['a', 'b'], ['b'], ['a', 'b']],
])('%s', (_name, base, mine, theirs, merged) => {
  expect(merge(base, mine, theirs)).toEqual(merged)
})

test('no key ever stands twice, and what one side added is never lost', () => {
  const letters = 'abcde'
  const subsets = Array.from({ length: 2 ** letters.length }, (_, bits) => Array.from(letters).filter((_letter, at) => bits & (1 << at)))
  const wrong: unknown[] = []
  for (const base of subsets)
    for (const mine of subsets)
      for (const theirs of subsets) {
        const merged = merge(base, mine, theirs)
        const added = [...mine, ...theirs].filter((one) => !base.includes(one))
        const both = mine.filter((one) => theirs.includes(one))
        if (new Set(merged).size !== merged.length || [...added, ...both].some((one) => !merged.includes(one)))
          wrong.push({ base, mine, theirs })
      }
  expect(wrong).toEqual([])
})
