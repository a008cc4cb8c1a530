import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

// The documents' own fonts, so that a paper looks the same on every machine. A compiler sees no file but its templates.
const fontDir = dirname(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')))
const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: [fontDir] }] })

const print = (template: string, data: string): Uint8Array => {
  const mainFileContent = readFileSync(fileURLToPath(template), 'utf8')
  try {
    return compiler.pdf({ mainFileContent, inputs: { data } })
  } finally {
    // Without this every document leaves some 7 MB behind.
    compiler.evictCache(10)
  }
}

parentPort?.on('message', ({ id, template, data }: { id: number; template: string; data: string }) => {
  try {
    parentPort?.postMessage({ id, pdf: print(template, data) })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    parentPort?.postMessage({ id, error: reason })
  }
})
