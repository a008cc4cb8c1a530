import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownData } from '../../../testing/inputs/folders.ts'
import { describeReference } from '../../../testing/inputs/reference.ts'
import { framesOf } from './astm-frames.ts'
import { AstmLink } from './astm-link.ts'
import { readBareRecords } from './astm-records.ts'
import { readAstm } from './astm.ts'
import { acknowledge } from './hl7-answer.ts'
import { readHl7 } from './hl7.ts'
import type { AnalyserMessage } from './message.ts'
import { frame, mllpReader } from './mllp.ts'
import { piecesOf, seeded } from './random-pieces.ts'

const filesOf = (dir: string) =>
  readdirSync(dir)
    .filter((name) => name !== 'SOURCE.txt' && name !== 'COPYING')
    .map((name) => ({ name: name.replace(/^.*__/, ''), bytes: readFileSync(join(dir, name)) }))

const classOf = ({ isResponse, refusal }: AnalyserMessage) => (isResponse ? 'answer' : (refusal?.code ?? 'AA'))
const sentMessage = ({ results }: AnalyserMessage) =>
  results.map(({ accession, code, value, unit, range, status }) => [accession, code, value, unit, range, status].join(' ').trim())

/** What should come of a message, told from its text alone. */
const expectedClass = (text: string) => {
  const type = text.split('|')[8] ?? ''
  if (text.slice(0, 3) !== 'MSH' || /^MSH\|[^|]*[a-z]/i.test(text)) return 'AR'
  if (/^(?:ACK|ORL|ORR)\b/.test(type)) return 'answer'
  return /^(?:ORU|OUL\^R2[1-4])\b/.test(type) ? 'AA' : 'AR'
}

/** Frames of a message as an instrument sends them, and whether each was acknowledged and the message came out as it went in. */
const throughFrames = (message: Buffer) => {
  const frames = framesOf([message])
  const link = new AstmLink({ role: 'host', maxFrame: 1000, maxMessage: 2 ** 20 })
  const actions = [...link.feed(Buffer.concat([Buffer.of(5), ...frames]), 0), ...link.accept(0), ...link.feed(Buffer.of(4), 0)]
  return {
    received: actions.flatMap((action) => (action.type === 'received' ? action.messages : [])).map(String),
    isAnswered: actions.filter((action) => action.type === 'send').length === frames.length + 1,
  }
}
/** The messages of a stream that is cut anywhere into pieces. */
const throughPieces = (messages: readonly Buffer[]) => {
  const reader = mllpReader({ maxBytes: 2 ** 20 })
  const stream = Buffer.concat(messages.map((bytes) => frame(bytes)))
  return piecesOf(stream, seeded(7)).flatMap((piece) => reader.feed(piece))
}

describe('HL7 messages of several senders and versions', () => {
  const files = filesOf(ownData('hl7'))
  const of = (name: string) => readHl7(files.find((file) => file.name === name)!.bytes).message

  test.each([
    ['admission-adt-2.3.hl7', 'AR', '200'],
    ['answer-ack-2.5.1.hl7', 'answer', undefined],
    ['answer-orl-2.5.1.hl7', 'answer', undefined],
    ['booking-siu-2.4.hl7', 'AR', '200'],
    ['catalogue-mfn-2.5.hl7', 'AR', '200'],
    ['charges-dft-2.3.hl7', 'AR', '200'],
    ['chemistry-oru-2.5.1.hl7', 'AA', undefined],
    ['coagulation-latin1-2.3.hl7', 'AA', undefined],
    ['control-sample-2.5.1.hl7', 'AA', undefined],
    ['cut-off-in-a-result-2.3.1.hl7', 'AA', undefined],
    ['document-mdm-2.5.hl7', 'AR', '200'],
    ['event-without-type-2.2.hl7', 'AR', '200'],
    ['haematology-oru-2.3.1.hl7', 'AA', undefined],
    ['letters-as-separators.hl7', 'AR', '100'],
    ['molecular-oul-2.5.1.hl7', 'AA', undefined],
    ['no-header.hl7', 'AR', '100'],
    ['not-hl7.hl7', 'AR', '100'],
    ['odd-separators-2.3.hl7', 'AA', undefined],
    ['order-orm-2.4.hl7', 'AR', '200'],
    ['report-as-picture-2.5.1.hl7', 'AA', undefined],
    ['serology-ce-2.4.hl7', 'AA', undefined],
    ['two-samples-in-one-2.5.hl7', 'AA', undefined],
  ])('%s is answered %s', (name, kind, error) => {
    const { bytes } = files.find((file) => file.name === name)!
    const { header, message } = readHl7(bytes)
    expect([classOf(message), message.refusal?.error]).toEqual([kind, error])
    const answered = acknowledge(header, { code: 'AR', controlId: 'K', at: new Date(0), timeZone: 'UTC', error: '200', text: 'x' })
    expect(readHl7(answered).message.acknowledgement).toMatchObject({
      code: 'AR',
      of: error === '100' ? expect.any(String) : message.controlId,
    })
  })
  test('all of them in one stream cut anywhere come out as they went in', () => {
    expect(files).toHaveLength(22)
    expect(throughPieces(files.map(({ bytes }) => bytes))).toEqual(files.map(({ bytes }) => ({ type: 'message', bytes })))
  })
  test('results, value by value', () => {
    expect(sentMessage(of('haematology-oru-2.3.1.hl7'))).toEqual([
      'S2602110017 WBC 7.2 10*9/L 4.0-10.0 final',
      'S2602110017 RBC 4.61 10*12/L 3.80-5.20 final',
      'S2602110017 HGB 109 g/L 120-150 final',
      'S2602110017 HCT 0.33 L/L 0.36-0.46 final',
      'S2602110017 PLT 312 10*9/L 150-400 final',
    ])
    expect(of('haematology-oru-2.3.1.hl7').results[2]).toMatchObject({ flags: ['L'], patient: { id: 'MRN-20417', sex: 'F' } })
    expect(sentMessage(of('chemistry-oru-2.5.1.hl7'))).toEqual([
      'S2602110022 2951-2 128 mmol/L 133 to 146 final',
      'S2602110022 2823-3 6.4 mmol/L 3.5-5.3 final',
      'S2602110022 14682-9 >1500 umol/L 60-110 final',
      'S2602110022 22664-7  mmol/L  final',
    ])
    expect(of('chemistry-oru-2.5.1.hl7').results[1]).toMatchObject({
      codeSystem: 'LN',
      flags: ['HH', 'A'],
      comment: 'Sample haemolysed\nrepeat if clinically unexpected',
    })
    expect(sentMessage(of('coagulation-latin1-2.3.hl7'))[1]).toBe('S2602090003 AUSSEHEN trüb, grünlich   final')
    expect(of('coagulation-latin1-2.3.hl7').results[2]).toMatchObject({ unit: '°C', patient: { name: 'Müller Zoë' } })
    expect(sentMessage(of('odd-separators-2.3.hl7'))).toEqual([
      'S2602080004 GLU 5.4 mmol/L 3.9-7.8 final',
      'S2602080004 NOTE one | two & three   final',
    ])
  })
  test('coded answers, controls and corrections keep what they are', () => {
    expect(of('molecular-oul-2.5.1.hl7').results).toMatchObject([
      { accessions: ['S2602110031', 'FIL-31'], code: 'MTB', value: 'DET', valueText: 'Detected low', flags: ['A'] },
      { code: 'RIF', value: 'Not detected', valueText: 'Not detected', flags: ['N'] },
      { code: 'CT', value: '24.8', unit: '{Ct}' },
    ])
    expect(of('serology-ce-2.4.hl7').results).toMatchObject([
      { code: 'HIV12', value: 'NR', valueText: 'Non-reactive', status: 'final' },
      { code: 'HBS', value: 'R', status: 'preliminary' },
      { code: 'SYPH', value: null, comment: 'invalid, repeat', status: 'cannot' },
    ])
    expect(of('control-sample-2.5.1.hl7').results).toMatchObject([{ isControl: true, lot: 'LOT26B', level: 'LEVEL 2', value: '14.9' }])
    expect(sentMessage(of('two-samples-in-one-2.5.hl7'))).toEqual(['S2602110018 ESR 12 mm/h  final', 'S2602110019 ESR 88 mm/h  corrected'])
  })
  test('nothing is guessed of a picture or of a result that is cut off', () => {
    expect(of('report-as-picture-2.5.1.hl7').results.map(({ value }) => value)).toEqual([null, 'No lesion seen\nFollow-up in a year'])
    expect(of('cut-off-in-a-result-2.3.1.hl7').results.map(({ value }) => value)).toEqual(['5.1', null])
  })
})

describe('ASTM messages of several instruments', () => {
  const read = Object.fromEntries(filesOf(ownData('astm')).map(({ name, bytes }) => [name, readBareRecords(bytes)]))
  const of = (name: string) => read[name]!.map((bytes) => readAstm(bytes))

  test('are the same through frames as bare', () => {
    const counts = Object.entries(read).map(([name, messages]) => [
      name,
      messages.map((message) => readAstm(message).results.length).join(' '),
    ])
    expect(Object.fromEntries(counts)).toEqual({
      'blood-count.astm': '4',
      'chemistry-two-samples.astm': '3',
      'control-materials.astm': '1 2',
      'fields-without-meaning.astm': '2',
      'malformed.astm': '0 0 3 1',
      'old-letters.astm': '2',
      'question-for-orders.astm': '0',
      'units-of-another-country.astm': '3',
    })
    for (const message of Object.values(read).flat())
      expect(throughFrames(message)).toEqual({ received: [message.toString().replace(/[^\r]$/, '$&\r')], isAnswered: true })
  })
  test('results, value by value', () => {
    expect(sentMessage(of('blood-count.astm')[0]!)).toEqual([
      'S2602110017 WBC 7.2 10^9/L 4.0-10.0 final',
      'S2602110017 RBC 4.61 10^12/L 3.80-5.20 final',
      'S2602110017 HGB 109 g/L 120-150 final',
      'S2602110017 PLT  10^9/L 150-400 cannot',
    ])
    expect(of('blood-count.astm')[0]!.results[2]).toMatchObject({
      flags: ['L'],
      comment: 'repeated once',
      patient: { name: 'Wambui Grace' },
    })
    expect(sentMessage(of('chemistry-two-samples.astm')[0]!)).toEqual([
      'S2602110022 NA 128 mmol/L 133-146 final',
      'S2602110022 K 6.4 mmol/L 3.5-5.3 final',
      'S2602110023 CREA >1500 umol/L 60-110 final',
    ])
    expect(of('old-letters.astm')[0]!.results[1]).toMatchObject({ unit: '°C', patient: { name: 'Müller Zoë' } })
  })
  test('units come as they were sent, and fields without a meaning change nothing', () => {
    expect(sentMessage(of('units-of-another-country.astm')[0]!)).toEqual([
      'S2602110060 GLU 97 mg/dL 70-99 final',
      'S2602110060 HGB 13.2 g/dL 12.0-16.0 final',
      'S2602110060 WBC 7200 /uL 4000-11000 final',
    ])
    expect(of('fields-without-meaning.astm')[0]!.results).toMatchObject([
      { code: 'ABC', value: '1.5', unit: 'AU' },
      { code: 'XYZ', value: null },
    ])
  })
  test('controls are told from samples, with lot and level', () => {
    for (const name of Object.keys(read))
      for (const { results } of of(name))
        expect(results.every(({ isControl }) => isControl === (name === 'control-materials.astm'))).toBe(true)
    expect(of('control-materials.astm')[1]!.results[1]).toMatchObject({
      lot: 'LOT26H',
      level: 'HIGH',
      code: 'HGB',
      value: '171',
      accession: '',
    })
  })
  test('malformed messages are refused or cut where they are', () => {
    expect(of('malformed.astm').map(({ refusal, isComplete }) => refusal?.error ?? (isComplete ? 'whole' : 'cut'))).toEqual([
      '100',
      '102',
      'whole',
      'cut',
    ])
    expect(of('malformed.astm')[2]!.results.map(({ value }) => value)).toEqual([null, 'N/A', 'not a number'])
    expect(of('question-for-orders.astm')[0]!.queries).toEqual(['S2602110022', 'S2602110023'])
  })
})

describeReference('hl7v2', 'HL7 messages that others sent', (data) => {
  test('225 HL7 messages are each answered as they should be, and keep every observation', () => {
    const lines = readFileSync(join(data, 'messages.jsonl'), 'utf8').trim().split('\n')
    expect(lines.length).toBe(225)
    const counts: Record<string, number> = {}
    for (const line of lines) {
      const { message: text } = JSON.parse(line) as { message: string }
      const { header, message } = readHl7(Buffer.from(text))
      const kind = classOf(message)
      expect(kind, text.slice(0, 80)).toBe(expectedClass(text))
      counts[kind] = (counts[kind] ?? 0) + 1
      if (kind === 'AA') expect(message.results.length, text).toBe(text.split(/\rOBX\|/).length - 1)
      const answered = acknowledge(header, { code: 'AR', controlId: 'K', at: new Date(0), timeZone: 'UTC', error: '200', text: 'x' })
      const back = readHl7(answered).message
      expect(back.acknowledgement).toMatchObject({
        code: 'AR',
        of: message.refusal?.error === '100' ? expect.any(String) : message.controlId,
      })
    }
    expect(counts).toEqual({ AA: 48, AR: 172, answer: 5 })
  })

  test('vendors’ samples, and the whole collection in one stream cut anywhere', () => {
    const files = [...filesOf(join(data, 'node-hl7-complete')), ...filesOf(join(data, 'openelis'))]
    expect(files.length).toBeGreaterThan(35)
    for (const { name, bytes } of files) {
      const text = bytes.toString().replace(/^(?:#.*)?\n/gm, '')
      expect(classOf(readHl7(bytes).message), name).toBe(expectedClass(text))
    }
    expect(throughPieces(files.map(({ bytes }) => bytes))).toEqual(files.map(({ bytes }) => ({ type: 'message', bytes })))
  })

  test('analysers’ HL7 results, value by value', () => {
    const messages = new Map(filesOf(join(data, 'openelis')).map(({ name, bytes }) => [name, readHl7(bytes).message]))
    expect(messages.size).toBe(12)
    const of = (name: string) => messages.get(name)!
    expect(sentMessage(of('abbott-architect-result.hl7'))).toEqual(['FILLER012 HIV NEGATIVE   final', 'FILLER012 HBSAG POSITIVE   final'])
    expect(sentMessage(of('genexpert-result.hl7'))).toEqual([
      'GX-FILLER-001 94500-6 260415000   final',
      'GX-FILLER-001 94745-7 28.5 Ct  final',
    ])
    expect(of('genexpert-result.hl7').results[0]).toMatchObject({ valueText: 'Not detected', valueType: 'CE', codeSystem: 'LN' })
    expect(sentMessage(of('bc2000-cbc-result.hl7'))).toEqual([
      'FILLER012 WBC 6.8 10*3/uL  final',
      'FILLER012 RBC 4.35 10*6/uL  final',
      'FILLER012 HGB 13.0 g/dL  final',
      'FILLER012 HCT 39.5 %  final',
      'FILLER012 PLT 225 10*3/uL  final',
    ])
    expect(sentMessage(of('stago-start4-coagulation.hl7'))).toEqual([
      'FILLER012 PT 12.5 sec  final',
      'FILLER012 INR 1.05   final',
      'FILLER012 APTT 28.5 sec  final',
      'FILLER012 FIB 3.2 g/L  final',
      'FILLER012 TT 15.2 sec  final',
    ])
    expect(sentMessage(of('sysmex-xn-result.hl7'))).toHaveLength(13)
    expect(of('sysmex-xn-result.hl7').results[7]).toMatchObject({ code: 'PLT', value: '275', range: '150-400', flags: ['N'] })
    expect(of('expected-order.hl7').refusal?.error).toBe('200')
  })
})

describeReference('astm', 'ASTM messages that others sent', (data) => {
  test('ASTM files: the same through frames as bare, controls apart, malformed ones named', () => {
    const files = filesOf(join(data, 'openelis'))
    expect(files.length).toBe(11)
    const read: Record<string, AnalyserMessage[]> = {}
    for (const { name, bytes } of files) {
      const messages = readBareRecords(bytes)
      read[name] = messages.map((bytes) => readAstm(bytes))
      for (const message of messages)
        expect(throughFrames(message), name).toEqual({ received: [message.toString().replace(/[^\r]$/, '$&\r')], isAnswered: true })
    }
    const counts = Object.fromEntries(
      Object.entries(read).map(([name, messages]) => [name, messages.map(({ results }) => results.length).join(' ')]),
    )
    expect(counts).toEqual({
      'chemistry-panel.astm': '16',
      'hematology-cbc.astm': '10',
      'horiba-micros60-cbc.astm': '16',
      'horiba-pentra60-cbc.astm': '20',
      'immunology-screening.astm': '7 5',
      'malformed.astm': '0 1 0 0 1 2 3 0',
      'mindray-ba88a-result.txt': '10',
      'qc-control-results.astm': '12 6 6',
      'stago-start4-coagulation.astm': '5',
      'unit-mismatch.astm': '5 4',
      'unmapped-fields.astm': '7 6',
    })
    const malformed = read['malformed.astm']!.map(({ refusal, isComplete }) => refusal?.error ?? (isComplete ? 'whole' : 'cut'))
    expect(malformed).toEqual(['100', 'whole', '102', '102', 'cut', 'cut', 'whole', 'whole'])
    expect(read['malformed.astm']![6]!.results.map(({ value }) => value)).toEqual([null, null, 'NULL'])
    for (const [name, messages] of Object.entries(read))
      for (const { results } of messages) expect(results.every(({ isControl }) => isControl === name.startsWith('qc-'))).toBe(true)
    expect(read['qc-control-results.astm']![1]!.results[5]).toMatchObject({
      lot: 'QC-HEMA-2025B',
      level: 'HIGH',
      code: 'WBC',
      value: '18.5',
    })
    expect(sentMessage(read['stago-start4-coagulation.astm']![0]!).slice(0, 2)).toEqual([
      'SAMPLE-2026-0002 PT 12.5 sec 11.0-13.5 final',
      'SAMPLE-2026-0002 INR 1.05  0.9-1.2 final',
    ])
    expect(sentMessage(read['unit-mismatch.astm']![1]!)[1]).toBe('SAMPLE-2025-0008 WBC 6500 /mm3 4500-11000 final')
  })
})
