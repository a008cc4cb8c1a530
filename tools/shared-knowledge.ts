import { globSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const SHARED = /[\\/]knowledge[\\/]shared(?:-\w+)?\.ts$/

/**
 * What the browser needs of tables of knowledge is exported by `knowledge/shared.ts` of a feature: it is read when the browser part is built, so
 * that the browser gets its values alone, and neither the reader nor the checks. See `docs/knowledge.md`.
 */
export const sharedKnowledge = (): Plugin => ({
  name: 'shared-knowledge',
  enforce: 'pre',
  async load(id) {
    if (!SHARED.test(id)) return null
    const tables = globSync(join(dirname(id), '*.tsv'))
    for (const file of tables) this.addWatchFile(file)
    // By their time, so that tables that were changed are read again.
    const time = Math.max(...[id, ...tables].map((file) => statSync(file).mtimeMs))
    const values = (await import(`${pathToFileURL(id).href}?${time}`)) as Record<string, unknown>
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})
