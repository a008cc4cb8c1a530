import { describe, expect, test } from 'vitest'
import { acknowledge, answerCodes, type Answer } from './hl7-answer.ts'
import { readHl7 } from './hl7.ts'
import { writeOml, writeOrm, type AnalyserOrder } from './orders.ts'

const at = new Date('2026-01-15T05:30:00Z')
const answer: Answer = { code: 'AA', controlId: 'K1', at, timeZone: 'Africa/Nairobi' }
const msh = (type: string, rest = '') => `MSH|^~\\&|XN|LAB|KLINIKI|CLINIC|20260115083000||${type}|M1|P|2.5.1${rest}`
const read = (...segments: string[]) => readHl7(Buffer.from(segments.join('\r'))).message
const results = (...segments: string[]) => read(msh('ORU^R01'), ...segments).results
const obx = (rest: string) => results('OBR|1||S1', `OBX|1|${rest}`)[0]!

const sentMessage = (status: string) => {
  const { status: is, value, comment } = obx(`ST|A||haemolysed||||||${status}`)
  return [is, value, comment]
}

const value = (bytes: Buffer) =>
  readHl7(bytes)
    .message.results.map((result) => result.value)
    .join()

describe('results', () => {
  test('everything stated of a result is kept', () => {
    const [result] = results(
      'PID|1||P77^^^CLINIC^MR||O\\T\\Neill&van^Ann||19800230|f',
      'OBR|1|P1^X|F1|CBC^Blood count|||20260115080000',
      'OBX|2|NM|718-7^Haemoglobin^LN^HGB|a|128|g/L^gram^UCUM|115-165|H~A|||C|||20260115082900+0300||||XN-1^SN9',
      'NTE|1||first \\H\\line\\N\\\\.br\\second',
      'NTE|2||third~fourth',
    )
    expect(result).toEqual({
      accession: 'F1',
      accessions: ['F1', 'P1'],
      patient: { id: 'P77', name: 'O&Neill Ann', birthDate: null, sex: 'F' },
      isControl: false,
      lot: '',
      level: '',
      code: '718-7',
      codeText: 'Haemoglobin',
      codeSystem: 'LN',
      subId: 'a',
      part: '',
      order: 0,
      doubt: null,
      value: '128',
      valueText: '',
      valueType: 'NM',
      unit: 'g/L',
      range: '115-165',
      flags: ['H', 'A'],
      status: 'corrected',
      observedAt: '2026-01-15T08:29:00+03:00',
      device: 'XN-1',
      comment: 'first line\nsecond\nthird\nfourth',
    })
  })

  test('values of every type are the text that was sent', () => {
    const cases: [string, string | null, string?][] = [
      ['NM|A||<0.5||||||F', '<0.5'],
      ['ST|A|| 12,5 ||||||F', '12,5'],
      ['SN|A||>^100||||||F', '>100'],
      ['SN|A||^1^:^128||||||F', '1:128'],
      ['CE|A||260373001^Detected^SCT||||||F', '260373001', 'Detected'],
      ['CWE|A||^Not detected||||||F', 'Not detected', 'Not detected'],
      ['TX|A||a~b^c||||||F', 'a\nb^c'],
      ['FT|A||x\\F\\y\\S\\\\T\\\\R\\\\E\\\\X41C3A9\\C:\\temp||||||F', 'x|y^&~\\AéC:\\temp'],
      ['ED|A||PC^image^PNG^Base64^AAAA||||||F', null],
      ['NM|A||""||||||F', null],
      ['NM|A||||||||F', null],
    ]
    for (const [sent, value, text = ''] of cases) expect([obx(sent).value, obx(sent).valueText], sent).toEqual([value, text])
    expect(obx('NM|^^^WBC^White cells||1|10^3/uL|||||F')).toMatchObject({ code: 'WBC', codeText: 'White cells', unit: '10^3/uL' })
  })

  test('a status that says there is no value leaves none', () => {
    expect(sentMessage('X')).toEqual(['cannot', null, 'haemolysed'])
    expect(sentMessage('D')).toEqual(['deleted', null, 'haemolysed'])
    expect(sentMessage('W')).toEqual(['wrong', null, 'haemolysed'])
    expect(sentMessage('P')).toEqual(['preliminary', 'haemolysed', ''])
    expect(sentMessage('')).toEqual(['final', 'haemolysed', ''])
    expect(sentMessage('Z')).toEqual(['unknown', 'haemolysed', ''])
  })

  test('the sample is the one that its own segments name, before the OBR or behind it', () => {
    const of = (type: string, ...segments: string[]) =>
      read(msh(type), ...segments).results.map(({ accessions, code }) => `${code} ${accessions.join(' ')}`)
    expect(
      of(
        'OUL^R22',
        'SPM|1|S1&X^L1',
        'OBX|1|NM|VOL||3',
        'SAC|||C1',
        'OBR|1|P1|F1',
        'ORC|RE',
        'OBX|1|NM|A||1',
        'SPM|2|S2',
        'OBR|2',
        'OBX|1|NM|B||2',
      ),
    ).toEqual(['A S1 L1 C1 F1 P1', 'B S2'])
    expect(
      of('ORU^R01', 'OBR|1||F1', 'OBX|1|NM|A||1', 'SPM|1|S1', 'OBX|1|NM|VOL||3', 'ORC|RE', 'OBR|2||F2', 'OBX|1|NM|B||2', 'SPM|1|S2'),
    ).toEqual(['A S1 F1', 'B S2 F2'])
    expect(of('OUL^R24', 'OBR|1||F1', 'SPM|1|S1', 'OBX|1|NM|A||1')).toEqual(['A S1 F1'])
    expect(of('OUL^R21', 'SAC|||C1', 'OBR|1', 'OBX|1|NM|A||1', 'SAC|||C2', 'OBR|1', 'OBX|1|NM|B||1')).toEqual(['A C1', 'B C2'])
    expect(of('ORU^R01', 'PID|1||X', 'OBR|1||F1', 'OBX|1|NM|A||1', 'PID|2||Y', 'OBX|1|NM|B||1')).toEqual(['A F1', 'B '])
    const two = read(msh('ORU^R01'), 'OBR|1||F1', 'OBX|1|NM|A||1', 'SPM|1|S1', 'SPM|2|S2')
    expect([two.results[0]!.accession, two.problems]).toEqual(['', ['Two samples are named for one result: S1, S2']])
  })

  test('controls are known by role, processing id, or what instruments say in MSH-16', () => {
    const isControl = (header: string, ...segments: string[]) => read(header, ...segments, 'OBX|1|NM|A||1').results[0]!.isControl
    expect(isControl(msh('ORU^R01'), 'OBR|1||S1')).toBe(false)
    expect(isControl(msh('OUL^R22'), 'SPM|1|S1|||||||||P', 'OBR|1')).toBe(false)
    expect(isControl(msh('OUL^R22'), 'SPM|1|S1|||||||||Q', 'OBR|1')).toBe(true)
    expect(isControl(msh('ORU^R01'), `OBR|1||S1${'|'.repeat(12)}^^^^^^Q`)).toBe(true)
    expect(isControl(msh('ORU^R01', '||||2'), 'OBR|1||S1')).toBe(true)
    expect(isControl(msh('ORU^R01').replace('|P|', '|Q|'), 'OBR|1||S1')).toBe(true)
    expect(read(msh('ORU^R01').replace('|P|', '|T|'), 'OBR|1||S1').processing).toBe('training')
    const [lot] = read(msh('OUL^R22'), 'SPM|1|S1|||||||||Q', `INV|LOW${'|'.repeat(15)}LOT7`, 'OBR|1', 'OBX|1|NM|A||1').results
    expect(lot).toMatchObject({ lot: 'LOT7', level: 'LOW', isControl: true })
  })

  test('any line end, separators, character set and odd start is read alike', () => {
    const lines = [msh('ORU^R01'), 'OBR|1||S1', 'OBX|1|ST|A||Ångström']
    for (const end of ['\r', '\n', '\r\n', '\r\n\r\n']) expect(value(Buffer.from(lines.join(end) + end))).toBe('Ångström')
    expect(value(Buffer.from(lines.join('\r'), 'latin1'))).toBe('Ångström')
    expect(value(Buffer.from(lines.join('\r').replace('2.5.1', '2.5.1||||||8859/1'), 'latin1'))).toBe('Ångström')
    expect(value(Buffer.from(lines.join('\r').replace('2.5.1', '2.5.1||||||UNICODE UTF-8')))).toBe('Ångström')
    expect(value(Buffer.from(`\uFEFF\r\n ${lines.join('\r')}`))).toBe('Ångström')
    expect(value(Buffer.from('MSH#*!?%#XN######ORU*R01#1#P#2.3\rOBR#1##S1\rOBX#1#ST#A##a?S?b|'))).toBe('a*b|')
    const lied = readHl7(Buffer.from(lines.join('\r').replace('2.5.1', '2.5.1||||||UNICODE UTF-8'), 'latin1')).message
    expect([lied.results[0]!.value, lied.problems]).toEqual(['Ångström', ['The text is not in the character set that MSH-18 names']])
    expect(results('OBR|1||S1', 'OBX|1|TX|A||first\nsecond')[0]!.value).toBe('first\nsecond')
    expect(obx('ST|A||nul\u0000l\\X00\\|').value).toBe('null')
  })
})

describe('what is no result for us', () => {
  test('is refused with its reason, and never throws', () => {
    const cases: [string, string][] = [
      ['', '100'],
      ['MSH', '100'],
      ['PID|1', '100'],
      ['MSH|^~\\&', '200'],
      ['MSH|^~y&|A', '100'],
      ['MSH||||', '100'],
      ['MSHxxxxxxxx', '100'],
      ['MSH|||||||', '100'],
      [msh('ADT^A01'), '200'],
      [msh('ORM^O01'), '200'],
      [msh('OUL^R99'), '200'],
      [`${msh('ORU^R01')}\r${msh('ORU^R01')}`, '100'],
      [`${msh('ORU^R01')}\rBTS|2`, '100'],
      [`${msh('ORU^R01')}${'\rOBX|1'.repeat(30_000)}`, '102'],
      ['\u0000\u0001\u00FF'.repeat(1000), '100'],
    ]
    for (const [text, error] of cases)
      expect(readHl7(Buffer.from(text)).message.refusal, text.slice(0, 60)).toMatchObject({ code: 'AR', error })
  })

  test('ten megabytes are read or refused', () => {
    const long = obx(`ST|A||${'^'.repeat(2 ** 16)}${'x'.repeat(10 * 2 ** 20)}`)
    expect(long.value!.length).toBe(10 * 2 ** 20 + 2 ** 16)
    expect(read(msh('ORU^R01') + '\r\n'.repeat(5 * 2 ** 20)).refusal?.error).toBe('102')
    expect(readHl7(Buffer.alloc(10 * 2 ** 20, '\\|^')).message.refusal?.error).toBe('100')
  })
})

const text = (message: string, more: Partial<Answer> = {}) =>
  acknowledge(readHl7(Buffer.from(message)).header, { ...answer, ...more }).toString()

describe('answers', () => {
  test('go back to the sender, in its version and separators, and name its message', () => {
    expect(text(msh('ORU^R01^ORU_R01'))).toBe('MSH|^~\\&|KLINIKI|CLINIC|XN|LAB|20260115083000||ACK^R01^ACK|K1|P|2.5.1\rMSA|AA|M1\r')
    expect(text('MSH#*!?%#A#B#C#D###ORU*R01#7#T#2.3', { code: 'AR', text: 'no # here', error: '200' })).toBe(
      'MSH#*!?%#C#D#A#B#20260115083000##ACK*R01#K1#T#2.3\rMSA#AR#7#no ?F? here\rERR#***200%Unsupported message type%HL70357\r',
    )
    expect(text(msh('ADT^A01', '||||||UNICODE UTF-8'), { code: 'AE', text: 'é', error: '207' })).toBe(
      'MSH|^~\\&|KLINIKI|CLINIC|XN|LAB|20260115083000||ACK^A01|K1|P|2.5.1||||||UNICODE UTF-8\rMSA|AE|M1|é\r' +
        'ERR|||207^Application internal error^HL70357|E||||é\r',
    )
    expect(text('garbage', { code: 'AR', error: '100' })).toBe(
      'MSH|^~\\&|||||20260115083000||ACK|K1|P|2.5.1\rMSA|AR|\rERR|||100^Segment sequence error^HL70357|E||||\r',
    )
    // A sender's name in Latin-1 goes back byte by byte.
    const latin = Buffer.from(msh('ORU^R01').replace('XN', 'Zürich'), 'latin1')
    expect(acknowledge(readHl7(latin).header, answer).includes(Buffer.from('|Zürich|', 'latin1'))).toBe(true)
  })

  test('are those that MSH-15 and MSH-16 ask for', () => {
    const codes = (accept: string, application: string, outcome: 'AA' | 'AE' | 'AR') => {
      const { header, message } = readHl7(Buffer.from(msh('ORU^R01', `|||${accept}|${application}`)))
      return answerCodes(header, message.isResponse, outcome).join(' ')
    }
    expect([codes('', '', 'AA'), codes('', '0', 'AR'), codes('AL', 'NE', 'AA'), codes('AL', '', 'AE')]).toEqual(['AA', 'AR', 'CA', 'CE'])
    expect([codes('NE', 'AL', 'AA'), codes('AL', 'AL', 'AA'), codes('AL', 'AL', 'AR'), codes('NE', 'NE', 'AA')]).toEqual([
      'AA',
      'CA AA',
      'CR',
      '',
    ])
    expect([codes('ER', 'SU', 'AA'), codes('ER', 'SU', 'AR'), codes('SU', 'ER', 'AE')]).toEqual(['AA', 'CR', 'AE'])
    expect(answerCodes(null, false, 'AR')).toEqual(['AR'])
    expect(answerCodes(readHl7(Buffer.from(msh('ACK'))).header, true, 'AA')).toEqual([])
  })

  test('to our orders are understood, and are not answered', () => {
    const sentMessage = read(msh('ORL^O22^ORL_O22'), 'MSA|ae|K9', 'ERR|||204^Unknown key^HL70357|E||||No such test')
    expect(sentMessage).toMatchObject({
      isResponse: true,
      refusal: null,
      results: [],
      acknowledgement: { code: 'AE', of: 'K9', text: 'No such test' },
    })
    expect(read(msh('ORR^O02'), 'MSA|AA|K9|fine').acknowledgement).toEqual({ code: 'AA', of: 'K9', text: 'fine' })
    expect(read(msh('ACK'))).toMatchObject({ isResponse: true, acknowledgement: null, problems: ['The answer has no MSA segment'] })
  })
})

const head = (type: string) => [
  `MSH|^~\\&|KLINIKI||XN||20260115083000||${type}|K77|P|2.5.1||||||UNICODE UTF-8`,
  'PID|1||MRN1||O\\F\\Neill \\T\\ Söhne^Ann||19900214|F',
]
const request = (number: number, code: string) => `OBR|${number}|S2600042|S2600042|${code}|S||20260115082000|||||||||^Dr Otieno`

describe('orders', () => {
  const order: AnalyserOrder = {
    controlId: 'K77',
    accession: 'S2600042',
    patient: { number: 'MRN1', familyName: 'O|Neill & Söhne', givenName: 'Ann', birthDate: '1990-02-14', sex: 'F' },
    tests: [
      { code: 'HGB', name: 'Haemoglobin' },
      { code: 'W^C', name: '' },
    ],
    priority: 'urgent',
    specimen: { code: 'BLD', name: 'Whole blood' },
    collectedAt: new Date('2026-01-15T05:20:00Z'),
    orderedBy: 'Dr Otieno',
    now: at,
    timeZone: 'Africa/Nairobi',
    sendingApplication: 'KLINIKI',
    receivingApplication: 'XN',
    testMode: false,
  }
  const common = 'ORC|NW|S2600042|||||||20260115083000|||^Dr Otieno'

  test('are written with every field in its place', () => {
    const sample = 'SPM|1|S2600042||BLD^Whole blood|||||||P||||||20260115082000'
    const priority = 'TQ1|1||||||||S'
    expect(writeOml(order).split('\r')).toEqual([
      ...head('OML^O21^OML_O21'),
      common,
      priority,
      request(1, 'HGB^Haemoglobin'),
      sample,
      common,
      priority,
      request(2, 'W\\S\\C'),
      sample,
      '',
    ])
    const lines = [...head('ORM^O01^ORM_O01'), common, request(1, 'HGB^Haemoglobin'), common, request(2, 'W\\S\\C'), '']
    expect(writeOrm(order).split('\r')).toEqual(lines)
    expect(writeOrm({ ...order, testMode: true }).split('|')[10]).toBe('T')
    const nasty = { ...order, orderedBy: 'a\rOBR|9|\n\u0000b', accession: 'x|y' }
    expect(
      writeOrm(nasty)
        .split('\r')
        .map((line) => line.slice(0, 3)),
    ).toEqual(['MSH', 'PID', 'ORC', 'OBR', 'ORC', 'OBR', ''])
  })
})
