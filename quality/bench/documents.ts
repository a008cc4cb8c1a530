// `node quality/bench/documents.ts [base URL]`: what reading documents takes, and with the address of a running house how much slower it answers
// while a scan is read. Nothing is kept.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentType } from '#platform/documents/kind.ts'
import { readDocument } from '#platform/documents/read.ts'
import { pdfOf, sheet, textPdf } from '../../src/testing/scenarios/sample-documents.ts'
import { figuresOf } from './figures/measure.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const TIMES = 3

const readOnce = async (bytes: Buffer, type: DocumentType, signal = new AbortController().signal) => {
  const from = performance.now()
  let text = 0
  const folder = await mkdtemp(join(tmpdir(), 'kliniki-bench-'))
  try {
    const path = join(folder, 'document')
    await writeFile(path, bytes)
    await readDocument(path, type, {
      folder,
      limits: { seconds: 120, pageSeconds: 60, megabytes: 1500, pages: 200 },
      signal,
      onStart: () => {},
      onPage: async () => {
        text = performance.now() - from
      },
      onImage: async () => {},
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { text, all: performance.now() - from }
}
const best = async (name: string, bytes: Buffer, type: DocumentType) => {
  const times = []
  for (let i = 0; i < TIMES; i++) times.push(await readOnce(bytes, type))
  const [text, all] = [Math.min(...times.map(({ text }) => text)), Math.min(...times.map(({ all }) => all))]
  say(`${name}: text after ${Math.round(text)} ms, with all pictures ${Math.round(all)} ms (best of ${TIMES})`)
}

const SECONDS = 8
const askFor = async (url: string) => {
  const times: number[] = []
  const start = performance.now()
  while (performance.now() < start + SECONDS * 1000) {
    const from = performance.now()
    const reply = await fetch(url)
    await reply.arrayBuffer()
    times.push(performance.now() - from)
    await sleep(5)
  }
  return figuresOf(times, SECONDS)
}

/** Answers of the house before, while a scan is read again and again, and after. */
const measureSlowdown = async (url: string, scan: Buffer) => {
  const before = await askFor(url)
  const over = new AbortController()
  const reading = (async () => {
    while (!over.signal.aborted) await readOnce(scan, 'application/pdf', over.signal)
  })().catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  const during = await askFor(url)
  over.abort()
  await reading
  const after = await askFor(url)
  for (const [name, { p50, p95 }] of Object.entries({ before, during, after })) say(`${url} ${name}: p50 ${p50} ms, p95 ${p95} ms`)
  say(`While a scan is read, the median is ${(during.p50 / ((before.p50 + after.p50) / 2)).toFixed(2)} times what it is otherwise`)
}

const scan = await pdfOf(await sheet())
await best('PDF with text, ten pages', textPdf(10), 'application/pdf')
await best('Scan, one page', scan, 'application/pdf')
await best('Text', Buffer.from('Fever since Monday\n'.repeat(500)), 'text/plain')
const [url] = process.argv.slice(2)
if (url) await measureSlowdown(url, scan)
