import type { DocumentType } from './kind.ts'

/** Both take the beginning of a file as Latin-1. */
type Test = (head: string) => boolean
const begins =
  (...starts: readonly string[]): Test =>
  (head) =>
    starts.some((start) => head.startsWith(start))
const holds =
  (text: string, at: number): Test =>
  (head) =>
    head.startsWith(text, at)

const ZIP = 'PK\x03\x04'
const PARTS_OF_OFFICE = ['[Content_Types].xml', 'word/', 'xl/', 'ppt/', 'mimetypeapplication/vnd.oasis']
const NAMES_WITHIN = 4000
const isOfficeZip: Test = (head) => head.startsWith(ZIP) && PARTS_OF_OFFICE.some((part) => head.slice(0, NAMES_WITHIN).includes(part))
/** "BM" and "MZ" are words, too: only what no text has behind them tells. */
const isBitmap: Test = (head) => head.startsWith('BM') && head.startsWith('\0\0\0\0', 6)
const isWindowsProgram: Test = (head) => head.startsWith('MZ') && head.slice(0, 1000).includes('\0')
const isStillOfVideoFormat: Test = (head) =>
  holds('ftyp', 4)(head) && ['hei', 'hev', 'mif1', 'msf1', 'avi'].some((brand) => head.startsWith(brand, 8))

/** How pictures begin that are taken. */
const pictures: readonly (readonly [Test, DocumentType])[] = [
  [begins('\x89PNG\r\n\x1a\n'), 'image/png'],
  [begins('\xff\xd8\xff'), 'image/jpeg'],
  [begins('II*\0', 'II+\0', 'MM\0*', 'MM\0+'), 'image/tiff'],
  [(head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8), 'image/webp'],
]

/** The type of picture that a file begins as; null for everything that is no picture we take. */
export const pictureTypeOf = (head: string): DocumentType | null => pictures.find(([isSuch]) => isSuch(head))?.[1] ?? null

/** How files begin that are not, and what a person is told they are. */
export const others: readonly (readonly [Test, string])[] = [
  [begins('GIF87a', 'GIF89a'), 'This is a GIF image.'],
  [isBitmap, 'This is a BMP image.'],
  [isStillOfVideoFormat, 'This is a HEIC or AVIF image: save it as JPEG first.'],
  [holds('ftyp', 4), 'This is a video.'],
  [holds('DICM', 128), 'This is a DICOM image: save it as JPEG first.'],
  [isOfficeZip, 'This is an Office document: save it as a PDF first.'],
  [begins('\xd0\xcf\x11\xe0', '{\\rtf'), 'This is an Office document: save it as a PDF first.'],
  [begins(ZIP, 'PK\x05\x06', 'PK\x07\x08', '7z\xbc\xaf\x27\x1c', 'Rar!\x1a', '\x1f\x8b'), 'This is a file archive, such as ZIP.'],
  [begins('\xfd7zXZ\0', 'BZh91AY&SY', 'BZh61AY&SY'), 'This is a file archive, such as ZIP.'],
  [holds('ustar', 257), 'This is a file archive, such as ZIP.'],
  [begins('#!', '\x7fELF', '\xca\xfe\xba\xbe', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe'), 'This is an executable program.'],
  [isWindowsProgram, 'This is an executable program.'],
  [begins('%!PS'), 'This is a PostScript file: save it as a PDF first.'],
]
