import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractCalls, contractsInBrowser } from './tools/contract-calls.ts'
import { featureStyles, shortName } from './tools/feature-styles.ts'
import { withoutFacades } from './tools/facades.ts'
import { manualInBrowser } from './tools/manual/manual-in-browser.ts'
import { landingPreloads } from './tools/landing-preloads.ts'
import { publicPage } from './tools/public-page.ts'
import { sharedKnowledge } from './tools/shared-knowledge.ts'
import { textsInBrowser } from './tools/texts/texts-in-browser.ts'
import { usedStyles } from './tools/used-styles.ts'

const SMALLEST = 1024
/** Up to so many bytes of source, a part that several pages share is written into each of them: some 12 KB on the line. */
const INLINED = 80_000

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
  importers: readonly string[]
}
interface Modules {
  getModuleInfo: (id: string) => Seen | null
}

/** The modules above a module that need it by static imports. */
const above = (id: string, modules: Modules): Set<string> => {
  const seen = new Set<string>()
  const open = [id]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    open.push(...(modules.getModuleInfo(at)?.importers ?? []))
  }
  return seen
}

const ENTRY = /index\.html$|src[\\/](?:browser\.ts|web[\\/]main\.tsx|features[\\/](?:browser\.ts|[\w-]+[\\/]web[\\/]feature\.tsx))$/
/**
 * The first load of the program in two files instead of twenty, which compresses better.
 * What the public pages load too is a file of its own: they load nothing that is the program's alone.
 */
const firstLoad = (id: string, modules: Modules): string | null => {
  const entries = [...above(id, modules)].filter((one) => /[\\/](?:index|booking)\.html$/.test(one))
  if (entries.length === 2) return 'common'
  if (!entries.some((one) => one.endsWith('index.html'))) return null
  return ENTRY.test(id) ? null : 'program'
}

const STAFF =
  /node_modules[\\/]zod[\\/]|src[\\/]shared[\\/](?:paging|text|catalogue|record)\.ts$|src[\\/]web[\\/](?:frame[\\/](?:frame|top-bar|menu-list|overlays|notices)|devices[\\/]barcode|menu)\.tsx?$/

/** What most pages are made of: lists of choices, menus and forms. */
const WIDGETS = /node_modules[\\/]@floating-ui[\\/]|@mantine[\\/]core[\\/]esm[\\/]components[\\/]Popover[\\/]/
const FORMS =
  /node_modules[\\/](?:@mantine[\\/]form|klona|fast-deep-equal)[\\/]|src[\\/]web[\\/](?:forms[\\/](?:form|checked-form|field-texts|empty-fields)|ui[\\/]endpoint-form)\.tsx?$/
/** What some pages show at once and others load later: it cannot be written into each of them. */
const PARTS =
  /src[\\/](?:web[\\/](?:session[\\/]leaving|ui[\\/]date-field)|features[\\/](?:patients|pregnancies|allergies)[\\/]web[\\/](?:(?:listed-)?allergy|pregnancy)-status)\.tsx?$/

const server = process.env['KLINIKI_DEV_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  publicDir: 'src/web/public',
  css: { modules: { generateScopedName: shortName } },
  plugins: [
    contractCalls(),
    contractsInBrowser(),
    sharedKnowledge(),
    textsInBrowser(),
    manualInBrowser(),
    featureStyles(),
    usedStyles(),
    react(),
    publicPage(),
    withoutJsonSchema(),
    withoutZodTexts(),
    withoutFhir(),
    loadedAgain(),
    landingPreloads(),
    withoutFacades(),
    precompressed(),
  ],
  build: {
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      preserveEntrySignatures: false,
      input: { index: 'index.html', booking: 'booking.html' },
      // Pure functions over tables: whoever says directions need not load the vocabulary of whoever reads them.
      treeshake: { moduleSideEffects: [{ test: /features[\\/]directions[\\/]/, sideEffects: false }] },
      output: {
        // The first load names every file: seven characters tell the versions of one file apart, and eight weigh half a kilobyte more.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // What a few pages share and is no group is written into each of them, with one state however many bring it: a page comes in one file.
          experimentalInlineCommonChunks: { maxSize: INLINED, exclude: /\.css$/ },
          groups: [
            { name: firstLoad, debugName: 'first load', tags: ['$initial'], priority: 5, includeDependenciesRecursively: false },
            // With the frame of the staff comes what each of their pages needs.
            { name: 'staff', test: STAFF, priority: 2, includeDependenciesRecursively: false },
            { name: 'widgets', test: WIDGETS, priority: 1, includeDependenciesRecursively: false },
            { name: 'forms', test: FORMS, priority: 1, includeDependenciesRecursively: false },
            { name: 'parts', test: PARTS, priority: 0, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/health': server, '/docs': server, '/schema': server } },
})
