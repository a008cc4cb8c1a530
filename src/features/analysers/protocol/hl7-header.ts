import { textOf } from './bytes.ts'

/** The five characters that MSH-1 and MSH-2 choose. */
export interface Separators {
  field: string
  component: string
  repetition: string
  escape: string
  subcomponent: string
}

export const usualSeparators: Separators = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' }

/**
 * What an answer needs of an MSH. Fields are the bytes as sent, one character a byte and still escaped, so that they go back as they came
 * in whatever encoding.
 */
export interface Hl7Header {
  separators: Separators
  sendingApplication: string
  sendingFacility: string
  receivingApplication: string
  receivingFacility: string
  messageCode: string
  trigger: string
  structure: string
  controlId: string
  processing: string
  version: string
  /** MSH-15 and MSH-16: AL, NE, ER, SU; whatever else stands there, instruments use the fields for their own ends. */
  acceptAck: string
  applicationAck: string
  charset: string
}

/** Where a message begins and what its header says; a sentence where it cannot be read. */
export type FoundHeader = { header: Hl7Header; at: number; hasTextBefore: boolean } | { reason: string }

const usable = /^[!-/:-@[-`{-~]$/

const separatorsOf = (line: string): Separators | null => {
  const field = line.charAt(3)
  const stated = (line.slice(4).split(field, 1)[0] ?? '').split('')
  // A sender that escaped its own escape character meant the usual five.
  if (stated.length > 4 && stated[3] === stated[2]) stated.splice(3, 1)
  const { component, repetition, escape, subcomponent } = usualSeparators
  const chosen = [component, repetition, escape, subcomponent].map((usual, place) => stated[place] ?? usual)
  const all = [field, ...chosen]
  if (stated.length < 2 || !all.every((character) => usable.test(character)) || new Set(all).size < 5) return null
  return { field, component: chosen[0]!, repetition: chosen[1]!, escape: chosen[2]!, subcomponent: chosen[3]! }
}

const begins = /(?:^|[\r\n])[ \t]*MSH(?=[!-/:-@[-`{-~])/

/** Looks for the MSH of a message and reads what an answer needs; the bytes may be in any encoding that leaves ASCII alone. */
export const findHeader = (bytes: Buffer): FoundHeader => {
  const text = bytes.toString('latin1')
  const found = begins.exec(text.startsWith('\u00EF\u00BB\u00BF') ? text.replace('\u00EF\u00BB\u00BF', '\n\n\n') : text)
  if (!found) return { reason: 'The message has no MSH segment' }
  const at = found.index + found[0].length - 3
  const rest = text.slice(at)
  const end = rest.search(/[\r\n]/)
  const line = end === -1 ? rest : rest.slice(0, end)
  const separators = separatorsOf(line)
  if (!separators) return { reason: 'The separators in MSH-1 and MSH-2 cannot be used' }
  const fields = line.split(separators.field)
  // MSH-1 is the separator itself: MSH-3 is the third piece.
  const field = (number: number) => fields[number - 1] ?? ''
  const type = field(9).split(separators.component)
  const header: Hl7Header = {
    separators,
    sendingApplication: field(3),
    sendingFacility: field(4),
    receivingApplication: field(5),
    receivingFacility: field(6),
    messageCode: (type[0] ?? '').trim(),
    trigger: (type[1] ?? '').trim(),
    structure: (type[2] ?? '').trim(),
    controlId: field(10),
    processing: (field(11).split(separators.component)[0] ?? '').trim(),
    version: (field(12).split(separators.component)[0] ?? '').trim(),
    acceptAck: field(15).trim(),
    applicationAck: field(16).trim(),
    charset: (field(18).split(separators.repetition)[0] ?? '').trim(),
  }
  return { header, at, hasTextBefore: /\S/.test(text.slice(0, at).replace(/^\u00EF\u00BB\u00BF/, '')) }
}

/** The name under which the platform knows an HL7 character set (table 0211); undefined for those that leave the choice to us. */
const encodingOf = (charset: string): string | undefined => {
  const name = charset.toUpperCase().replaceAll(/[\s_-]+/g, ' ')
  if (name === 'UNICODE UTF 8' || name === 'UTF 8' || name === 'UTF8') return 'utf-8'
  const part = /^(?:ISO )?8859[ /](\d{1,2})$/.exec(name)?.[1] ?? /^ISO8859 (\d{1,2})$/.exec(name)?.[1]
  if (part) return Number(part) === 1 ? 'windows-1252' : `iso-8859-${Number(part)}`
  if (name === 'GB 18030 2000') return 'gb18030'
  if (name === 'BIG 5') return 'big5'
  return undefined
}

/** The text of a message by MSH-18; UTF-8 where nothing usable is stated and it is valid UTF-8, else Latin-1. `isOther` where it lies. */
export const decodeHl7 = (bytes: Buffer, charset: string): { text: string; isOther: boolean; decode: (bytes: Uint8Array) => string } => {
  const encoding = encodingOf(charset)
  if (encoding)
    try {
      const decoder = new TextDecoder(encoding, { fatal: true })
      return { text: decoder.decode(bytes), isOther: false, decode: (part) => new TextDecoder(encoding).decode(part) }
    } catch {
      return { text: textOf(bytes), isOther: true, decode: textOf }
    }
  return { text: textOf(bytes), isOther: false, decode: textOf }
}
