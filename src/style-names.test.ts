import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = import.meta.dirname

/** The booking page is a document of its own, which loads no other styles. */
const isOfOtherDocument = (path: string) => path.startsWith('features/booking/')

/** Classes that a style sheet gives a look by themselves, outside of media queries: `.name { … }`. */
const classesIn = (css: string): string[] => {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...rules.matchAll(/^((?:\.[\w-]+(?:,\s*)?)+) \{$/gm)].flatMap(([, selectors = '']) => selectors.split(/,\s*/))
}

const partOf = (path: string) => (path.startsWith('features/') ? path.split('/')[1]! : 'web')

test('no two parts of the program give a look to the same class: the styles of a page stay when the next one opens', () => {
  const owners = new Map<string, Set<string>>()
  for (const path of globSync('**/*.css', { cwd: src }).filter((one) => !isOfOtherDocument(one)))
    for (const name of classesIn(readFileSync(join(src, path), 'utf8')))
      owners.set(name, new Set([...(owners.get(name) ?? []), partOf(path)]))
  expect(owners.size).toBeGreaterThan(500)
  expect([...owners].filter(([, parts]) => parts.size > 1).map(([name, parts]) => `${name}: ${[...parts].join(', ')}`)).toEqual([])
})
