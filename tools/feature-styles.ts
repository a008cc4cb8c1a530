import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Plugin, preprocessCSS, type ResolvedConfig, type Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')
const named = new Map<string, string>()

/** Five letters for each class of a module: long names would weigh more in the pages than the classes do. */
export const shortName = (name: string, file: string): string => {
  const whole = `${relative(root, file)} ${name}`
  const hash = createHash('sha256').update(whole).digest('base64url')
  const short = hash.replaceAll(/[-_]/g, '').replace(/^\d+/, '').slice(0, 5)
  const other = named.get(short) ?? whole
  if (other !== whole) throw new Error(`${other} and ${whole} have the same five letters: rename one of them.`)
  named.set(short, whole)
  return short
}

const MODULE_IMPORT = /^import (\w+) from '([^']+\.module\.css)'$/gm
/** Loaded by the bundler for its text alone, which it makes small. */
const SHEET = '.sheet.css?inline'
const FEATURE = /src[\\/]features[\\/]([\w-]+)[\\/]/
const PUBLIC_PAGE = /[\\/]booking\.html$/
const MANIFEST = /src[\\/]features[\\/]([\w-]+)[\\/]web[\\/]feature\.tsx$/

const pathOf = (from: string, importer: string) => (from.startsWith('#') ? join(root, 'src', from.slice(1)) : join(dirname(importer), from))

interface Module {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type Find = (id: string) => Module | null

const NO_IMPORTS: Module = { importedIds: [], dynamicallyImportedIds: [] }
/** The modules of ours by what each imports; a library has no sheet of ours. */
const ownModules = (find: Find) => {
  const known = new Map<string, Module>()
  return (id: string): Module => {
    const found = known.get(id) ?? (id.includes('node_modules') ? null : find(id)) ?? NO_IMPORTS
    known.set(id, found)
    return found
  }
}

/** All modules above the given ones, the deepest first, as they are run; with `later` those too that are imported when they are needed. */
const inOrder = (from: readonly string[], find: (id: string) => Module, later = false): string[] => {
  const seen = new Set<string>()
  const order: string[] = []
  const go = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const { importedIds, dynamicallyImportedIds } = find(id)
    for (const next of later ? [...importedIds, ...dynamicallyImportedIds] : importedIds) go(next)
    order.push(id)
  }
  for (const id of from) go(id)
  return order
}

const noFiles = (): readonly string[] => []
/**
 * Styles of components, a file for each feature and one of what pages of several features show: no page needs more than these two.
 * The pages for the public have a file of their own with what they show and nothing else. The name of each class
 * is written where it is used. The bundler would make a script of each list of names, and leave an empty script for each file of styles.
 */
export const featureStyles = (): Plugin => {
  let config: ResolvedConfig
  const needs = new Map<string, readonly string[]>()
  const texts = new Map<string, string>()
  /** The files that a chunk needs, the common one first. */
  let filesOf: (chunk: Rolldown.RenderedChunk | Rolldown.OutputChunk) => readonly string[] = noFiles
  return {
    name: 'feature-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved: (resolved) => void (config = resolved),
    async load(id) {
      if (!id.endsWith(`.module.css${SHEET}`)) return null
      const path = id.slice(0, -SHEET.length)
      return (await preprocessCSS(readFileSync(path, 'utf8'), path, config)).code
    },
    async transform(code, id) {
      if (!/\.tsx?$/.test(id)) return null
      const imports = [...code.matchAll(MODULE_IMPORT)].map(([line, local = '', from = '']) => ({ line, local, path: pathOf(from, id) }))
      if (imports.length === 0) return null
      needs.set(
        id,
        imports.map(({ path }) => path),
      )
      for (const { path } of imports) {
        this.addWatchFile(path)
        const sheet = await this.load({ id: path + SHEET })
        const text = /^export default (".*");?$/m.exec(sheet.code ?? '')?.[1]
        if (text === undefined) throw new Error(`${path} was not read as a style sheet.`)
        texts.set(path, JSON.parse(text) as string)
      }
      return imports.reduce((text, { line, local, path }) => {
        const inlined = (_: string, name: string) => `'${shortName(name, path)}'`
        return text.replace(line, '').replaceAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'), inlined)
      }, code)
    },
    renderStart() {
      const find = ownModules((id) => this.getModuleInfo(id))
      const ids = [...this.getModuleIds()].filter((id) => !id.includes('node_modules'))
      const sheetsOf = (from: readonly string[], later = false) => [
        ...new Set(inOrder(from, find, later).flatMap((id) => needs.get(id) ?? [])),
      ]
      const shownBy = new Map<string, Set<string>>()
      for (const manifest of ids) {
        const [, feature] = MANIFEST.exec(manifest) ?? []
        if (feature !== undefined)
          for (const path of sheetsOf(find(manifest).dynamicallyImportedIds))
            shownBy.set(path, (shownBy.get(path) ?? new Set()).add(feature))
      }
      // What comes with dialogs alone is its own feature's.
      const nameOf = (path: string) => {
        const [feature = FEATURE.exec(path)?.[1] ?? 'ui', other] = shownBy.get(path) ?? []
        return other === undefined ? feature : 'ui'
      }
      const sheets = sheetsOf(
        ids.filter((id) => /[\\/](?:index|booking)\.html$/.test(id)),
        true,
      )
      const publicSheets = sheetsOf(ids.filter((id) => PUBLIC_PAGE.test(id)))
      const files = new Map(
        ['ui', 'public', ...new Set(sheets.map(nameOf))].map((name): [string, string] => {
          const inFile = name === 'public' ? publicSheets : sheets.filter((path) => nameOf(path) === name)
          const source = inFile.map((path) => texts.get(path)).join('\n')
          const hash = createHash('sha256').update(source).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 7)
          const fileName = `assets/${name}-${hash}.css`
          this.emitFile({ type: 'asset', fileName, source })
          return [name, fileName]
        }),
      )
      filesOf = ({ facadeModuleId }) => {
        const isPublic = facadeModuleId !== null && PUBLIC_PAGE.test(facadeModuleId)
        const names = new Set(isPublic ? ['public'] : (facadeModuleId ? sheetsOf([facadeModuleId]) : []).map(nameOf))
        return [...files].filter(([name]) => names.has(name)).map(([, file]) => file)
      }
    },
    augmentChunkHash: (chunk) => filesOf(chunk).join(' ') || undefined,
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') for (const file of filesOf(chunk)) chunk.viteMetadata?.importedCss.add(file)
    },
  }
}
