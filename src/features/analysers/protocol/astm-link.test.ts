import { describe, expect, test } from 'vitest'
import { ACK, checksum, ENQ, EOT, ETB, ETX, framesOf, NAK, STX } from './astm-frames.ts'
import type { LinkAction, LinkOptions } from './astm-line.ts'
import { AstmLink } from './astm-link.ts'
import { bareRecordReader, readBareRecords } from './astm-records.ts'
import { piecesOf, seeded } from './random-pieces.ts'

const records = [
  'H|\\^&|||HostSim^1|||||||P|LIS2-A2|20260115083000\r',
  'P|1||MRN000123||DOE^JANE||19900214|F\r',
  'O|1|S2600042||^^^HGB\\^^^WBC|R|20260115082000|||||||||1\r',
  'R|1|^^^HGB|128|g/L|115^165|N||F||||20260115082900\r',
  'R|2|^^^WBC|13.4|10*9/L|4.0^11.0|H||F||||20260115082900\r',
  'L|1|N\r',
]
const whole = records.join('')
const buffers = records.map((record) => Buffer.from(record))
const link = (options: Partial<LinkOptions> = {}) => new AstmLink({ role: 'host', maxFrame: 1000, maxMessage: 10_000, ...options })
const names: Record<number, string> = { [ENQ]: 'ENQ', [ACK]: 'ACK', [NAK]: 'NAK', [EOT]: 'EOT' }
const sentOf = (actions: readonly LinkAction[]) =>
  actions.flatMap((action) => (action.type === 'send' ? [names[action.bytes[0]!] ?? `frame ${String.fromCharCode(action.bytes[1]!)}`] : []))
const problemsOf = (actions: readonly LinkAction[]) => actions.flatMap((action) => (action.type === 'problem' ? [action.reason] : []))
const messagesOf = (actions: readonly LinkAction[]) =>
  actions.flatMap((action) => (action.type === 'received' ? action.messages.map(String) : []))
/** A frame by hand, right or wrong as the test wants it. */
const frame = (number: number | string, text: string, { end = ETX, sum = '', tail = '\r\n' } = {}) => {
  const body = Buffer.concat([Buffer.from(String(number)), Buffer.from(text), Buffer.of(end)])
  return Buffer.concat([Buffer.of(STX), body, Buffer.from((sum || checksum(body)) + tail)])
}
const open = (line: AstmLink) => line.feed(Buffer.of(ENQ), 0)

describe('frames', () => {
  test('their checksums are those of the standard, with ETX and with ETB', () => {
    const expected = ['D1', 'EA', '33', 'E8', '96', '09']
    const broken = ['E5', 'FE', '47', 'FC', 'AA', '1D']
    for (const [index, record] of records.entries()) {
      const text = Buffer.from(`${index + 1}${record}`)
      expect(checksum(Buffer.concat([text, Buffer.of(ETX)]))).toBe(expected[index])
      expect(checksum(Buffer.concat([text, Buffer.of(ETB)]))).toBe(broken[index])
    }
    expect(framesOf(buffers).map((sent) => sent.subarray(-4, -2).toString())).toEqual(expected)
  })

  test('long records are broken at 240 bytes, numbers go round, and nothing is lost', () => {
    const long = [Buffer.from(`H|\\^&|${'é'.repeat(1000)}\r`), Buffer.from('L|1|N\r')]
    const frames = framesOf(long)
    expect(frames.length).toBe(10)
    for (const sent of frames) expect(sent.length).toBeLessThanOrEqual(247)
    expect(frames.map((sent) => sent.subarray(1, 2).toString()).join('')).toBe('1234567012')
    expect(frames.map((sent) => sent.at(-5))).toEqual([...Array.from({ length: 8 }, () => ETB), ETX, ETX])
    const line = link()
    open(line)
    const actions = frames.flatMap((sent) => line.feed(sent, 0))
    expect(messagesOf(actions)).toEqual([Buffer.concat(long).toString()])
  })
})

const session = (...frames: [number, string, object?][]) => {
  const line = link()
  open(line)
  const all: LinkAction[] = []
  const answers = frames.map(([number, text, more]) => {
    const actions = line.feed(frame(number, text, more), 0)
    const sent = sentOf([...actions, ...(line.state === 'withheld' ? line.accept(0) : [])])
    all.push(...actions)
    return sent.join()
  })
  const received = all.filter((action) => action.type === 'received')
  return [answers.join(' '), received.map(({ messages, isNumberedAnew = false }) => [messages.length, isNumberedAnew])]
}

const end = (at: number): [number, string] => [at, 'L|1|N\r']

describe('receiving', () => {
  test('every frame is acknowledged, the last one not before the message is stored', () => {
    const line = link()
    expect(sentOf(open(line))).toEqual(['ACK'])
    const frames = framesOf(buffers)
    for (const sent of frames.slice(0, -1)) expect(sentOf(line.feed(sent, 0))).toEqual(['ACK'])
    const last = line.feed(frames.at(-1)!, 0)
    expect([sentOf(last), messagesOf(last), line.state, line.deadline]).toEqual([[], [whole], 'withheld', null])
    // Not stored: it is sent again, and told again.
    expect(sentOf(line.refuse(0))).toEqual(['NAK'])
    expect(messagesOf(line.feed(frames.at(-1)!, 0))).toEqual([whole])
    expect(sentOf(line.accept(0))).toEqual(['ACK'])
    expect(line.accept(0)).toEqual([])
    // Its acknowledgement got lost: it is sent again, and not taken twice.
    expect(line.feed(frames.at(-1)!, 0)).toEqual([{ type: 'send', bytes: Buffer.of(ACK) }])
    expect(line.feed(Buffer.of(EOT), 0)).toEqual([])
    expect(line.state).toBe('idle')
  })

  test('however the bytes are split or packed, frames and records included, the message is the same', () => {
    const random = seeded(1381)
    for (let round = 0; round < 200; round++) {
      const packed = random() < 0.5 ? buffers : [Buffer.from(whole)]
      const frames = framesOf(packed, 1 + Math.floor(random() * 200)).map((sent) => {
        const isShort = random() < 0.3
        return isShort ? sent.subarray(0, -1) : sent
      })
      const line = link()
      const stream = Buffer.concat([Buffer.of(ENQ), ...frames])
      const actions = piecesOf(stream, random).flatMap((piece) => line.feed(piece, 0))
      expect(messagesOf(actions)).toEqual([whole])
      expect(sentOf(actions)).toEqual(Array.from({ length: frames.length }, () => 'ACK'))
      expect(problemsOf(actions)).toEqual([])
    }
  })

  test('what is damaged is asked for again, and what comes twice is kept once', () => {
    const line = link()
    open(line)
    const reported = (bytes: Buffer) => {
      const actions = line.feed(bytes, 0)
      return [...sentOf(actions), ...problemsOf(actions)].join(', ')
    }
    expect(reported(frame(2, 'H|\\^&|\r'))).toBe('NAK, frame number')
    expect(reported(frame(1, 'H|\\^&|\r', { sum: '00' }))).toBe('NAK, checksum')
    expect(reported(frame('x', 'H|\\^&|\r'))).toBe('NAK, frame number')
    expect(reported(frame(1, 'H|\\^&|\r'))).toBe('ACK')
    expect(reported(frame(1, 'H|\\^&|\r'))).toBe('ACK')
    // Another frame under the same number is no retransmission: to acknowledge it would be to lose it.
    expect(reported(frame(1, 'P|1\r'))).toBe('NAK, frame number')
    expect(reported(frame(3, 'P|1\r'))).toBe('NAK, frame number')
    expect(reported(frame(2, 'P|', { end: ETB }))).toBe('ACK')
    expect(reported(Buffer.concat([Buffer.of(STX), Buffer.from('3half'), frame(3, '1\r')]))).toBe('ACK')
    // No CR behind the last record, none behind the checksum.
    expect(messagesOf(line.feed(Buffer.concat([frame(4, 'L|1|N', { tail: '' }), Buffer.of(EOT)]), 0))).toEqual(['H|\\^&|\rP|1\rL|1|N\r'])
    // The other side gave up meanwhile: an answer would be taken for one to something else.
    expect(sentOf(line.accept(0))).toEqual([])
    expect(line.state).toBe('idle')
  })

  test('frames whose numbers start over are read, and it is noted; a frame that was lost is asked for', () => {
    const [first, second] = [(at: number): [number, string] => [at, 'H|\\^&|1\r'], (at: number): [number, string] => [at, 'H|\\^&|2\r']]
    const plain = [[1, false], [1, false]] // prettier-ignore
    const anew = [[1, false], [1, true]] // prettier-ignore
    expect(session(first(1), end(2), second(3), end(4))).toEqual(['ACK ACK ACK ACK', plain])
    // From 1 again, and from 0.
    expect(session(first(1), end(2), second(1), end(2))).toEqual(['ACK ACK ACK ACK', anew])
    expect(session(first(1), end(2), second(0), end(1))).toEqual(['ACK ACK ACK ACK', anew])
    expect(session(first(0), end(1))).toEqual(['ACK ACK', [[1, true]]])
    // Whole messages in a frame each, all of them number 1.
    expect(session([1, 'H|\\^&|1\rL|1|N\r'], [1, 'H|\\^&|2\rL|1|N\r'])).toEqual(['ACK ACK', anew])
    // Within a message, at the next record.
    expect(session(first(1), [2, 'P|1\r'], [3, 'O|1|S1\r'], [1, 'R|1|^^^A|1\r'], end(2))).toEqual(['ACK ACK ACK ACK ACK', [[1, true]]])
    // A gap, a number that comes twice, a half record, and what follows a frame that is to come again: none of it is a new beginning.
    expect(session(first(1), [3, 'P|1\r'])[0]).toBe('ACK NAK')
    expect(session(first(1), [1, 'P|1\r'])[0]).toBe('ACK NAK')
    expect(session(first(1), [2, 'P|', { end: ETB }], [1, 'O|1|S1\r'])[0]).toBe('ACK ACK NAK')
    expect(session(first(1), [2, 'P|1\r', { sum: '00' }], [0, 'O|1|S1\r'])[0]).toBe('ACK NAK NAK')
    expect(session(first(1), [2, 'P|1\r', { sum: '00' }], second(1), end(2))).toEqual(['ACK NAK ACK ACK', [[2, true]]])
  })

  test('several messages in one session, several in one frame, and one without its end', () => {
    const line = link()
    open(line)
    expect(messagesOf(line.feed(frame(1, 'H|\\^&|1\rL|1|N\rH|\\^&|2\rL|1|N\r'), 0))).toEqual(['H|\\^&|1\rL|1|N\r', 'H|\\^&|2\rL|1|N\r'])
    line.accept(0)
    expect(messagesOf(line.feed(frame(2, 'H|\\^&|3\rL|1|N\r'), 0))).toEqual(['H|\\^&|3\rL|1|N\r'])
    line.accept(0)
    expect(sentOf(line.feed(frame(3, 'H|\\^&|4\r'), 0))).toEqual(['ACK'])
    const ended = line.feed(Buffer.of(EOT), 0)
    expect(ended).toContainEqual({ type: 'received', messages: [Buffer.from('H|\\^&|4\r')], isWithheld: false })
    expect(problemsOf(ended)).toEqual(['no terminator record'])
  })

  test('a message that could not be stored is not taken in part when the other side gives up', () => {
    const line = link()
    open(line)
    line.feed(frame(1, 'H|\\^&|\r'), 0)
    line.feed(frame(2, 'L|1|N\r'), 0)
    line.refuse(0)
    expect(line.feed(Buffer.of(EOT), 0)).toEqual([{ type: 'problem', reason: 'message broken off', lost: Buffer.from('H|\\^&|\r') }])
  })

  test('silence and a new beginning end what had begun, and say what is lost', () => {
    const line = link()
    open(line)
    line.feed(frame(1, 'H|\\^&|\r'), 10_000)
    expect(line.deadline).toBe(40_000)
    expect(line.tick(39_999)).toEqual([])
    expect(line.tick(40_000)).toEqual([{ type: 'problem', reason: 'line silent', lost: Buffer.from('H|\\^&|\r') }])
    expect(line.feed(frame(2, 'P|1\r'), 40_001)).toEqual([])
    open(line)
    line.feed(frame(1, 'H|\\^&|\r'), 0)
    expect(line.feed(Buffer.of(ENQ), 0)).toEqual([
      { type: 'problem', reason: 'message broken off', lost: Buffer.from('H|\\^&|\r') },
      { type: 'send', bytes: Buffer.of(ACK) },
    ])
    expect(problemsOf(line.close())).toEqual([])
    line.isBusy = true
    expect(sentOf(open(line))).toEqual(['NAK'])
    expect(line.state).toBe('idle')
  })

  test('a flood is answered, bounded, and forgotten', () => {
    const line = link({ maxFrame: 300, maxMessage: 1000 })
    expect(sentOf(line.feed(Buffer.alloc(10_000, ENQ), 0)).length).toBe(10_000)
    // Ten megabytes of one frame, and then its end.
    line.feed(Buffer.from('\u00021H|'), 0)
    for (let sent = 0; sent < 160; sent++) expect(line.feed(Buffer.alloc(65_536, 'x'), 0)).toEqual([])
    expect(line.deadline).toBe(30_000)
    const ended = line.feed(Buffer.from('\u000300\r\n'), 0)
    expect([sentOf(ended), problemsOf(ended)]).toEqual([['NAK'], ['frame too long']])
    // A message without end.
    const actions = Array.from({ length: 20 }, (_, index) => line.feed(frame((index + 1) % 8, 'x'.repeat(290)), 0)).flat()
    expect(sentOf(actions)).toEqual([...Array.from({ length: 3 }, () => 'ACK'), ...Array.from({ length: 17 }, () => 'NAK')])
    expect(problemsOf(actions).filter((reason) => reason === 'message too long')).toEqual(['message too long'])
    expect(line.feed(Buffer.of(EOT), 0)).toEqual([])
    // Nobody may send while the answer is held back.
    open(line)
    line.feed(frame(1, 'H|\\^&|\rL|1|N\r'), 0)
    const flood = Array.from({ length: 50 }, () => line.feed(Buffer.alloc(100, 'x'), 0)).flat()
    expect(new Set(problemsOf(flood))).toEqual(new Set(['bytes nobody waits for']))
  })
})

const answer = (line: AstmLink, byte: number, now = 0) => line.feed(Buffer.of(byte), now)

describe('sending', () => {
  test('asks, sends frame by frame, ends, and reports each message once', () => {
    const line = link()
    expect(sentOf(line.send('1', framesOf(buffers), 0))).toEqual(['ENQ'])
    expect(line.send('2', framesOf(buffers.slice(0, 1)), 0)).toEqual([])
    for (let number = 1; number <= 6; number++) expect(sentOf(answer(line, ACK))).toEqual([`frame ${number}`])
    const done = answer(line, ACK)
    expect(done[1]).toEqual({ type: 'delivered', id: '1' })
    expect(sentOf(done)).toEqual(['EOT', 'ENQ'])
    expect(line.close()).toEqual([{ type: 'undelivered', id: '2', reason: 'closed' }])
    expect(line.send('3', [], 0)).toEqual([{ type: 'delivered', id: '3' }])
  })

  test('two links understand one another, answers and queries included', () => {
    const host = link()
    const instrument = link({ role: 'instrument' })
    const heard: string[] = []
    const pass = (actions: LinkAction[], from: AstmLink): void => {
      const to = from === host ? instrument : host
      heard.push(...messagesOf(actions), ...actions.flatMap((action) => (action.type === 'delivered' ? [`delivered ${action.id}`] : [])))
      if (actions.some((action) => action.type === 'received')) pass(from.accept(0), from)
      for (const action of actions) if (action.type === 'send') pass(to.feed(action.bytes, 0), to)
    }
    pass(instrument.send('results', framesOf(buffers, 20), 0), instrument)
    pass(host.send('orders', framesOf(buffers), 0), host)
    expect(heard).toEqual([whole, 'delivered results', whole, 'delivered orders'])
  })

  test('a frame is sent again six times and no more', () => {
    const line = link()
    line.send('1', framesOf(buffers), 0)
    answer(line, ACK)
    for (let time = 0; time < 6; time++) expect(sentOf(answer(line, NAK))).toEqual(['frame 1'])
    expect(answer(line, NAK)).toEqual([
      { type: 'send', bytes: Buffer.of(EOT) },
      { type: 'undelivered', id: '1', reason: 'refused' },
    ])
    expect(line.deadline).toBeNull()
  })

  test('silence, a busy receiver, one that stops us, and one that stops us at the end', () => {
    const silent = link()
    silent.send('1', framesOf(buffers), 0)
    expect(silent.tick(14_999)).toEqual([])
    expect(silent.tick(15_000)).toEqual([
      { type: 'send', bytes: Buffer.of(EOT) },
      { type: 'undelivered', id: '1', reason: 'no answer' },
    ])
    const busy = link()
    busy.send('1', framesOf(buffers), 0)
    for (let time = 1; time <= 6; time++) {
      expect(answer(busy, NAK, (time - 1) * 10_000)).toEqual([])
      expect(busy.tick(time * 10_000 - 1)).toEqual([])
      expect(sentOf(busy.tick(time * 10_000))).toEqual(['ENQ'])
    }
    expect(answer(busy, NAK, 60_000)).toEqual([{ type: 'undelivered', id: '1', reason: 'busy' }])
    const stopped = link()
    stopped.send('1', framesOf(buffers.slice(0, 2)), 0)
    answer(stopped, ACK)
    expect(answer(stopped, EOT)).toContainEqual({ type: 'undelivered', id: '1', reason: 'stopped' })
    stopped.send('2', framesOf(buffers.slice(0, 1)), 20_000)
    answer(stopped, ACK, 20_000)
    expect(answer(stopped, EOT, 20_000)).toContainEqual({ type: 'delivered', id: '2' })
  })

  test('where both begin at once the instrument goes first', () => {
    for (const [role, wait] of [
      ['host', 20_000],
      ['instrument', 1000],
    ] as const) {
      const line = link({ role })
      line.send('1', framesOf(buffers), 0)
      expect(sentOf(open(line))).toEqual([])
      expect([line.state, line.deadline]).toEqual(['idle', wait])
      if (role === 'host') {
        expect(sentOf(open(line))).toEqual(['ACK'])
        expect(messagesOf(line.feed(frame(1, 'H|\\^&|\rL|1|N\r'), 0))).toHaveLength(1)
        line.accept(0)
        expect(sentOf(line.feed(Buffer.of(EOT), 5000))).toEqual([])
      }
      expect(sentOf(line.tick(wait))).toEqual(['ENQ'])
    }
  })
})

describe('records without frames', () => {
  test('however they are split, messages end at their terminator or at the next header', () => {
    const stream = Buffer.from(`# capture\n\n${whole}${whole.replace('L|1|N\r', '').replaceAll('\r', '\r\n')}# next\n${whole}R|1|^^^X|12`)
    const expected = [whole, whole.replace('L|1|N\r', ''), whole, 'R|1|^^^X|12']
    expect(readBareRecords(stream).map(String)).toEqual(expected)
    const random = seeded(240)
    for (let round = 0; round < 100; round++) {
      const reader = bareRecordReader({ maxBytes: 2000 })
      const events = [...piecesOf(stream, random).flatMap((piece) => reader.feed(piece)), ...reader.end()]
      expect(events.map((event) => (event.type === 'message' ? event.bytes.toString() : event.reason))).toEqual(expected)
    }
  })

  test('more than may be held is named once and skipped until the next header', () => {
    const reader = bareRecordReader({ maxBytes: 1000 })
    const events = Array.from({ length: 100 }, () => reader.feed(Buffer.alloc(65_536, 'x'))).flat()
    expect(events).toEqual([{ type: 'problem', reason: 'too long' }])
    expect(reader.feed(Buffer.from(`\rP|1\r${whole}`))).toEqual([{ type: 'message', bytes: Buffer.from(whole) }])
  })
})
