import { dictionary } from '#shared/dictionary.ts'
import { delimitersOf, unescapeAstm, type Delimiters } from './astm-text.ts'
import { textOf } from './bytes.ts'
import { sentence } from '#shared/sentence.ts'
import { fieldPlace, isControlNumber, namedTest, partOf, sampleNumber, usualLayout, type MessageLayout } from './layout.ts'
import {
  emptyMessage,
  isoTime,
  processingOf,
  statedSex,
  valueBeside,
  type AnalyserMessage,
  type AnalyserResult,
  type ResultStatus,
  type StatedPatient,
} from './message.ts'
import { settleMtbRif } from './mtb-rif.ts'

const statuses: Record<string, ResultStatus> = dictionary<ResultStatus>({
  '': 'final',
  F: 'final',
  V: 'final',
  R: 'final',
  Q: 'final',
  P: 'preliminary',
  S: 'preliminary',
  I: 'preliminary',
  C: 'corrected',
  X: 'cannot',
})

/** A record's fields, numbered from 1 as the standard does: field 1 is the record's letter. */
interface Fields {
  whole: (field: number) => string
  /** The components of a field's first repeat. */
  parts: (field: number) => string[]
  repeats: (field: number) => string[][]
}

const recordOf = (line: string, delimiters: Delimiters): Fields => {
  const { field, repeat, component } = delimiters
  const fields = line.split(field)
  const plain = (text: string) => unescapeAstm(text, delimiters)
  const sent = (number: number) => fields[number - 1] ?? ''
  const repeats = (number: number) =>
    sent(number)
      .split(repeat)
      .map((part) => part.split(component).map(plain))
  return { whole: (number) => plain(sent(number)), parts: (number) => repeats(number)[0] ?? [], repeats }
}

/** What a result inherits from the records above it. */
interface Above {
  patient: StatedPatient | null
  order: number
  accessions: string[]
  isControl: boolean
  isControlByNumber?: boolean | undefined
  /** Comments on the patient and on the order: of every result below. */
  remarks: string
}

/** Some instruments put the sample after rack and place, and how they learnt of it (manual, automatic, bar code, host) behind it. */
const isRackPlace = (parts: readonly string[]) => /^[MABC]$/.test(parts[3] ?? '') && Boolean(parts[2])

const usualAccession = (order: Fields) => {
  const instrument = order.parts(4)
  return order.parts(3)[0] || (isRackPlace(instrument) ? instrument[2] : '')
}

/** The number of the sample, by the record of the patient or of the order, wherever the layout has it. */
const accessionsOf = (letter: 'P' | 'O', record: Fields, layout: MessageLayout, before: string[]): string[] => {
  const place = layout.sample_field === null ? null : fieldPlace(layout.sample_field)
  if ((place?.record ?? 'O') !== letter) return letter === 'O' ? before : []
  const text = place ? record.parts(place.field)[place.component - 1] : usualAccession(record)
  const accession = sampleNumber(text ?? '', layout)
  return accession ? [accession] : []
}

const isName = (parts: readonly string[]) => parts.some((part) => /\p{L}{2}/u.test(part)) && !parts.some((part) => /\d/.test(part))

const patientOf = (record: Fields): StatedPatient => {
  // Some instruments have the name a field too early, and the sex where the mother's name belongs.
  const isEarly = record.whole(6) === '' && isName(record.parts(5))
  const [family = '', given = ''] = record.parts(isEarly ? 5 : 6)
  return {
    id: record.parts(3)[0] || record.parts(4)[0] || '',
    name: [family, given].filter(Boolean).join(' '),
    birthDate: isoTime((record.parts(8)[0] ?? '').slice(0, 8)),
    sex: statedSex(record.whole(9)) || (isEarly ? statedSex(record.whole(7)) : ''),
  }
}

/** The component in which some instruments name what was measured of a test; `DOSE` is the result itself. */
const USUAL_PART = 8

const testOf = (parts: readonly string[], layout: MessageLayout) => {
  const component = (number: number) => parts[number - 1] ?? ''
  if (layout.test_components.length > 0) return { ...namedTest(component, layout), codeText: parts[4] ?? '', codeSystem: '', doubt: null }
  const test = codeOf(parts)
  const part = partOf(test.code, component, layout)
  const named = component(USUAL_PART)
  const isUnknown = part === '' && named !== '' && named.toUpperCase() !== 'DOSE'
  const doubt = isUnknown
    ? sentence('The message contains part of a result, {part}. Choose the message layout of this analyser.', { part: named })
    : null
  return { ...test, part, doubt }
}

const codeOf = (parts: readonly string[]) => {
  if (parts[3]) return { code: parts[3], codeText: parts[4] ?? '', codeSystem: '' }
  const code = parts.slice(3).find(Boolean) ?? parts.find(Boolean) ?? ''
  return { code, codeText: '', codeSystem: '' }
}

const isNumber = (text: string) => /^[<>]?=?\s*\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i.test(text)
const isDetected = (text: string) => /^(?:detected|positive|pos|reactive)\b/i.test(text)

/**
 * As sent; where one component alone is filled, that one. Of a word and a number (DETECTED^1250) the number is the value of what was detected,
 * and the word in every other case: the 0 beside NOT DETECTED and the number behind ERROR measure nothing.
 */
const valueOf = (record: Fields, field: number): { value: string | null; valueText: string } => {
  const filled = record.parts(field).filter(Boolean)
  const isOne = record.repeats(field).length === 1
  const [word = '', amount = ''] = filled
  if (isOne && filled.length === 1) return { value: word, valueText: '' }
  if (isOne && filled.length === 2 && isNumber(amount) && /\p{L}/u.test(word) && !isNumber(word))
    return { value: isDetected(word) ? amount : word, valueText: isDetected(word) ? word : '' }
  return { value: record.whole(field) || null, valueText: '' }
}

const rangeOf = (record: Fields) => {
  const [low = '', high = '', ...more] = record.parts(6)
  const isPair = more.length === 0 && [low, high].every((limit) => /^-?\d+(?:\.\d+)?$/.test(limit))
  return isPair ? `${low}-${high}` : record.whole(6)
}

const resultOf = (record: Fields, { remarks, ...above }: Above, layout: MessageLayout, problems: string[]): AnalyserResult => {
  const code = testOf(record.parts(3), layout)
  const sent = valueOf(record, 4)
  const state = record.whole(9).toUpperCase()
  const status = statuses[state] ?? 'unknown'
  if (status === 'unknown') problems.push(`Result status ${state} of ${code.code} is not known`)
  if (!code.code) problems.push('A result has no code in R-3')
  return {
    ...above,
    accession: above.accessions[0] ?? '',
    lot: '',
    level: '',
    ...code,
    subId: '',
    valueText: sent.valueText,
    valueType: '',
    unit: record.whole(5),
    range: rangeOf(record),
    flags: record
      .repeats(7)
      .map((parts) => parts.filter(Boolean).join(' '))
      .filter(Boolean),
    status,
    observedAt: isoTime(record.whole(13)) ?? isoTime(record.whole(12)),
    device: record.whole(14),
    ...valueBeside(status, sent.value, remarks),
  }
}

/** A control's line: Q, number, code^lot^level, value, unit, time, flag. */
const controlOf = (record: Fields): AnalyserResult | null => {
  const [code, lot, level] = record.parts(3)
  const observedAt = isoTime(record.whole(6))
  if (!code || !lot || !level || !observedAt || !record.whole(4)) return null
  return {
    accession: '',
    accessions: [],
    patient: null,
    isControl: true,
    lot,
    level,
    code,
    codeText: '',
    codeSystem: '',
    subId: '',
    part: '',
    order: 0,
    doubt: null,
    value: valueOf(record, 4).value,
    valueText: '',
    valueType: '',
    unit: record.whole(5),
    range: '',
    flags: [record.whole(7)].filter(Boolean),
    status: 'final',
    observedAt,
    device: '',
    comment: '',
  }
}

/** The text of a comment: code and words of every repeat. */
const commentOf = (record: Fields): string =>
  record
    .repeats(4)
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n')
const joinLines = (...texts: readonly string[]) => texts.filter(Boolean).join('\n')

const queriesOf = (record: Fields): string[] => {
  // The instrument takes back what it asked.
  if (record.whole(13).toUpperCase() === 'A') return []
  return record.repeats(3).flatMap((parts) => {
    const accession = isRackPlace(parts) ? parts[2] : parts[1] || parts[0]
    if (!accession) return []
    return [accession.toUpperCase() === 'ALL' ? 'ALL' : accession]
  })
}

/** Reads the records below a header, one after the other, in the light of those above them. */
const readRecords = (rows: readonly string[], delimiters: Delimiters, message: AnalyserMessage, layout: MessageLayout) => {
  const isControl = message.processing === 'control'
  const none: Above = { patient: null, order: 0, accessions: [], isControl, remarks: '' }
  let above = none
  let ofPatient = ''
  // The number that the record of the patient has.
  let ofSample: string[] = []
  // The record that a comment belongs to.
  let behind: 'patient' | 'order' | 'result' | null = null
  for (const line of rows) {
    const record = recordOf(line, delimiters)
    const letter = line.charAt(1) === delimiters.field || line.length === 1 ? line.charAt(0).toUpperCase() : ''
    if (letter === 'P') {
      ofSample = accessionsOf('P', record, layout, [])
      above = { ...none, order: above.order + 1, patient: patientOf(record), accessions: ofSample }
      ofPatient = ''
    } else if (letter === 'O') {
      const accessions = accessionsOf('O', record, layout, ofSample)
      const isStatedControl = isControl || record.parts(12).includes('Q')
      const isNumbered = accessions.some((one) => isControlNumber(one, layout))
      const isControlByNumber = (isNumbered && !isStatedControl) || undefined
      above = {
        ...above,
        order: above.order + 1,
        accessions,
        isControl: isStatedControl || isNumbered,
        isControlByNumber,
        remarks: ofPatient,
      }
    } else if (letter === 'R') message.results.push(resultOf(record, above, layout, message.problems))
    else if (letter === 'Q') {
      const control = controlOf(record)
      if (control) message.results.push(control)
      else message.queries.push(...queriesOf(record))
    } else if (letter === 'C' && behind === 'result') {
      const last = message.results.at(-1)!
      last.comment = joinLines(last.comment, commentOf(record))
    } else if (letter === 'C' && behind !== null) {
      above = { ...above, remarks: joinLines(above.remarks, commentOf(record)) }
      if (behind === 'patient') ofPatient = above.remarks
    } else if (!/^[CSML]$/.test(letter)) message.problems.push(`A record is of no known kind: ${line.slice(0, 20)}`)
    if (letter === 'P') behind = 'patient'
    else if (letter === 'O') behind = 'order'
    else if (letter === 'R' || (letter === 'Q' && message.queries.length === 0)) behind = 'result'
    else if (letter !== 'C' && letter !== 'M' && letter !== 'S') behind = null
    if (letter === 'L') return
  }
}

/** The lines of a message. Without its terminator a last line without an end may be cut off anywhere, a number in its middle included. */
const linesOf = (text: string, message: AnalyserMessage): string[] => {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const last = lines.at(-1) ?? ''
  if (/^L(?![A-Za-z0-9])/.test(last)) return lines
  message.isComplete = false
  message.problems.push('The message has no terminator record')
  if (/[\r\n]$/.test(text) || lines.length < 2) return lines
  message.problems.push('The last record is cut off and was left out')
  return lines.slice(0, -1)
}

const kindOf = ({ results, queries }: AnalyserMessage) => {
  if (results.length > 0) return 'results'
  return queries.length > 0 ? 'query' : 'other'
}

/**
 * Reads the records of one ASTM E1394 (LIS2-A2) message, never throwing. Without a header record that can be read nothing is taken and
 * `refusal` says why. Anything odd that can be borne is a line in `problems`. `layout`: where this instrument's messages have what is read.
 */
export const readAstm = (bytes: Uint8Array, layout: MessageLayout = usualLayout): AnalyserMessage => {
  const message = emptyMessage('astm')
  const refuse = (error: '100' | '102', text: string): AnalyserMessage => ({
    ...message,
    messageType: 'other',
    refusal: { code: 'AR', error, text },
  })
  const [header = '', ...rows] = linesOf(textOf(bytes), message)
  if (!/^H(?![A-Za-z0-9])/.test(header)) return refuse('100', 'The message has no header record')
  const delimiters = delimitersOf(header)
  if (!delimiters) return refuse('102', 'The delimiters in H-1 and H-2 cannot be used')
  if (rows.some((line) => line.startsWith(`H${delimiters.field}`))) return refuse('100', 'There are several header records in one message')
  const record = recordOf(header, delimiters)
  message.controlId = record.whole(3)
  message.sender = record.parts(5).filter(Boolean).join('^')
  message.sentAt = isoTime(record.whole(14)) ?? isoTime(record.whole(13))
  message.processing = processingOf(record.whole(12))
  readRecords(rows, delimiters, message, layout)
  message.results = settleMtbRif(message.results, layout)
  message.messageType = kindOf(message)
  return message
}
