import { Hl7Context, Hl7Message } from '@medplum/core'
import { fieldReader, type FieldReader } from './hl7-fields.ts'
import { decodeHl7, findHeader, type Hl7Header } from './hl7-header.ts'
import { resultsOf } from './hl7-results.ts'
import { usualLayout, type MessageLayout } from './layout.ts'
import { emptyMessage, isoTime, processingOf, type Acknowledgement, type AnalyserMessage, type Refusal } from './message.ts'
import { settleMtbRif } from './mtb-rif.ts'

/** A message as read, and the header that an answer needs: null where there is none that can be read. */
export interface Hl7Reading {
  header: Hl7Header | null
  message: AnalyserMessage
}

/** More segments than any instrument sends at once; beyond it a message is an attack or a fault. */
const maxSegments = 20_000

/** Lines as segments, whatever ends them. A line that cannot be a segment is the rest of the text of the one before. */
const segmentsOf = (text: string, field: string, problems: string[]): string[] | null => {
  // Before they are taken apart: millions of line ends would cost more than any message is worth.
  let ends = 0
  for (const end of ['\r', '\n'])
    for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) if (++ends > 2 * maxSegments) return null
  const segments: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const sent = line.trimStart()
    if (sent === '') continue
    const isSegment = /^[A-Z][A-Z0-9]{2}$/.test(sent.slice(0, 3)) && (sent.length === 3 || sent[3] === field)
    if (isSegment || segments.length === 0) segments.push(sent)
    else {
      segments.push(`${segments.pop()}\n${line}`)
      if (!problems.includes('A line is no segment')) problems.push('A line is no segment')
    }
  }
  return segments.length > maxSegments ? null : segments
}

const resultTriggers = new Set(['R21', 'R22', 'R23', 'R24'])
const responses = new Set(['ACK', 'MCF', 'ORL', 'ORR'])

const isForUs = ({ messageCode, trigger }: Hl7Header) =>
  messageCode === 'ORU' || (messageCode === 'OUL' && resultTriggers.has(trigger)) || responses.has(messageCode)

const acknowledgementOf = (parsed: Hl7Message, read: FieldReader): Acknowledgement | null => {
  const msa = parsed.getSegment('MSA')
  if (!msa) return null
  const err = parsed.getSegment('ERR')
  const texts = [read.text(msa, 3), read.text(err, 8), read.text(err, 3, 2), read.text(err, 1, 4, 2)]
  return { code: read.text(msa, 1).toUpperCase(), of: read.text(msa, 2), text: texts.find(Boolean) ?? '' }
}

const refuse = (message: AnalyserMessage, error: Refusal['error'], text: string): AnalyserMessage => {
  // An answer cannot be refused: nobody waits for a word on it.
  if (message.isResponse) return { ...message, problems: [...message.problems, text] }
  return { ...message, refusal: { code: 'AR', error, text } }
}

const batches = ['FHS', 'BHS', 'BTS', 'FTS']

const read = (header: Hl7Header, bytes: Buffer, isTextBefore: boolean, layout: MessageLayout): AnalyserMessage => {
  const { separators } = header
  const { text, isOther, decode } = decodeHl7(bytes, header.charset)
  const fields = fieldReader(separators, decode)
  const problems: string[] = []
  if (isTextBefore) problems.push('There is text before the MSH segment')
  if (isOther) problems.push('The text is not in the character set that MSH-18 names')
  const segments = segmentsOf(text, separators.field, problems)
  const { field, component, repetition, escape, subcomponent } = separators
  const context = new Hl7Context('\r', field, component, repetition, escape, subcomponent)
  const parsed = new Hl7Message(segments ?? [], context)
  const msh = parsed.getSegment('MSH')
  const type = [fields.text(msh, 9, 1), fields.text(msh, 9, 2)].filter(Boolean).join('^')
  const message: AnalyserMessage = {
    ...emptyMessage('hl7'),
    controlId: fields.text(msh, 10),
    sender: [fields.text(msh, 3), fields.text(msh, 4)].filter(Boolean).join('^'),
    sentAt: isoTime(fields.text(msh, 7)),
    messageType: type,
    // Some instruments say in MSH-16 what they send: 1 calibration, 2 control.
    processing: /^[12]$/.test(header.applicationAck) ? 'control' : processingOf(header.processing),
    isResponse: responses.has(header.messageCode),
    problems,
  }
  if (!segments) return refuse(message, '102', `The message has more than ${maxSegments} segments`)
  if (!isForUs(header)) return refuse(message, '200', `Messages of type ${type || 'nothing'} are not taken here`)
  if (parsed.getAllSegments('MSH').length > 1 || batches.some((name) => parsed.getSegment(name)))
    return refuse(message, '100', 'There are several messages in one frame')
  if (!message.controlId) problems.push('The message has no control id in MSH-10')
  if (message.isResponse) {
    message.acknowledgement = acknowledgementOf(parsed, fields)
    if (!message.acknowledgement) problems.push('The answer has no MSA segment')
    return message
  }
  message.results = settleMtbRif(resultsOf(parsed.segments, fields, message.processing === 'control', layout, problems), layout)
  if (message.results.length === 0) problems.push('The message has no results')
  return message
}

/**
 * Reads an HL7 v2 message, never throwing. Taken: results (ORU, OUL^R21 to R24) and answers to our orders (ORL, ORR, ACK, MCF); for
 * everything else `refusal` says what to answer. Anything odd that can be borne is a line in `problems`. `layout`: where this instrument's
 * messages have what is read.
 */
export const readHl7 = (bytes: Buffer, layout: MessageLayout = usualLayout): Hl7Reading => {
  const found = findHeader(bytes)
  if ('reason' in found) return { header: null, message: refuse(emptyMessage('hl7'), '100', found.reason) }
  return { header: found.header, message: read(found.header, bytes.subarray(found.at), found.hasTextBefore, layout) }
}
