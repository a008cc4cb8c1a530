import { open, type FileHandle } from 'node:fs/promises'
import { others, pictureTypeOf } from './signatures.ts'
import { markedEncoding, detectTextEncoding } from './text-encoding.ts'

export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/tiff', 'image/webp', 'text/plain'] as const
export type DocumentType = (typeof documentTypes)[number]

/** What a file is by its bytes; where it is nothing that is taken, a sentence for a person says what it is. */
export type Look = { type: DocumentType; message: string } | { type: null; message: string }

const END_BYTES = 65_536
const PDF_WITHIN = 1024
const PDF_TAIL = 2048
const PICTURE_TAIL = 4096

const message: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'This is a PDF.',
  'image/png': 'This is a PNG image.',
  'image/jpeg': 'This is a JPEG image.',
  'image/tiff': 'This is a TIFF image.',
  'image/webp': 'This is a WebP image.',
  'text/plain': 'This is a text file.',
}
const refused = (sentence: string): Look => ({ type: null, message: sentence })
const taken = (type: DocumentType): Look => ({ type, message: message[type] })

const DAMAGED_PDF = 'This PDF is damaged and cannot be read.'

/** What browsers would run, wherever it stands. */
const ACTIVE = /<(?:!doctype\s|html|script|svg|iframe|object|embed)/i
/** Beginnings of text that is something else. */
const markups: readonly (readonly [RegExp, string])[] = [
  [/^\s*<(?:\?xml|svg)/i, 'This is an XML or SVG file.'],
  [/^\s*<(?:[a-z/]|!--)/i, 'This is a web page or another markup file.'],
  [/^\s*(?:\{\s*["}]|\[\s*[[{"])/, 'This is a JSON file.'],
]

const readAt = async (file: FileHandle, position: number) => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, position)
  return buffer.subarray(0, bytesRead)
}
const readEnds = async (path: string) => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return { head: await readAt(file, 0), tail: await readAt(file, Math.max(0, size - END_BYTES)) }
  } finally {
    await file.close()
  }
}

/** Without what fills files up to a length; a pattern would look for it from every place anew. */
const withoutFilling = (text: string) => {
  let end = text.length
  while (end > 0 && (text[end - 1] === '\0' || text[end - 1]!.trim() === '')) end--
  return text.slice(0, end)
}

/** A PDF has objects behind its header and an end; nothing that a browser would run stands before the one or behind the other. */
const lookAtPdf = (head: string, tail: string, start: number): Look => {
  const first = head.slice(start).search(/\d\s{1,20}\d{1,10}\s{1,20}obj/)
  const rest = withoutFilling(tail)
  const end = rest.lastIndexOf('%%EOF')
  if (first < 0 || end < Math.max(0, rest.length - PDF_TAIL)) return refused(DAMAGED_PDF)
  const isHiding = ACTIVE.test(head.slice(0, start + first)) || ACTIVE.test(rest.slice(end))
  return isHiding ? refused('This PDF contains a hidden web page.') : taken('application/pdf')
}

const lookAtText = async (path: string, bytes: Buffer): Promise<Look> => {
  const encoding = await detectTextEncoding(path, bytes)
  if (encoding === null) return refused('Unknown file type.')
  const head = new TextDecoder(encoding === 'utf-8' || encoding === 'windows-1252' ? 'windows-1252' : encoding).decode(bytes)
  const marked = markedEncoding(bytes) === 'utf-8' ? head.slice(3) : head
  const markup = markups.find(([pattern]) => pattern.test(marked))
  if (markup) return refused(markup[1])
  return ACTIVE.test(marked) ? refused('This is a web page or another markup file.') : taken('text/plain')
}

/** Looks at the bytes of the file at `path`, whatever it is called. That a picture is whole shows only when it is drawn. */
export const lookAt = async (path: string): Promise<Look> => {
  const ends = await readEnds(path)
  const [head, tail] = [ends.head.toString('latin1'), ends.tail.toString('latin1')]
  const picture = pictureTypeOf(head)
  if (picture) return ACTIVE.test(tail.slice(-PICTURE_TAIL)) ? refused('This image contains a hidden web page.') : taken(picture)
  const other = others.find(([isSuch]) => isSuch(head))
  if (other) return refused(other[1])
  const pdf = head.slice(0, PDF_WITHIN + '%PDF-'.length).indexOf('%PDF-')
  return pdf < 0 ? lookAtText(path, ends.head) : lookAtPdf(head, tail, pdf)
}
