import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, preprocessCSS, type ResolvedConfig } from 'vite'
import { contractCalls, contractsInBrowser } from './tools/contract-calls.ts'
import { publicPage } from './tools/public-page.ts'
import { sharedKnowledge } from './tools/shared-knowledge.ts'
import { textsInBrowser } from './tools/texts/texts-in-browser.ts'

const SMALLEST = 1024

/** Writes `.br` and `.gz` beside what is worth it: the server sends them as they are. */
const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  writeBundle({ dir = '' }) {
    if (this.meta.watchMode) return
    const assets = join(dir, 'assets')
    for (const name of readdirSync(assets)) {
      if (!/\.(js|css|svg)$/.test(name)) continue
      const path = join(assets, name)
      const bytes = readFileSync(path)
      if (bytes.length < SMALLEST) continue
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    }
  },
})

const named = new Map<string, string>()

/** Five letters for each class of a module: long names would weigh more in the pages than the classes do. */
const shortName = (name: string, file: string) => {
  const whole = `${relative(import.meta.dirname, file)} ${name}`
  const hash = createHash('sha256').update(whole).digest('base64url')
  const short = hash.replaceAll(/[-_]/g, '').replace(/^\d+/, '').slice(0, 5)
  const other = named.get(short) ?? whole
  if (other !== whole) throw new Error(`${other} and ${whole} have the same five letters: rename one of them.`)
  named.set(short, whole)
  return short
}

const MODULE_IMPORT = /^import (\w+) from '([^']+\.module\.css)'$/gm
const SHEET = '.sheet.css'

const pathOf = (from: string, importer: string) =>
  from.startsWith('#') ? join(import.meta.dirname, 'src', from.slice(1)) : join(dirname(importer), from)

/**
 * The name of each class is written where it is used, and a module is a style sheet as any other: as modules of their own, lists of names would weigh
 * more than their sheets save, and those that several pages share would be 25 empty scripts.
 */
const inlinedClasses = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'inlined-classes',
    apply: 'build',
    enforce: 'pre',
    configResolved: (resolved) => void (config = resolved),
    resolveId: (id, importer) => (importer && id.endsWith('.module.css') ? pathOf(id, importer) + SHEET : null),
    async load(id) {
      if (!id.endsWith(`.module.css${SHEET}`)) return null
      const path = id.slice(0, -SHEET.length)
      this.addWatchFile(path)
      return (await preprocessCSS(readFileSync(path, 'utf8'), path, config)).code
    },
    transform: (code, id) => {
      if (!/\.tsx?$/.test(id)) return null
      return [...code.matchAll(MODULE_IMPORT)].reduce((text, [line, local = '', from = '']) => {
        const inlined = (_: string, name: string) => `'${shortName(name, pathOf(from, id))}'`
        return text.replace(line, `import '${from}'`).replaceAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'), inlined)
      }, code)
    },
  }
}

const JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/

/** The browser checks forms but never writes JSON Schema, which Zod ties to every schema: 6 KB of each room's first load. */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  transform: (code, id) => {
    if (!JSON_SCHEMA.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    if (names.length === 0) throw new Error(`Nothing is exported from ${id} any more: look at this plugin again.`)
    return names.map((name) => `export const ${name} = () => () => undefined`).join('\n')
  },
})

const ENGLISH = /zod[\\/]v4[\\/]locales[\\/]en\.js$/

/** What a broken rule is called comes from `web/forms/field-texts.ts`, in the language of the person: the library's own words are never read. */
const withoutZodTexts = (): Plugin => ({
  name: 'without-zod-texts',
  apply: 'build',
  transform: (_code, id) => (ENGLISH.test(id) ? 'export default () => ({ localeError: () => undefined })' : null),
})

const DECLARED = /src[\\/]features[\\/][\w-]+[\\/](?:contract[\w-]*|record)\.ts$/

/** Where a field is found in FHIR is the server's to know. */
const withoutFhir = (): Plugin => ({
  name: 'without-fhir',
  apply: 'build',
  transform: (code, id) => (DECLARED.test(id) ? code.replaceAll(/\bfhir: \{(?:[^{}]|\{[^{}]*\})*\},?/g, '') : null),
})

const PRELOAD = /vite[\\/]preload-helper\.js$/

/**
 * A part of the program that does not arrive is asked for again, as a call is (`web/calls/again.ts`). The library gives up at once: a style sheet
 * that was lost on the line left a screen that was broken until somebody loaded the page anew.
 */
const loadedAgain = (): Plugin => ({
  name: 'loaded-again',
  apply: 'build',
  transform: (code, id) => {
    if (!PRELOAD.test(id)) return null
    const [made, lost] = ['export const __vitePreload = function preload(', 'if (e.type === "error") rej(']
    if (!code.includes(made) || !code.includes(lost)) throw new Error('Files are preloaded in another way now: look at this plugin again.')
    // A link that is left behind would pass for a style sheet that is there.
    const once = code.replace(made, 'const once = function preload(').replace(lost, 'if (e.type === "error") link.remove(), rej(')
    return `import { again } from '/src/web/calls/again.ts'\n${once}\nexport const __vitePreload = (...all) => again(() => once(...all))`
  },
})

interface Seen {
  isEntry: boolean
  importers: readonly string[]
}

/** The pages that load a module before anything is asked of them: 'index', 'booking' or both; empty for what comes later. */
const pagesOf = (id: string, find: (id: string) => Seen | null, seen = new Set<string>()): Set<string> => {
  const pages = new Set<string>()
  const go = (at: string) => {
    if (seen.has(at)) return
    seen.add(at)
    const found = find(at)
    if (/[\\/](index|booking)\.html$/.test(at)) pages.add(at.endsWith('booking.html') ? 'booking' : 'index')
    for (const importer of found?.importers ?? []) go(importer)
  }
  go(id)
  return pages
}

/**
 * The first load of the program in few files instead of twenty, which compresses better; the libraries keep their name when only we change.
 * What the public pages load too is a file of its own: they load nothing that is the program's alone.
 */
const firstLoad = (id: string, modules: { getModuleInfo: (id: string) => Seen | null }): string | null => {
  const pages = pagesOf(id, (one) => modules.getModuleInfo(one))
  if (pages.size === 2) return 'common'
  if (!pages.has('index')) return null
  return /node_modules/.test(id) ? 'libraries' : 'shell'
}

// What stands around the pages of patients: itself, and what it shares with what stands around those of the staff.
const SHARED = /src[\\/]web[\\/](?:frame[\\/](?:person|person-button|connection-state|not-encrypted)|ui[\\/]page)\.tsx$/
const PORTAL = /portal[\\/]web[\\/](?:portal-layout|portal-nav|portal-pages|not-linked|more-page|patient-overview|overview-cards)\.tsx?$/
const portalIcons = new Set(
  globSync(['src/features/portal/web/*', 'src/web/{frame,ui}/*'])
    .filter((path) => PORTAL.test(path) || SHARED.test(path))
    .flatMap((path) => readFileSync(path, 'utf8').match(/\bIcon[A-Z]\w*/g) ?? []),
)
const STAFF = /src[\\/]web[\\/](?:frame[\\/](?:frame|top-bar|menu-list|overlays|notices)|menu)\.tsx?$/

const isInBothFrames = (id: string): boolean => {
  const icon = /[\\/]icons[\\/](Icon\w+)\.mjs$/.exec(id)?.[1]
  return SHARED.test(id) || (icon !== undefined && portalIcons.has(icon))
}

const server = process.env['KLINIKI_DEV_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  publicDir: 'src/web/public',
  css: { modules: { generateScopedName: shortName } },
  plugins: [
    contractCalls(),
    contractsInBrowser(),
    sharedKnowledge(),
    textsInBrowser(),
    inlinedClasses(),
    react(),
    publicPage(),
    withoutJsonSchema(),
    withoutZodTexts(),
    withoutFhir(),
    loadedAgain(),
    precompressed(),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: { index: 'index.html', booking: 'booking.html' },
      // Pure functions over tables: whoever says directions need not load the vocabulary of whoever reads them.
      treeshake: { moduleSideEffects: [{ test: /features[\\/]directions[\\/]/, sideEffects: false }] },
      output: {
        // The first load names every file: seven characters tell the versions of one file apart, and eight weigh half a kilobyte more.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Every page of the staff needs Zod and what contracts are made of: they come once, as a file of its own, instead of with the first page.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|src[\\/]shared[\\/](?:paging|text)\.ts$/, priority: 4 },
            // The styles of shared components, a kilobyte each at most: one file, which most pages need something of.
            { name: 'ui', test: /src[\\/]web[\\/]ui[\\/][\w-]+\.module\.css\.sheet\.css$/, priority: 4 },
            { name: 'record', test: /src[\\/]shared[\\/](?:catalogue|record)\.ts$/, priority: 1 },
            // What boxes are made of: in small files they would be named by the first load for every page.
            {
              name: 'boxes',
              test: /@mantine[\\/]hooks[\\/]|@mantine[\\/]core[\\/]esm[\\/](?:components[\\/](?:InputBase|TextInput)|core[\\/]utils)[\\/]/,
              priority: 0,
              minShareCount: 3,
            },
            { name: firstLoad, debugName: 'first load', tags: ['$initial'], priority: 3 },
            // The frames in one file each, and one of what they share: a line brings six files at a time, however small they are.
            { name: 'frames', test: isInBothFrames, priority: 2 },
            { name: 'frame', test: STAFF, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/health': server, '/docs': server, '/schema': server } },
})
