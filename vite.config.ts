import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

const server = process.env['KLINIKI_DEV_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react(), withoutJsonSchema(), precompressed()],
  build: {
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Every room needs Zod: it comes once, with the shell (main.tsx asks for it), instead of with the first room.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
            // The rest of the first load in two files instead of twenty, which compresses better; the libraries keep their name when only we change.
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'shell', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/docs': server, '/schema': server } },
})
