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
  writeBundle: ({ dir = '' }) => {
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

const server = process.env['KLINIKI_DEV_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react(), precompressed()],
  build: { manifest: true, target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 700 },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/docs': server, '/schema': server } },
})
