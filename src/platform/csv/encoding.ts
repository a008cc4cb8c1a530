import { createReadStream } from 'node:fs'
import { analyse } from 'chardet'
import { fieldError } from '#platform/errors/problem.ts'
import type { Encoding } from '#shared/encodings.ts'

/** Bytes that are looked at: what is beyond ASCII in this much of a file shows its encoding. */
const SAMPLE = 64 * 1_024
const LINE_END = 10

interface FoundEncoding {
  encoding: Encoding
  /** False where the text could be of another encoding, too: a person should look at it. */
  isCertain: boolean
}

const noText = () => fieldError('file', 'This is not a CSV file.')

// In Unicode only the controls of ASCII speak against a text; in a table of one byte a sign, the others show that it is the wrong table.
const isUnicodeText = (text: string) => !/(?![\t\n\v\f\r])[\p{Cc}--[\u0080-\u009F]]/v.test(text)
const isText = (text: string) => !/(?![\t\n\v\f\r])\p{Cc}/u.test(text.replaceAll('\u0085', ''))

const names: Readonly<Record<string, Encoding>> = {
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'ISO-8859-2': 'iso-8859-2',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-6': 'iso-8859-6',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'KOI8-R': 'koi8-r',
  GB18030: 'gb18030',
  Big5: 'big5',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  Shift_JIS: 'shift_jis',
}
/** Letters beside those of ASCII, within words of ASCII letters. */
const latin: readonly Encoding[] = ['windows-1252', 'macintosh', 'windows-1250', 'windows-1254', 'iso-8859-2']
/** Words without any ASCII letter; the library has no Thai. */
const otherScripts: readonly Encoding[] = ['windows-1251', 'windows-1256', 'windows-1253', 'windows-1255', 'windows-874']

const isLetter = (byte: number) => (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)

/** True where most words with bytes beyond ASCII have none of its letters: names in another script than the Latin one. */
const isOtherScript = (sample: Uint8Array) => {
  let [whole, mixed] = [0, 0]
  for (let at = 0; at < sample.length; at += 1) {
    let [high, low] = [0, 0]
    while (at < sample.length && (sample[at]! > 127 || isLetter(sample[at]!))) {
      if (sample[at]! > 127) high += 1
      else low += 1
      at += 1
    }
    if (high > 1 && low === 0) whole += 1
    else if (high > 0 && low > 0) mixed += 1
  }
  return whole > mixed
}

/** How much of what is beyond ASCII reads as letters within words, from -1 to 1. */
const scoreOf = (sample: Uint8Array, encoding: Encoding): number => {
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(sample)
  } catch {
    return -2
  }
  let [sum, count] = [0, 0]
  let before = ''
  for (const sign of text) {
    if (sign > '\u007F' && !/[’‘“”–—°º№«»€\u00A0、。，：；（）]/u.test(sign)) {
      count += 1
      // A capital behind a small letter is the mark of letters read from the wrong table.
      const isBroken = /\p{Lu}/u.test(sign) && /\p{Ll}/u.test(before)
      sum += /[\p{L}\p{M}]/u.test(sign) && !isBroken ? 1 : -1
    }
    before = sign
  }
  return count === 0 ? 0 : sum / count
}

/** Encodings in which bytes beyond ASCII may be read, the likeliest first. */
const rankEncodings = (sample: Uint8Array): FoundEncoding[] => {
  const isOther = isOtherScript(sample)
  const guessed = analyse(sample).flatMap(({ name, confidence }) => {
    const encoding = names[name]
    return encoding && latin.includes(encoding) !== isOther ? [{ encoding, confidence }] : []
  })
  const known = new Set(guessed.map(({ encoding }) => encoding))
  const further = (isOther ? otherScripts : latin)
    .filter((encoding) => !known.has(encoding))
    .map((encoding) => ({ encoding, confidence: 0 }))
  const ranked = [...guessed, ...further]
    .map((one) => ({ ...one, score: scoreOf(sample, one.encoding) }))
    .filter(({ score }) => score > -2)
    .toSorted((a, b) => b.score - a.score || b.confidence - a.confidence)
  return ranked.map(({ encoding, confidence, score }) => ({
    encoding,
    isCertain: score >= 0.95 && (isOther ? confidence >= 40 : encoding === 'windows-1252' || encoding === 'macintosh'),
  }))
}

/** True where every byte of the file has a meaning in the encoding, and none is a control character. */
export const fitsEncoding = async (path: string, encoding: Encoding): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      if (!(encoding.startsWith('utf') ? isUnicodeText : isText)(decoder.decode(chunk, { stream: true }))) return false
    decoder.decode()
    return true
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return false
  }
}

/** The encoding that the first bytes announce, or where their zeros lie; undefined when they do not. */
const announced = (head: Buffer): Encoding | undefined => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) zeros[at % 2] = zeros[at % 2]! + 1
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 8 && even === 0) return 'utf-16le'
  if (even > head.length / 8 && odd === 0) return 'utf-16be'
  return undefined
}

const readHead = async (path: string): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: 4_095 }) as AsyncIterable<Buffer>) parts.push(chunk)
  return Buffer.concat(parts)
}

/** The lines of a file that go beyond ASCII, as many as a sample holds. 400 for a file with control characters: it is no text. */
const readSample = async (path: string): Promise<Uint8Array> => {
  const lines: Buffer[] = []
  let size = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (chunk.some((byte) => byte < 32 && (byte < 9 || byte > 13) && byte !== 27)) throw noText()
    const all = Buffer.concat([rest, chunk])
    const end = all.lastIndexOf(LINE_END) + 1
    rest = Buffer.from(all.subarray(end).subarray(0, SAMPLE))
    for (let from = 0; from < end && size < SAMPLE;) {
      const to = all.indexOf(LINE_END, from) + 1
      const line = all.subarray(from, to)
      if (line.some((byte) => byte > 127)) {
        lines.push(Buffer.from(line))
        size += line.length
      }
      from = to
    }
  }
  if (rest.some((byte) => byte > 127)) lines.push(rest)
  return Buffer.concat(lines).subarray(0, 2 * SAMPLE)
}

/**
 * The encoding of a text file: as its first bytes announce, as UTF-8 when every byte fits, else by the letters that come of it. A field error
 * on `file` for what is no text in any of them.
 */
export const findEncoding = async (path: string): Promise<FoundEncoding> => {
  const declared = announced(await readHead(path))
  if (declared) {
    if (await fitsEncoding(path, declared)) return { encoding: declared, isCertain: true }
    throw noText()
  }
  if (await fitsEncoding(path, 'utf-8')) return { encoding: 'utf-8', isCertain: true }
  const sample = await readSample(path)
  for (const found of rankEncodings(sample)) if (await fitsEncoding(path, found.encoding)) return found
  throw noText()
}
