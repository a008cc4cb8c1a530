import { escapeAstm, usualDelimiters } from './astm-text.ts'
import { usualSeparators } from './hl7-header.ts'
import { escapeHl7 } from './hl7-text.ts'
import { stampIn } from './message.ts'

/** What is asked of an instrument: tests on one sample. */
export interface AnalyserOrder {
  /** Unique among our messages, at most 20 characters; the answer names it. */
  controlId: string
  accession: string
  patient: {
    number: string
    familyName: string
    givenName: string
    /** YYYY-MM-DD. */
    birthDate: string | null
    /** F, M, O or U; anything else is sent as U. */
    sex: string
  }
  /** At least one, by the instrument's own codes. */
  tests: readonly { code: string; name: string }[]
  priority: 'routine' | 'urgent'
  /** The instrument's word for the kind of sample; left out where empty. */
  specimen?: { code: string; name: string }
  collectedAt: Date | null
  orderedBy: string
  now: Date
  /** The clock that the instrument shows. */
  timeZone: string
  sendingApplication: string
  receivingApplication: string
  /** Sent as training: the instrument and we keep it apart from patients' results. */
  testMode: boolean
}

const text = (value: string) => escapeHl7(value, usualSeparators)
const components = (...parts: string[]) => parts.map(text).join('^').replace(/\^+$/, '')
const day = (date: string | null) => (date ?? '').replaceAll('-', '')
const sexOf = (sex: string) => (/^[FMOU]$/.test(sex) ? sex : 'U')
const stamp = (order: AnalyserOrder, instant: Date | null) => (instant ? stampIn(order.timeZone, instant) : '')

/** A segment from its fields by number, the empty ones between them filled in. */
const segment = (name: string, fields: Record<number, string>) => {
  const numbers = Object.keys(fields).map(Number)
  const values = Array.from({ length: Math.max(...numbers) }, (_, index) => fields[index + 1] ?? '')
  return [name, ...values].join('|').replace(/\|+$/, '')
}

const headerOf = (order: AnalyserOrder, type: string) =>
  [
    'MSH',
    '^~\\&',
    text(order.sendingApplication),
    '',
    text(order.receivingApplication),
    '',
    stamp(order, order.now),
    '',
    type,
    order.controlId,
    order.testMode ? 'T' : 'P',
    '2.5.1',
    '|||||UNICODE UTF-8',
  ].join('|')

const patientOf = ({ patient }: AnalyserOrder) =>
  segment('PID', {
    1: '1',
    3: text(patient.number),
    5: components(patient.familyName, patient.givenName),
    7: day(patient.birthDate),
    8: sexOf(patient.sex),
  })

const priorityOf = (order: AnalyserOrder) => (order.priority === 'urgent' ? 'S' : 'R')

const commonOrder = (order: AnalyserOrder) =>
  segment('ORC', { 1: 'NW', 2: text(order.accession), 9: stamp(order, order.now), 12: components('', order.orderedBy) })

const requestOf = (order: AnalyserOrder, index: number) => {
  const { code, name } = order.tests[index]!
  return segment('OBR', {
    1: String(index + 1),
    2: text(order.accession),
    3: text(order.accession),
    4: components(code, name),
    // Version 2.5.1 moved the priority to TQ1; ORM's readers look for it here.
    5: priorityOf(order),
    7: stamp(order, order.collectedAt),
    16: components('', order.orderedBy),
  })
}

const specimenOf = (order: AnalyserOrder) =>
  segment('SPM', {
    1: '1',
    2: text(order.accession),
    4: order.specimen ? components(order.specimen.code, order.specimen.name) : '',
    11: 'P',
    17: stamp(order, order.collectedAt),
  })

const message = (segments: readonly string[]) => segments.map((line) => `${line}\r`).join('')

/** An order as OML^O21 of HL7 2.5.1, to be sent in UTF-8: ORC, TQ1, OBR and SPM a test. The instrument answers with ORL^O22. */
export const writeOml = (order: AnalyserOrder): string =>
  message([
    headerOf(order, 'OML^O21^OML_O21'),
    patientOf(order),
    ...order.tests.flatMap((_, index) => [
      commonOrder(order),
      segment('TQ1', { 1: '1', 9: priorityOf(order) }),
      requestOf(order, index),
      specimenOf(order),
    ]),
  ])

/** An order as ORM^O01 of HL7 2.5.1, for instruments that do not know OML: ORC and OBR a test. The instrument answers with ORR^O02. */
export const writeOrm = (order: AnalyserOrder): string =>
  message([
    headerOf(order, 'ORM^O01^ORM_O01'),
    patientOf(order),
    ...order.tests.flatMap((_, index) => [commonOrder(order), requestOf(order, index)]),
  ])

const record = (letter: string, fields: Record<number, string>) => {
  const last = Math.max(1, ...Object.keys(fields).map(Number))
  return [letter, ...Array.from({ length: last - 1 }, (_, index) => fields[index + 2] ?? '')].join('|')
}

const astmText = (value: string) => escapeAstm(value)
const astmName = (...parts: string[]) => parts.map(astmText).join('^').replace(/\^+$/, '')
const { repeat, component, escape } = usualDelimiters

/** What every message of ours says of itself. */
export type MessageOrigin = Pick<
  AnalyserOrder,
  'controlId' | 'sendingApplication' | 'receivingApplication' | 'now' | 'timeZone' | 'testMode'
>

const astmHeader = (from: MessageOrigin) =>
  record('H', {
    2: `${repeat}${component}${escape}`,
    3: astmText(from.controlId),
    5: astmText(from.sendingApplication),
    10: astmText(from.receivingApplication),
    12: from.testMode ? 'T' : 'P',
    13: 'LIS2-A2',
    14: stampIn(from.timeZone, from.now),
  })

const recordsOf = (lines: readonly string[]) => lines.map((line) => Buffer.from(`${line}\r`))

/**
 * An order as ASTM E1394 records, each with its CR, in UTF-8: H, P, one O with all tests, L; `framesOf` makes frames of them. As the
 * answer to an instrument's query its report type is Q.
 */
export const writeAstmOrder = (order: AnalyserOrder, { isQueryAnswer = false } = {}): Buffer[] => {
  const { patient } = order
  return recordsOf([
    astmHeader(order),
    record('P', {
      2: '1',
      3: astmText(patient.number),
      6: astmName(patient.familyName, patient.givenName),
      8: day(patient.birthDate),
      9: sexOf(patient.sex),
    }),
    record('O', {
      2: '1',
      3: astmText(order.accession),
      5: order.tests.map(({ code }) => `^^^${astmText(code)}`).join(repeat),
      6: priorityOf(order),
      7: stamp(order, order.now),
      8: stamp(order, order.collectedAt),
      12: 'N',
      16: order.specimen ? astmText(order.specimen.code) : '',
      17: astmText(order.orderedBy),
      26: isQueryAnswer ? 'Q' : 'O',
    }),
    record('L', { 2: '1', 3: 'N' }),
  ])
}

/** The answer to a query about a sample that has no orders here: O-26 says that there is no order, L-3 that nothing is known. */
export const writeAstmUnknown = (accession: string, from: MessageOrigin): Buffer[] =>
  recordsOf([
    astmHeader(from),
    record('P', { 2: '1' }),
    record('O', { 2: '1', 3: astmText(accession), 26: 'Y' }),
    record('L', { 2: '1', 3: 'I' }),
  ])
