import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { framesOf } from './astm-frames.ts'
import { AstmLink } from './astm-link.ts'
import { readBareRecords } from './astm-records.ts'
import { readAstm } from './astm.ts'
import { acknowledge } from './hl7-answer.ts'
import { readHl7 } from './hl7.ts'
import type { AnalyserMessage } from './message.ts'
import { frame, mllpReader } from './mllp.ts'
import { piecesOf, seeded } from './random-pieces.ts'

const data = join(import.meta.dirname, '../../../../../shared/data')
const isThere = existsSync(join(data, 'hl7v2')) && existsSync(join(data, 'astm'))
if (!isThere) process.stdout.write("SKIPPED: analysers' messages are not beside this project (../shared/data/hl7v2, ../shared/data/astm)\n")

const filesOf = (folder: string) =>
  readdirSync(join(data, folder))
    .filter((name) => name !== 'SOURCE.txt' && name !== 'COPYING')
    .map((name) => ({ name: name.replace(/^.*__/, ''), bytes: readFileSync(join(data, folder, name)) }))

const classOf = ({ isResponse, refusal }: AnalyserMessage) => (isResponse ? 'answer' : (refusal?.code ?? 'AA'))
const said = ({ results }: AnalyserMessage) =>
  results.map(({ accession, code, value, unit, range, status }) => [accession, code, value, unit, range, status].join(' ').trim())

/** What should come of a message, told from its text alone. */
const expectedClass = (text: string) => {
  const type = text.split('|')[8] ?? ''
  if (text.slice(0, 3) !== 'MSH' || /^MSH\|[^|]*[a-z]/i.test(text)) return 'AR'
  if (/^(?:ACK|ORL|ORR)\b/.test(type)) return 'answer'
  return /^(?:ORU|OUL\^R2[1-4])\b/.test(type) ? 'AA' : 'AR'
}

describe.skipIf(!isThere)('messages of real senders', () => {
  test('225 HL7 messages are each answered as they should be, and keep every observation', () => {
    const lines = readFileSync(join(data, 'hl7v2/messages.jsonl'), 'utf8').trim().split('\n')
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
    const files = [...filesOf('hl7v2/node-hl7-complete'), ...filesOf('hl7v2/openelis')]
    expect(files.length).toBeGreaterThan(35)
    for (const { name, bytes } of files) {
      const text = bytes.toString().replace(/^(?:#.*)?\n/gm, '')
      expect(classOf(readHl7(bytes).message), name).toBe(expectedClass(text))
    }
    const reader = mllpReader({ maxBytes: 2 ** 20 })
    const stream = Buffer.concat(files.map(({ bytes }) => frame(bytes)))
    const events = piecesOf(stream, seeded(7)).flatMap((piece) => reader.feed(piece))
    expect(events).toEqual(files.map(({ bytes }) => ({ type: 'message', bytes })))
  })

  test('analysers’ HL7 results, value by value', () => {
    const messages = new Map(filesOf('hl7v2/openelis').map(({ name, bytes }) => [name, readHl7(bytes).message]))
    expect(messages.size).toBe(12)
    const of = (name: string) => messages.get(name)!
    expect(said(of('abbott-architect-result.hl7'))).toEqual(['FILLER012 HIV NEGATIVE   final', 'FILLER012 HBSAG POSITIVE   final'])
    expect(said(of('genexpert-result.hl7'))).toEqual(['GX-FILLER-001 94500-6 260415000   final', 'GX-FILLER-001 94745-7 28.5 Ct  final'])
    expect(of('genexpert-result.hl7').results[0]).toMatchObject({ valueText: 'Not detected', valueType: 'CE', codeSystem: 'LN' })
    expect(said(of('bc2000-cbc-result.hl7'))).toEqual([
      'FILLER012 WBC 6.8 10*3/uL  final',
      'FILLER012 RBC 4.35 10*6/uL  final',
      'FILLER012 HGB 13.0 g/dL  final',
      'FILLER012 HCT 39.5 %  final',
      'FILLER012 PLT 225 10*3/uL  final',
    ])
    expect(said(of('stago-start4-coagulation.hl7'))).toEqual([
      'FILLER012 PT 12.5 sec  final',
      'FILLER012 INR 1.05   final',
      'FILLER012 APTT 28.5 sec  final',
      'FILLER012 FIB 3.2 g/L  final',
      'FILLER012 TT 15.2 sec  final',
    ])
    expect(said(of('sysmex-xn-result.hl7'))).toHaveLength(13)
    expect(of('sysmex-xn-result.hl7').results[7]).toMatchObject({ code: 'PLT', value: '275', range: '150-400', flags: ['N'] })
    expect(of('expected-order.hl7').refusal?.error).toBe('200')
  })

  test('ASTM files: the same through frames as bare, controls apart, malformed ones named', () => {
    const files = filesOf('astm/openelis')
    expect(files.length).toBe(11)
    const read: Record<string, AnalyserMessage[]> = {}
    for (const { name, bytes } of files) {
      const messages = readBareRecords(bytes)
      read[name] = messages.map(readAstm)
      const link = new AstmLink({ role: 'host', maxFrame: 1000, maxMessage: 2 ** 20 })
      for (const message of messages) {
        const frames = framesOf([message])
        const stream = Buffer.concat([Buffer.of(5), ...frames])
        const actions = [...link.feed(stream, 0), ...link.accept(0), ...link.feed(Buffer.of(4), 0)]
        const received = actions.flatMap((action) => (action.type === 'received' ? action.messages : []))
        expect(received.map(String)).toEqual([message.toString().replace(/[^\r]$/, '$&\r')])
        const isAnswered = actions.filter((action) => action.type === 'send').length === frames.length + 1
        expect(isAnswered, name).toBe(true)
      }
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
    expect(said(read['stago-start4-coagulation.astm']![0]!).slice(0, 2)).toEqual([
      'SAMPLE-2026-0002 PT 12.5 sec 11.0-13.5 final',
      'SAMPLE-2026-0002 INR 1.05  0.9-1.2 final',
    ])
    expect(said(read['unit-mismatch.astm']![1]!)[1]).toBe('SAMPLE-2025-0008 WBC 6500 /mm3 4500-11000 final')
  })
})
