import { describe, expect, test } from 'vitest'
import { framesOf } from './astm-frames.ts'
import { readAstm } from './astm.ts'
import { writeAstmOrder, writeAstmUnknown, type AnalyserOrder } from './orders.ts'

const header = 'H|\\^&|77||Sysmex^XN-1000^V1|||||||P|LIS2-A2|20260115083000'
const read = (...records: string[]) => readAstm(Buffer.from([...records, 'L|1|N', ''].join('\r')))

const refused = (text: string | Buffer) => readAstm(Buffer.from(text)).refusal?.error

const written = (records: Buffer[]) => records.map(String)

describe('ASTM records', () => {
  test('everything stated of a result is kept, by sample and patient', () => {
    const message = read(
      header,
      'P|1|MRN7|||O&S&Neill^Ann||19900214|F',
      'O|1|S1^LAB||^^^HGB\\^^^WBC|R',
      'R|1|^^^HGB^Haemoglobin|<128|g/L|115^165|L\\A||C||op|20260115082800|20260115082900|XN-7',
      'C|1|I|lipaemic & old|G',
      'C|2|I|twice',
      'R|2|^^^^PLT^26|POS^|10^9/L|>4.0|||X',
      'P|2',
      'O|1||1^2^   S-3^B|^^^A',
      'R|1|^^^A|1|||||20260115',
    )
    expect(message).toMatchObject({ controlId: '77', sender: 'Sysmex^XN-1000^V1', sentAt: '2026-01-15T08:30:00', messageType: 'results' })
    expect([message.isComplete, message.refusal, message.problems]).toEqual([true, null, ['Result status 20260115 of A is not known']])
    const [first, second, third] = message.results
    expect(first).toMatchObject({
      accession: 'S1',
      accessions: ['S1'],
      patient: { id: 'MRN7', name: 'O^Neill Ann', birthDate: '1990-02-14', sex: 'F' },
      code: 'HGB',
      codeText: 'Haemoglobin',
      value: '<128',
      unit: 'g/L',
      range: '115-165',
      flags: ['L', 'A'],
      status: 'corrected',
      observedAt: '2026-01-15T08:29:00',
      device: 'XN-7',
      comment: 'lipaemic & old\ntwice',
      isControl: false,
    })
    expect(second).toMatchObject({
      code: 'PLT',
      value: null,
      comment: 'POS',
      unit: '10^9/L',
      range: '>4.0',
      status: 'cannot',
      accession: 'S1',
    })
    expect(third).toMatchObject({ accession: 'S-3', status: 'unknown', patient: { id: '' } })
  })

  test('controls are known by the order, the header, or their own records', () => {
    expect(read(header, 'P|1', 'O|1|QC1||^^^A|R||||||Q', 'R|1|^^^A|1').results[0]).toMatchObject({ isControl: true, accession: 'QC1' })
    expect(read(header.replace('|P|', '|Q|'), 'O|1|S1', 'R|1|^^^A|1').results[0]!.isControl).toBe(true)
    const lines = read(header, 'O|1|S1', 'Q|1|GLU^LOT1^LOW|58.2|mg/dL|20260115061000|N')
    expect(lines).toMatchObject({ messageType: 'results', queries: [] })
    expect(lines.results).toMatchObject([
      {
        isControl: true,
        accession: '',
        accessions: [],
        patient: null,
        lot: 'LOT1',
        level: 'LOW',
        code: 'GLU',
        value: '58.2',
        unit: 'mg/dL',
        flags: ['N'],
      },
    ])
  })

  test('queries name their samples', () => {
    const asked = (field: string, rest = '') => read(header, `Q|1|${field}||ALL${rest}`).queries
    expect(asked('^S1')).toEqual(['S1'])
    expect(asked('P7^S1\\^S2')).toEqual(['S1', 'S2'])
    expect(asked('S1')).toEqual(['S1'])
    expect(asked('2^1^    S-3^B')).toEqual(['S-3'])
    expect(asked('all')).toEqual(['ALL'])
    expect(asked('^S1', '||||||||A')).toEqual([])
    expect(read(header, 'Q|1|^S1').messageType).toBe('query')
  })

  test('without a header that can be read nothing is taken, and without an end it is said', () => {
    expect([refused(''), refused('\u0000\u00FF'), refused('P|1\rR|1|^^^A|5\rL|1\r'), refused('HELLO\r')]).toEqual([
      '100',
      '100',
      '100',
      '100',
    ])
    expect([refused('H|||||\rL|1\r'), refused('H;^&;;\rL;1\r'), refused('H|aaa|\rL|1\r')]).toEqual(['102', '102', '102'])
    expect(refused(`${header}\r${header}\rL|1\r`)).toBe('100')
    const cut = readAstm(Buffer.from(`${header}\rO|1|S1\rR|1|^^^A|5|g\rR|2|^^^B|12`))
    expect([cut.isComplete, cut.results.map(({ code }) => code)]).toEqual([false, ['A']])
    expect(cut.problems).toEqual(['The message has no terminator record', 'The last record is cut off and was left out'])
    expect(read('H!@*#!!!A*B', 'O!1!S1', 'R!1!***A!5#F#6').results).toMatchObject([{ accession: 'S1', code: 'A', value: '5!6' }])
    const latin = readAstm(Buffer.from(`${header}\rP|1||||Müller\rR|1|^^^A|1|µg\rL|1\r`, 'latin1'))
    expect(latin.results[0]).toMatchObject({ unit: 'µg', patient: { name: 'Müller' } })
    expect(readAstm(Buffer.from(`${header}\r${'R|1|^^^A|1\r'.repeat(10_000)}L|1\r`)).results).toHaveLength(10_000)
  })
})

describe('orders', () => {
  const order: AnalyserOrder = {
    controlId: 'K77',
    accession: 'S2600042',
    patient: { number: 'MRN1', familyName: 'O|Neill', givenName: 'Ann', birthDate: '1990-02-14', sex: 'X' },
    tests: ['HGB', 'W^C'].map((code) => ({ code, name: code })),
    priority: 'routine',
    collectedAt: new Date('2026-01-15T05:20:00Z'),
    orderedBy: 'Dr\rR|1|^^^A|5',
    now: new Date('2026-01-15T05:30:00Z'),
    timeZone: 'Africa/Nairobi',
    sendingApplication: 'KLINIKI',
    receivingApplication: 'XN',
    testMode: false,
  }

  test('are written with every field in its place, as an order and as the answer to a query', () => {
    const o = 'O|1|S2600042||^^^HGB\\^^^W&S&C|R|20260115083000|20260115082000||||N|||||Dr R&F&1&F&&S&&S&&S&A&F&5|||||||||'
    const h = 'H|\\^&|K77||KLINIKI|||||XN||P|LIS2-A2|20260115083000\r'
    expect(written(writeAstmOrder(order))).toEqual([h, 'P|1|MRN1|||O&F&Neill^Ann||19900214|U\r', `${o}O\r`, 'L|1|N\r'])
    expect(written(writeAstmOrder(order, { isQueryAnswer: true }))[2]).toBe(`${o}Q\r`)
    expect(written(writeAstmUnknown('S9', order))).toEqual([h, 'P|1\r', `O|1|S9${'|'.repeat(23)}Y\r`, 'L|1|I\r'])
    const many = { ...order, tests: Array.from({ length: 60 }, (_, index) => ({ code: `T${index}`, name: '' })) }
    for (const frame of framesOf(writeAstmOrder(many))) expect(frame.length).toBeLessThanOrEqual(247)
  })
})
