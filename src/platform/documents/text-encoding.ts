import { createReadStream } from 'node:fs'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

// Tabulator, line feed, vertical tabulator, form feed and carriage return are part of texts; the other control characters are not.
const isControl = (code: number) => code < 9 || (code > 13 && code < 32) || code === 127
const UNUSED_IN_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const CONTROLS = /[\p{Cc}--[\t\n\v\f\r\u0080-\u009f]]/v

/** What the byte order mark at the beginning says. */
export const markedEncoding = (head: Uint8Array): TextEncoding | null => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : null
}

/** The text of a file, a piece at a time, without a byte order mark. Throws where the bytes are no text of that encoding. */
export const readText = async function* (path: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Uint8Array, { stream: true })
  yield decoder.decode()
}

const isWholeText = async (path: string, encoding: TextEncoding) => {
  try {
    for await (const piece of readText(path, encoding)) if (CONTROLS.test(piece)) return false
    return true
  } catch (error) {
    // The file itself could not be read; that its bytes are no text is the answer.
    if (!(error instanceof TypeError)) throw error
    return false
  }
}

const fits1252 = async (path: string) => {
  for await (const chunk of createReadStream(path))
    for (const byte of chunk as Uint8Array) if (isControl(byte) || UNUSED_IN_1252.has(byte)) return false
  return true
}

/**
 * How the file at `path` is written when all of it is text: UTF-8, UTF-16 that says so by its mark, or the Windows-1252 of older
 * programs. Null for anything with other bytes or with control characters.
 */
export const detectTextEncoding = async (path: string, head: Uint8Array): Promise<TextEncoding | null> => {
  const marked = markedEncoding(head)
  if (await isWholeText(path, marked ?? 'utf-8')) return marked ?? 'utf-8'
  return marked === null && (await fits1252(path)) ? 'windows-1252' : null
}
