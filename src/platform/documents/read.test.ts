import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { hostileFiles } from '../../testing/inputs/hostile-files.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { isWhole } from '../../testing/whole.ts'
import { expectMarked, openReading, rightWords } from '../../testing/scenarios/read-document.ts'
import { objectsPdf, photoOf, sheet, textPdf } from '../../testing/scenarios/sample-documents.ts'
import type { DocumentType } from './kind.ts'
import { DocumentProblem, type ReadLimits } from './read.ts'

const { dir, read } = openReading()

const problem = (bytes: Buffer, type: DocumentType, limits: Partial<ReadLimits> = {}) =>
  read(bytes, type, { limits }).then(
    () => 'was read',
    (error: unknown) => (error instanceof DocumentProblem ? error.message : `no DocumentProblem: ${String(error)}`),
  )

const hasProc = existsSync('/proc/self/cmdline')
const procText = (pid: string | number, name: string) => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
/** Processes that read a document for us now, or for the process `parent`. */
const readersOf = (parent = process.pid): number[] =>
  (hasProc ? readdirSync('/proc') : [])
    .filter((pid) => /^\d+$/.test(pid) && procText(pid, 'cmdline').includes('documents/reader.ts'))
    .filter((pid) => procText(pid, 'status').includes(`\nPPid:\t${parent}\n`))
    .map(Number)

afterEach(() => expect(readersOf()).toEqual([]))

test('the text of a PDF comes first, its pictures after it, out of a process without settings that writes to its own folder alone', async () => {
  let command = ''
  let environment = 'none'
  let priority = 10
  const { pages, images, count } = await read(textPdf(3), 'application/pdf', {
    limits: { pages: 2 },
    during: async () => {
      const [pid] = readersOf()
      if (pid === undefined) return
      command = procText(pid, 'cmdline')
      environment = procText(pid, 'environ')
      priority = getPriority(pid)
    },
  })
  expect(count).toBe(3)
  expect(pages.map(({ number, method, image }) => ({ number, method, image }))).toEqual([
    { number: 1, method: 'text layer', image: null },
    { number: 2, method: 'text layer', image: null },
  ])
  expect(pages.map(rightWords)).toEqual([1, 1])
  pages.forEach(expectMarked)
  const shown = await sharp(images.get(1)).metadata()
  expect(shown).toMatchObject({ format: 'webp', width: pages[0]?.width, height: 1600 })
  expect([...images.keys()]).toEqual([1, 2])
  // Where the word stands there is ink, and above it there is none.
  const { x, y, w, h } = pages[0]?.words[0] ?? { x: 0, y: 0, w: 0, h: 0 }
  const box = (top: number) => ({
    left: Math.round(x * shown.width),
    top: Math.round(top * 1600),
    width: Math.round(w * shown.width),
    height: Math.round(h * 1600),
  })
  const darkness = async (top: number) =>
    (await sharp(await sharp(images.get(1)).extract(box(top)).toBuffer()).stats()).channels[0]?.min ?? 0
  expect(await darkness(y)).toBeLessThan(80)
  expect(await darkness(y - 1.5 * h)).toBeGreaterThan(200)
  if (hasProc) {
    expect(command).toContain('--permission')
    expect(command.match(/--allow-fs-write=[^\0]*/g)).toEqual([expect.stringMatching(/^--allow-fs-write=.*kliniki-read-\w+\/reading-\w+$/)])
    expect(command).not.toMatch(/--allow-(?:child-process|wasi)/)
    expect(environment.replaceAll('\0', '')).not.toMatch(/PATH=|SECRET|DATABASE/)
    expect(priority).toBe(10)
  }
})
test('a page turned in its PDF is upright, a text has pages without pictures', async () => {
  const upright = textPdf(1).toString('latin1')
  const turned = Buffer.from(
    upright.replace(/\/Type\s*\/Page\b(?!s)/, (page) => `${page}/Rotate 90`),
    'latin1',
  )
  const [{ pages }, plain] = [await read(turned, 'application/pdf'), await read(Buffer.from('Fever\nsince Monday\fCough'), 'text/plain')]
  expect(pages[0]?.width).toBe(1600)
  expect(plain).toEqual({
    count: 2,
    images: new Map(),
    pages: ['Fever\nsince Monday', 'Cough'].map((text, at) => ({
      number: at + 1,
      width: 0,
      height: 0,
      text,
      words: [],
      method: 'plain',
      quality: null,
      image: null,
      thumbnail: null,
    })),
  })
})

const LOCKED = Buffer.from(
  `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n3 0 obj\n<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>\nendobj\ntrailer\n<< /Root 1 0 R /Encrypt 3 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>] >>\n%%EOF\n`,
)

test('a locked, a broken and an endless file are refused in plain words', async () => {
  const damaged = 'This file is damaged and cannot be read.'
  expect(await problem(LOCKED, 'application/pdf')).toBe('This PDF is protected by a password.')
  expect(await problem(textPdf(1).subarray(0, 300), 'application/pdf')).toBe(damaged)
  expect(await problem((await photoOf(await sheet())).subarray(0, 9000), 'image/jpeg')).toBe(damaged)
  // Pages that hold each other, 10,000 objects, and arrays in arrays: read or refused, but ended.
  const loop = objectsPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] /Count 9 >>'])
  const many = objectsPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [] /Count 0 /Deep ${'['.repeat(50_000)} >>`,
    ...Array<string>(10_000).fill('<< >>'),
  ])
  expect(await Promise.all([loop, many].map((bytes) => problem(bytes, 'application/pdf', { seconds: 60 })))).toEqual([damaged, damaged])
})
test('too long, too large and no longer wanted: the process is ended at once', async () => {
  const white = { raw: { width: 3_000, height: 3_000, channels: 1 } } as const
  const giant = await sharp(Buffer.alloc(9e6, 255), white).png({ compressionLevel: 1 }).toBuffer()
  expect(await problem(giant, 'image/png', { megabytes: 60 })).toBe('This document is too complex to read (not enough memory).')
  expect(await problem(textPdf(40), 'application/pdf', { seconds: 0.4 })).toBe('This document takes too long to read.')
  const controller = new AbortController()
  const cancelled = read(textPdf(3), 'application/pdf', {
    signal: controller.signal,
    during: async () => controller.abort(new Error('cancelled')),
  })
  await expect(cancelled).rejects.toThrow('cancelled')
  expect(readersOf()).toEqual([])
  const failing = read(textPdf(3), 'application/pdf', { during: () => Promise.reject(new Error('no room in the database')) })
  await expect(failing).rejects.toThrow('no room in the database')
  const { pages } = await read(giant, 'image/png', { limits: { megabytes: 700 } })
  expect(pages).toMatchObject([{ text: '', words: [], method: 'ocr', quality: 0 }])
})
test.runIf(hasProc)('the reader ends when the process that started it is killed', async () => {
  const folder = mkdtempSync(join(dir, 'reading-'))
  writeFileSync(join(folder, 'document'), 'text')
  const script = `import { readDocument } from ${JSON.stringify(join(import.meta.dirname, 'read.ts'))}
    const options = { folder: ${JSON.stringify(folder)}, limits: { seconds: 60, pageSeconds: 60, megabytes: 900, pages: 1 }, signal: new AbortController().signal, onStart() {}, onImage: async () => {} }
    await readDocument(${JSON.stringify(join(folder, 'document'))}, 'text/plain', { ...options, onPage: () => new Promise(() => setInterval(() => console.log('page'), 50)) })`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => parent.stdout.once('data', resolve))
  const [reader = 0] = readersOf(parent.pid)
  expect(reader).toBeGreaterThan(0)
  parent.kill('SIGKILL')
  for (let i = 0; i < 100 && existsSync(`/proc/${reader}`); i++) await sleep(50)
  expect(procText(reader, 'cmdline')).toBe('')
})

const typeOf = (name: string): DocumentType | null =>
  name.endsWith('.pdf')
    ? 'application/pdf'
    : name.endsWith('.jpg')
      ? 'image/jpeg'
      : name.endsWith('.tif')
        ? 'image/tiff'
        : /\.(?:png|gif)$/.test(name)
          ? 'image/png'
          : null
/** What becomes of each file that has the name of a document. */
const outcomesOf = async (files: Iterable<readonly [name: string, bytes: Buffer]>) => {
  const outcomes: Record<string, string> = {}
  const queue = [...files].filter(([name]) => typeOf(name))
  const lane = async () => {
    for (let file = queue.pop(); file; file = queue.pop())
      outcomes[file[0]] = await problem(file[1], typeOf(file[0]) as DocumentType, { seconds: 120 })
  }
  await Promise.all([lane(), lane(), lane()])
  return outcomes
}

/** The tests above read the same in larger and harder form. */
const HARMLESS = new Set(['plain.pdf', 'plain.png', 'two-endings.html.png', 'taken-at-home.jpg'])
test('hostile files are read as what they show, or refused', async () => {
  const damaged = 'This file is damaged and cannot be read.'
  expect(await outcomesOf([...(await hostileFiles())].filter(([name]) => !HARMLESS.has(name)))).toEqual({
    'runs-a-script.pdf': 'was read',
    'starts-a-program.pdf': 'was read',
    'opens-an-address.pdf': 'was read',
    'half.pdf': damaged,
    'page-after-the-header.pdf': damaged,
    'objects-without-pages.pdf': damaged,
    'page-called-picture.png': damaged,
    'page-behind-a-picture.png': 'was read',
    'huge-by-its-header.png': 'This image is too large to be read.',
    'huge-by-its-header.tif': 'This image is too large to be read.',
    'script-in-a-picture.gif': damaged,
  })
})

describeReference('security/hostile-files', 'hostile files that others made', (dir) => {
  test.runIf(isWhole)('are read as what they show, or refused', async () => {
    const outcomes = await outcomesOf(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name))] as const))
    expect(Object.keys(outcomes).length).toBeGreaterThan(8)
    expect(outcomes['pixel-bomb-50000x50000.png']).toBe('This image is too large to be read.')
    for (const name of ['ok.pdf', 'js-openaction.pdf', 'launch-action.pdf', 'embedded-uri.pdf'])
      expect([name, outcomes[name]]).toEqual([name, 'was read'])
    for (const name of ['html-named.png', 'pdf-header-then-html.pdf', 'truncated.pdf'])
      expect([name, outcomes[name]]).toEqual([name, 'This file is damaged and cannot be read.'])
    expect(Object.values(outcomes).filter((outcome) => outcome.startsWith('no DocumentProblem'))).toEqual([])
  })
})
