import { describe, expect, test } from 'vitest'
import { frame, mllpReader } from './mllp.ts'
import { piecesOf, seeded } from './random-pieces.ts'

const reported = (bytes: Buffer | string, maxBytes = 1000) =>
  mllpReader({ maxBytes })
    .feed(Buffer.from(bytes))
    .map((event) => (event.type === 'message' ? event.bytes.toString() : `! ${event.reason}`))

describe('messages over MLLP', () => {
  test('however the bytes are split or packed, the messages are the same', () => {
    const random = seeded(26)
    for (let round = 0; round < 200; round++) {
      const messages = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) =>
        `MSH|^~\\&|${index}|é|${'x'.repeat(Math.floor(random() * 600))}\rOBX|1\r`.repeat(1 + Math.floor(random() * 2)),
      )
      const reader = mllpReader({ maxBytes: 10_000 })
      const stream = Buffer.concat(messages.map(frame))
      const events = piecesOf(stream, random).flatMap((piece) => reader.feed(piece))
      expect(events.map((event) => (event.type === 'message' ? event.bytes.toString() : event.reason))).toEqual(messages)
      expect([reader.isInside, reader.held]).toEqual([false, 0])
    }
  })

  test('what is not as it should be never costs the message after it', () => {
    const cases: [string, string[]][] = [
      ['\u000Ba\u001C\r\u000Bb\u001C\r', ['a', 'b']],
      ['noise\r\n\u000Ba\u001C\r', ['! unframed', 'a']],
      ['\u000Ba\u001C\r\r\n \n', ['a', '! unframed']],
      ['\u000Bbroken\u000Bwhole\u001C\r', ['! not ended', 'whole']],
      ['\u000B\u000B\u000Ba\u001C\r', ['! not ended', '! not ended', 'a']],
      ['\u000Ba\u001Cb\u001C\r', ['a\u001Cb']],
      ['\u000Ba\u001C\u000Bb\u001C\r', ['a', 'b']],
      ['\u000Ba\u001C\nb', ['a', '! unframed']],
      ['\u000B\u001C\r', ['']],
      ['\u000B', []],
      ['', []],
    ]
    for (const [bytes, expected] of cases) {
      expect(reported(bytes), JSON.stringify(bytes)).toEqual(expected)
      // One byte at a time says the same.
      const reader = mllpReader({ maxBytes: 1000 })
      const events = Array.from(Buffer.from(bytes), (byte) => reader.feed(Buffer.of(byte))).flat()
      expect(events.map((event) => (event.type === 'message' ? event.bytes.toString() : `! ${event.reason}`))).toEqual(expected)
    }
  })

  test('a message that is too long is named once, held never, and followed by the next', () => {
    const reader = mllpReader({ maxBytes: 1000 })
    const chunk = Buffer.alloc(65_536, 'x')
    const events = reader.feed(Buffer.of(0x0b))
    for (let sent = 0; sent < 10 * 2 ** 20; sent += chunk.length) {
      events.push(...reader.feed(chunk))
      expect(reader.held).toBeLessThanOrEqual(1000)
    }
    events.push(...reader.feed(Buffer.from('\u001C\r')), ...reader.feed(frame('next')))
    expect(events.map((event) => (event.type === 'message' ? event.bytes.toString() : event.reason))).toEqual(['too long', 'next'])
    expect(reported(frame('x'.repeat(1000)))).toEqual(['x'.repeat(1000)])
    expect(reported(frame('x'.repeat(1001)))).toEqual(['! too long'])
  })
})
