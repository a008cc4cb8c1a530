import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'
import { openPrintFonts, type FontChoice } from './fonts/print-fonts.ts'
import { withoutSystemFonts } from './fonts/system-fonts.ts'

freezePrototypes()

const { packages } = workerData as { packages?: string }
const printFonts = openPrintFonts(packages)

/** Compilers with fonts of further scripts that are kept; the one with the base font alone is kept always. */
const MOST_COMPILERS = 4

/** With the documents' own fonts alone, so that a document looks the same on every machine. */
const createCompiler = (files: readonly string[]) =>
  withoutSystemFonts(() => NodeCompiler.create({ fontArgs: [{ fontPaths: [printFonts.baseFolder, ...files] }] }))

let baseCompiler: NodeCompiler | undefined
/** By the files of their fonts; the one used last comes last. */
const compilers = new Map<string, NodeCompiler>()

const compilerFor = ({ fonts }: FontChoice): NodeCompiler => {
  if (fonts.length === 0) return (baseCompiler ??= createCompiler([]))
  const files = fonts.flatMap((font) => font.files).toSorted()
  const key = files.join('\n')
  const compiler = compilers.get(key) ?? createCompiler(files)
  compilers.delete(key)
  compilers.set(key, compiler)
  const [oldest] = compilers.keys()
  if (compilers.size > MOST_COMPILERS && oldest !== undefined) compilers.delete(oldest)
  return compiler
}

const BASE = 'font: "DejaVu Sans",'

/** A template with the further fonts named beside its base font: first for the letters of their own scripts, last for signs that scripts share. */
const withFonts = (template: string, { fonts }: FontChoice): string => {
  if (fonts.length === 0) return template
  const own = fonts.map(({ family, scripts }) => {
    const letters = scripts.map((script) => String.raw`\\p{${script}}`).join('')
    return `(name: "${family}", covers: regex("[${letters}]"))`
  })
  const families = fonts.map(({ family }) => `"${family}"`)
  return template.replaceAll(BASE, () => `font: (${[...own, '"DejaVu Sans"', ...families].join(', ')}),`)
}

const print = (template: string, data: string) => {
  const choice = printFonts.choose(data)
  const compiler = compilerFor(choice)
  const mainFileContent = withFonts(readFileSync(fileURLToPath(template), 'utf8'), choice)
  try {
    return { pdf: compiler.pdf({ mainFileContent, inputs: { data } }), lacking: printFonts.nameScripts(choice.unprintable) }
  } finally {
    // Without this every document leaves some 7 MB behind.
    compiler.evictCache(10)
  }
}

parentPort?.on('message', ({ id, template, data }: { id: number; template: string; data: string }) => {
  try {
    parentPort?.postMessage({ id, ...print(template, data) })
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    parentPort?.postMessage({ id, error: reason })
  }
})
