import { errorTexts, stampIn } from './message.ts'
import { escapeHl7 } from './hl7-text.ts'
import { usualSeparators, type Hl7Header } from './hl7-header.ts'

export type AckCode = 'AA' | 'AE' | 'AR' | 'CA' | 'CE' | 'CR'

export interface Answer {
  code: AckCode
  /** Unique among our messages, at most 20 characters. */
  controlId: string
  at: Date
  /** The clock that MSH-7 is written by. */
  timeZone: string
  /** For the person who reads the instrument's log. */
  text?: string
  error?: keyof typeof errorTexts
}

const commits = { AA: 'CA', AE: 'CE', AR: 'CR' } as const
const isWanted = (condition: string, isGood: boolean) =>
  condition === 'AL' || (condition === 'ER' && !isGood) || (condition === 'SU' && isGood)
const conditions = new Set(['AL', 'NE', 'ER', 'SU'])

/**
 * The answers that a sender waits for, in order. Original mode: the outcome itself. Enhanced mode, chosen by MSH-15 and MSH-16: a commit
 * answer, an application answer, both, or none; after a refused commit nothing follows. Answers to our own messages are never answered.
 */
export const answerCodes = (header: Hl7Header | null, isResponse: boolean, outcome: 'AA' | 'AE' | 'AR'): AckCode[] => {
  if (isResponse) return []
  const isEnhanced = header && (conditions.has(header.acceptAck) || conditions.has(header.applicationAck))
  if (!isEnhanced) return [outcome]
  const isGood = outcome === 'AA'
  const codes: AckCode[] = []
  if (isWanted(header.acceptAck, isGood)) codes.push(commits[outcome])
  if (isWanted(header.applicationAck, isGood) && (isGood || codes.length === 0)) codes.push(outcome)
  return codes
}

const isFrom25 = (version: string) => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 5)
}

const typeOf = ({ trigger, structure, separators }: Hl7Header) => {
  if (!trigger) return 'ACK'
  return ['ACK', trigger, ...(structure ? ['ACK'] : [])].join(separators.component)
}

const unknownSender: Hl7Header = {
  separators: usualSeparators,
  sendingApplication: '',
  sendingFacility: '',
  receivingApplication: '',
  receivingFacility: '',
  messageCode: '',
  trigger: '',
  structure: '',
  controlId: '',
  processing: 'P',
  version: '2.5.1',
  acceptAck: '',
  applicationAck: '',
  charset: '',
}

/** Our words in the sender's bytes, one character a byte. */
const bytewise = (text: string, charset: string) =>
  // oxlint-disable-next-line no-control-regex
  /UTF-?8/i.test(charset) ? Buffer.from(text).toString('latin1') : text.replaceAll(/[^\u0000-\u007F]/gu, '?')

const errorSegment = (header: Hl7Header, error: keyof typeof errorTexts, text: string) => {
  const { field, component, subcomponent } = header.separators
  const code = [error, errorTexts[error], 'HL70357']
  if (isFrom25(header.version)) return ['ERR', '', '', code.join(component), 'E', '', '', '', text].join(field)
  return ['ERR', ['', '', '', code.join(subcomponent)].join(component)].join(field)
}

/**
 * The answer to a message: sender and receiver swapped, in the message's own version, separators and encoding, its control id in MSA-2.
 * Without a readable header the answer has an empty one of version 2.5.1. The bytes are not framed yet.
 */
export const acknowledge = (to: Hl7Header | null, answer: Answer): Buffer => {
  const header = to ?? unknownSender
  const { separators, charset } = header
  const { field, component, repetition, escape, subcomponent } = separators
  const text = bytewise(escapeHl7(answer.text ?? '', separators), charset)
  const msh = [
    `MSH${field}${component}${repetition}${escape}${subcomponent}`,
    header.receivingApplication,
    header.receivingFacility,
    header.sendingApplication,
    header.sendingFacility,
    stampIn(answer.timeZone, answer.at),
    '',
    typeOf(header),
    answer.controlId,
    header.processing || 'P',
    header.version || '2.5.1',
    ...(charset ? ['', '', '', '', '', charset] : []),
  ]
  const segments = [msh.join(field), ['MSA', answer.code, header.controlId, ...(text ? [text] : [])].join(field)]
  if (answer.error) segments.push(errorSegment(header, answer.error, text))
  return Buffer.from(segments.map((segment) => `${segment}\r`).join(''), 'latin1')
}
