import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const LIBRARY = join(root, 'node_modules/@mantine/core/esm')
const CLASS = /\bm_[0-9a-f]+/g

/** What other files import from the component library, by the names that it exports. */
const importedNames = (): string[] =>
  globSync(['src/**/*.{ts,tsx}', 'node_modules/@mantine/*/esm/**/*.mjs'], { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/import \{([^}]*)\} from ["']@mantine\/core["']/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      ),
    ),
  )

/** The classes of components that are imported, and of components that these are made of. */
const usedClasses = (): Set<string> => {
  const index = readFileSync(join(LIBRARY, 'index.mjs'), 'utf8')
  const fileOf = new Map(
    [...index.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name): [string, string] => [name.trim().replace(/ as .*/, ''), join(LIBRARY, file)]),
    ),
  )
  const open = importedNames().flatMap((name) => fileOf.get(name) ?? [])
  if (open.length === 0) throw new Error('No component of the library was found: look at this plugin again.')
  const seen = new Set<string>()
  const classes = new Set<string>()
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, next = ''] of text.matchAll(/from "(\.[^"]+)"/g)) open.push(join(dirname(file), next))
    if (file.endsWith('.module.mjs')) for (const [name] of text.matchAll(CLASS)) classes.add(name)
  }
  return classes
}

/** Rules and at-rules one by one, whole. */
const rulesOf = (css: string): string[] => {
  const rules: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: sign, index } of css.matchAll(/[{}]/g)) {
    depth += sign === '{' ? 1 : -1
    if (depth > 0) continue
    rules.push(css.slice(from, index + 1))
    from = index + 1
  }
  return rules
}

/** The styles of a library without those of components that nothing shows; what names no class stays. */
const usedRules = (css: string, used: ReadonlySet<string>): string =>
  rulesOf(css)
    .filter((rule) => {
      const classes = rule.match(CLASS)
      return classes === null || classes.some((name) => used.has(name))
    })
    .join('')

/**
 * Half of the component library's style sheet is of components that the program does not have: 13 KB of the first load. The build fails if a script
 * names a class whose rules were left out.
 */
export const usedStyles = (): Plugin => {
  let left = new Set<string>()
  return {
    name: 'used-styles',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (!/@mantine[\\/]core[\\/]styles\.css$/.test(id)) return null
      const all = readFileSync(id, 'utf8')
      const kept = usedRules(all, usedClasses())
      const names = new Set(kept.match(CLASS))
      left = new Set(all.match(CLASS)?.filter((name) => !names.has(name)))
      return kept
    },
    generateBundle(_, bundle) {
      if (left.size === 0) throw new Error('Nothing was left out of the style sheet of the component library: look at this plugin again.')
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const missing = chunk.code.match(CLASS)?.find((name) => left.has(name))
        if (missing !== undefined)
          throw new Error(`${chunk.fileName} shows ${missing}, whose styles were left out: look at this plugin again.`)
      }
    },
  }
}
