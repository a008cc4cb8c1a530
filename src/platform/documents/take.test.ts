import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { Problem } from '#platform/errors/problem.ts'
import { hostileFiles, hostileNames } from '../../testing/inputs/hostile-files.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { cleanName } from './name.ts'
import { takeDocument } from './take.ts'

const dir = mkdtempSync(join(tmpdir(), 'kliniki-take-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
let count = 0
/** As the server takes a file in, under a name of its own. */
const uploadOf = (bytes: Buffer, name = 'document') => {
  const path = join(dir, String(++count))
  writeFileSync(path, bytes)
  return { name, type: 'application/pdf', size: bytes.length, sha256: sha256Of(bytes), path }
}
/** What was taken, and what lies there then. */
const take = async (bytes: Buffer, name?: string) => {
  const taken = await takeDocument(uploadOf(bytes, name), 'file')
  const kept = readFileSync(taken.path)
  return { ...taken, size: kept.length, sha256: sha256Of(kept) }
}
/** The reason for a refusal, or the type that was taken. */
const fate = (bytes: Buffer) =>
  take(bytes).then(
    ({ type }) => type as string,
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      expect([error.status, Object.keys(error.fields)]).toEqual([400, ['file']])
      return error.fields['file']![0]!
    },
  )
const square = (side = 8) => sharp({ create: { width: side, height: side, channels: 3, background: '#0b7285' } })
const page = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const bytes = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))

const DAMAGED = 'This PDF is damaged and cannot be read.'
const JSON_FILE = 'This is a JSON file.'
const XML = 'This is an XML or SVG file.'
const ARCHIVE = 'This is a file archive, such as ZIP.'
const MARKUP = 'This is a web page or another markup file.'
const OFFICE = 'This is an Office document: save it as a PDF first.'
const TOO_LARGE = 'This image has more than 30 million pixels.'
const fatesOf = async (files: Iterable<readonly [name: string, bytes: Buffer]>) =>
  Object.fromEntries(await Promise.all([...files].map(async ([name, content]) => [name, await fate(content)] as const)))
const expectCleanNames = (names: readonly string[]) => {
  for (const name of [...names, '', '\ud800', '.'.repeat(300), '😀'.repeat(300)]) {
    const clean = cleanName(name, 'application/pdf')
    expect(clean, name).toMatch(/^[^./\\\p{Cc}\u202e][^/\\\p{Cc}\u202e]*\.pdf$/u)
    expect(Array.from(clean).length).toBeLessThanOrEqual(200)
    expect(clean.isWellFormed()).toBe(true)
  }
}

test('each hostile file is refused with a reason, or kept safe', async () => {
  const files = await hostileFiles()
  expect(await fatesOf(files)).toEqual({
    'plain.pdf': 'application/pdf',
    'runs-a-script.pdf': 'application/pdf',
    'starts-a-program.pdf': 'application/pdf',
    'opens-an-address.pdf': 'application/pdf',
    'half.pdf': DAMAGED,
    'page-after-the-header.pdf': DAMAGED,
    'objects-without-pages.pdf': 'application/pdf',
    'plain.png': 'image/png',
    'two-endings.html.png': 'image/png',
    'page-called-picture.png': MARKUP,
    'page-behind-a-picture.png': 'This image contains a hidden web page.',
    'huge-by-its-header.png': TOO_LARGE,
    'huge-by-its-header.tif': TOO_LARGE,
    'script-in-a-picture.gif': 'This is a GIF image.',
    'taken-at-home.jpg': 'image/jpeg',
    'script.svg': XML,
    'reads-a-file.svg': XML,
    'entities-in-entities.xml': XML,
    'includes-a-file.xml': MARKUP,
    'hundred-megabytes.zip': ARCHIVE,
    'climbs-out.zip': ARCHIVE,
    'bomb.docx': OFFICE,
    'bomb.xlsx': OFFICE,
    'formulas.csv': 'text/plain',
    'western-letters.csv': 'text/plain',
    'two-byte-letters.csv': 'text/plain',
    'deep.json': JSON_FILE,
    'deep-objects.json': JSON_FILE,
    'prototype.json': JSON_FILE,
    'same-key-twice.json': JSON_FILE,
    'large-number.json': JSON_FILE,
    'not-utf8.json': JSON_FILE,
    'mark-in-front.json': JSON_FILE,
    'program.exe': 'This is an executable program.',
    'script.sh': 'This is an executable program.',
  })
  const photo = await take(files.get('taken-at-home.jpg')!)
  expect((await sharp(photo.path).metadata()).exif).toBeUndefined()
  // A PDF is kept byte for byte, whatever it asks a viewer to do.
  const script = files.get('runs-a-script.pdf')!
  expect(await take(script, 'x.pdf')).toMatchObject({ size: script.length, sha256: sha256Of(script), name: 'x.pdf', pages: null })
})
test('no hostile name is anything but a line that ends as its type does', () => expectCleanNames(hostileNames))

describeReference('security/hostile-files', 'hostile files that others made', (dir) => {
  test('each is refused with a reason, or kept safe', async () => {
    const read = (name: string) => readFileSync(join(dir, name))
    expect(await fatesOf(readdirSync(dir).map((name) => [name, read(name)] as const))).toEqual({
      'FILENAMES.json': JSON_FILE,
      'SOURCE.txt': 'text/plain',
      'bignum.json': JSON_FILE,
      'billion-laughs.xml': XML,
      'csv-formula.csv': 'text/plain',
      'deep-100k.json': JSON_FILE,
      'deep-obj-20k.json': JSON_FILE,
      'docx-bomb-30MB.docx': 'This is an Office document: save it as a PDF first.',
      'dup-keys.json': JSON_FILE,
      'embedded-uri.pdf': 'application/pdf',
      'gif-js-polyglot.gif': 'This is a GIF image.',
      'html-named.png': 'This is a web page or another markup file.',
      'invalid-utf8.json': JSON_FILE,
      'jpeg-with-gps-exif.jpg': 'image/jpeg',
      'js-openaction.pdf': 'application/pdf',
      'latin1.csv': 'text/plain',
      'launch-action.pdf': 'application/pdf',
      'nul-in-name_NUL_.txt': 'text/plain',
      'ok.pdf': 'application/pdf',
      'ok.png': 'image/png',
      'pdf-header-then-html.pdf': DAMAGED,
      'pixel-bomb-50000x50000.png': 'This image has more than 30 million pixels.',
      'png-then-html.png': 'This image contains a hidden web page.',
      'png-with-script-name.html.png': 'image/png',
      'proto.json': JSON_FILE,
      'script.svg': XML,
      'truncated.pdf': DAMAGED,
      'utf16-bom.csv': 'text/plain',
      'utf8-bom.json': JSON_FILE,
      'xinclude-ccda.xml': 'This is a web page or another markup file.',
      'xxe.svg': XML,
      'zip-bomb-100MB.zip': ARCHIVE,
      'zip-slip.zip': ARCHIVE,
    })
    const photo = await take(read('jpeg-with-gps-exif.jpg'))
    expect((await sharp(photo.path).metadata()).exif).toBeUndefined()
  })
  test('no name is anything but a line that ends as its type does', () => {
    const names = JSON.parse(readFileSync(join(dir, 'FILENAMES.json'), 'utf8')) as string[]
    expect(names.length).toBeGreaterThan(15)
    expectCleanNames(names)
  })
})

test('a name is kept as far as it can be', () => {
  expect(cleanName('résumé 病历 😀.pdf', 'application/pdf')).toBe('résumé 病历 😀.pdf')
  expect(cleanName('r\u202efdp.exe', 'application/pdf')).toBe('rfdp.pdf')
  expect(cleanName('Results of Dr. Were, 12.3.2024', 'image/jpeg')).toBe('Results of Dr. Were, 12.3.2024.jpg')
  expect([cleanName(' ', 'image/tiff'), cleanName('a.CSV', 'text/plain'), cleanName('../../etc/passwd', 'text/plain')]).toEqual([
    'document.tif',
    'a.CSV',
    '_.._etc_passwd.txt',
  ])
})

test('what is sent as one thing and is another is told by its bytes', async () => {
  const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
  const cases: readonly (readonly [Buffer, string])[] = [
    [bytes(pdf), 'application/pdf'],
    [bytes('\x1b%-12345X@PJL\n', pdf, '\0'.repeat(5000)), 'application/pdf'],
    [bytes(' '.repeat(2000), pdf), 'text/plain'],
    [bytes(pdf, 'x'.repeat(5000)), DAMAGED],
    [bytes(pdf, '<script>alert(1)</script>'), 'This PDF contains a hidden web page.'],
    [bytes('<html>', pdf), 'This PDF contains a hidden web page.'],
    [bytes('MZ\x90\0\x03\0', 'x'.repeat(50)), 'This is an executable program.'],
    [bytes('#!/bin/sh\nrm -rf /\n'), 'This is an executable program.'],
    [bytes('\0\0\0\x18ftypheic\0\0\0\0'), 'This is a HEIC or AVIF image: save it as JPEG first.'],
    [bytes('{\\rtf1 x}'), 'This is an Office document: save it as a PDF first.'],
    [bytes('Fever\0'), 'Unknown file type.'],
    [bytes('\xef\xbb\xbf<!DOCTYPE html>'), 'This is a web page or another markup file.'],
    [Buffer.from('\ufeff<svg onload=alert(1)>', 'utf16le'), XML],
    [bytes('/* <script>alert(1)</script> */'), 'This is a web page or another markup file.'],
    [bytes('<5 mg of morphine; [12/3] seen; BM 9.1'), 'text/plain'],
    [bytes('BM 9.1 mmol/L, Temp 38.5\xb0C'), 'text/plain'],
    [bytes('\xff\xd8\xff\xe0 no picture'), 'This image is damaged and cannot be read.'],
    [await square().gif().toBuffer(), 'This is a GIF image.'],
    [await square().avif().toBuffer(), 'This is a HEIC or AVIF image: save it as JPEG first.'],
    [(await square(64).png().toBuffer()).subarray(0, 90), 'This image is damaged and cannot be read.'],
  ]
  for (const [file, expected] of cases) expect(await fate(file), file.toString('latin1', 0, 30)).toBe(expected)
})
test('a refusal names the files that the field takes', async () => {
  const refusal = takeDocument(uploadOf(Buffer.from('Fever for two days')), 'document', ['application/pdf', 'image/png', 'image/jpeg'])
  await expect(refusal).rejects.toMatchObject({ fields: { document: ['This is a text file.', 'Choose a PDF, PNG or JPEG file.'] } })
})

test('texts become UTF-8 without a mark; what is UTF-8 stays as it is', async () => {
  const text = 'Température 38,5 °C – fièvre\r\n'
  const latin = Buffer.from('Temp\xe9rature 38,5 \xb0C \x96 fi\xe8vre\r\n', 'latin1')
  const bigEndian = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), latin, Buffer.from(`\ufeff${text}`, 'utf16le'), bigEndian]) {
    const { path, size, sha256, pages } = await take(bytes)
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect({ size, sha256, pages }).toEqual({ size: Buffer.byteLength(text), sha256: sha256Of(Buffer.from(text)), pages: null })
  }
  const long = Buffer.from('ﬁèvre – 38,5 °C; '.repeat(20_000))
  const { path } = await take(long)
  expect(readFileSync(path).equals(long)).toBe(true)
})

test('a photograph of 12 million pixels loses its place and its camera, and stands upright', async () => {
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#a61e4d' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'A careless photographer' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .jpeg()
    .toBuffer()
  const before = await sharp(photo).metadata()
  expect([before.orientation, before.exif?.includes('careless')]).toEqual([6, true])
  const { path, size, sha256, name, type, pages } = await take(photo, 'IMG_1.JPG')
  const kept = readFileSync(path)
  expect({ name, type, pages, size, sha256 }).toEqual({
    name: 'IMG_1.JPG',
    type: 'image/jpeg',
    pages: 1,
    size: kept.length,
    sha256: sha256Of(kept),
  })
  const { width, height, exif, xmp, orientation } = await sharp(kept).metadata()
  expect({ width, height, exif, xmp, orientation }).toEqual({
    width: 3000,
    height: 4000,
    exif: undefined,
    xmp: undefined,
    orientation: undefined,
  })
  expect(/careless|Exif|GPS/.test(kept.toString('latin1'))).toBe(false)
})
test('PNG and WebP stay what they are, with their pixels alone', async () => {
  const png = await square()
    .withExif({ IFD0: { Copyright: 'careless' } })
    .png()
    .toBuffer()
  const kept = await take(Buffer.concat([png, Buffer.from('careless')]))
  expect(readFileSync(kept.path).includes('careless')).toBe(false)
  expect(await sharp(kept.path).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer())
  const webp = await take(
    await square()
      .withExif({ IFD0: { Copyright: 'careless' } })
      .webp()
      .toBuffer(),
  )
  expect([webp.type, (await sharp(webp.path).metadata()).exif]).toEqual(['image/webp', undefined])
})
test('the pages of a TIFF stay pages: in colour, and in black and white without loss', async () => {
  const colours = await Promise.all(['red', 'lime', 'blue'].map((colour) => page(100, 60, colour)))
  const scan = await take(
    await sharp(colours, { join: { animated: true } })
      .tiff()
      .toBuffer(),
    'scan.tiff',
  )
  expect([scan.type, scan.pages, scan.name, (await sharp(scan.path).metadata()).pages]).toEqual(['image/tiff', 3, 'scan.tiff', 3])
  const [r = 0, g = 0, b = 0] = await sharp(scan.path, { page: 2 }).raw().toBuffer()
  expect([r < 10, g < 10, b > 245]).toEqual([true, true, true])
  const fax = await sharp(await page(64, 64, 'white'))
    .composite([{ input: await page(20, 20, 'black'), left: 3, top: 5 }])
    .removeAlpha()
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1 })
    .toBuffer()
  const kept = await take(fax)
  expect((await sharp(kept.path).metadata()).bitsPerSample).toBe(1)
  expect(await sharp(kept.path).raw().toBuffer()).toEqual(await sharp(fax).raw().toBuffer())
})
/** A grey TIFF whose pages differ, as telefax machines send them: sharp itself writes only pages that are alike. */
const unevenTiff = (pages: readonly { width: number; height: number; orientation: number }[]) => {
  const parts = [Buffer.from('II*\0\b\0\0\0', 'latin1')]
  let at = 8
  for (const [page, { width, height, orientation }] of pages.entries()) {
    const tags = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at + 2 + 10 * 12 + 4],
      [274, orientation],
      [277, 1],
      [278, height],
      [279, width * height],
    ] as const
    const directory = Buffer.alloc(2 + tags.length * 12 + 4)
    directory.writeUInt16LE(tags.length)
    for (const [i, [tag, value]] of tags.entries()) {
      directory.writeUInt16LE(tag, 2 + i * 12)
      directory.writeUInt16LE(4, 4 + i * 12)
      directory.writeUInt32LE(1, 6 + i * 12)
      directory.writeUInt32LE(value, 10 + i * 12)
    }
    at += directory.length + width * height
    directory.writeUInt32LE(page < pages.length - 1 ? at : 0, directory.length - 4)
    parts.push(directory, Buffer.alloc(width * height, 60 * (page + 1)))
  }
  return Buffer.concat(parts)
}
test('pages of different sizes stay so, each upright', async () => {
  const { path, pages } = await take(
    unevenTiff([
      { width: 40, height: 60, orientation: 1 },
      { width: 90, height: 40, orientation: 6 },
    ]),
  )
  expect(pages).toBe(2)
  for (const [page, size] of [
    { width: 40, height: 60, grey: 60 },
    { width: 40, height: 90, grey: 120 },
  ].entries()) {
    const { data, info } = await sharp(path, { page }).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([size.width, size.height])
    for (const at of [0, data.length - 1]) expect(data[at]).toBeCloseTo(size.grey, -1)
  }
})
test('more pages than 200 are refused before any is drawn', async () => {
  const one = await square(2).png().toBuffer()
  const many = (pages: number) =>
    sharp(
      Array.from({ length: pages }, () => one),
      { join: { animated: true } },
    )
      .tiff()
      .toBuffer()
  expect(await fate(await many(201))).toBe('This file has more than 200 pages.')
})

test('nothing is left beside an upload, whether it was taken or not', () => {
  expect(readdirSync(dir).filter((name) => !/^\d+$/.test(name))).toEqual([])
})
