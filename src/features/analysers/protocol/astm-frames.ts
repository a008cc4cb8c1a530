import { ByteStore } from './bytes.ts'

export const STX = 0x02
export const ETX = 0x03
export const EOT = 0x04
export const ENQ = 0x05
export const ACK = 0x06
export const NAK = 0x15
export const ETB = 0x17
const CR = 0x0d
const LF = 0x0a

/** E1381's checksum: all bytes behind STX up to and with ETB or ETX, modulo 256, as two upper-case hexadecimal digits. */
export const checksum = (bytes: Uint8Array): string => {
  let sum = 0
  for (const byte of bytes) sum = (sum + byte) & 0xff
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

/** What a frame's text may measure by E1381, so that the whole frame stays within 247 bytes. */
export const usualFrameText = 240

const frameOf = (number: number, text: Uint8Array, isLast: boolean): Buffer => {
  const body = Buffer.concat([Buffer.from(String(number % 8)), text, Buffer.of(isLast ? ETX : ETB)])
  return Buffer.concat([Buffer.of(STX), body, Buffer.from(checksum(body)), Buffer.of(CR, LF)])
}

/** Records (each ended by CR) as frames: a frame a record, longer ones broken by ETB; numbers 1 to 7, 0, and round again. */
export const framesOf = (records: readonly Uint8Array[], maxText = usualFrameText): Buffer[] => {
  const frames: Buffer[] = []
  for (const record of records)
    for (let at = 0; at < record.length; at += maxText) {
      const end = Math.min(at + maxText, record.length)
      frames.push(frameOf(frames.length + 1, record.subarray(at, end), end === record.length))
    }
  return frames
}

/** What a line says, once its bytes are put together. */
export type LineToken =
  | { type: 'ENQ' | 'EOT' | 'ACK' | 'NAK' }
  /** A frame with its own ending; `isLast` where that is ETX. */
  | { type: 'frame'; number: number; text: Buffer; isLast: boolean }
  /** A frame that must be sent again, or that is too long ever to be taken. */
  | { type: 'damaged'; reason: 'checksum' | 'frame number' | 'frame too long' }

const signals = new Map<number, 'ENQ' | 'EOT' | 'ACK' | 'NAK'>([
  [ENQ, 'ENQ'],
  [EOT, 'EOT'],
  [ACK, 'ACK'],
  [NAK, 'NAK'],
])

type State = 'between' | 'text' | 'checksum' | 'ending'

/** Puts bytes of a line together, one at a time. Holds at most `maxFrame` bytes of a text; bytes between frames that mean nothing are passed over. */
export class FrameScanner {
  readonly #maxFrame: number
  readonly #text = new ByteStore()
  #state: State = 'between'
  #isTooLong = false
  #check = ''

  constructor(maxFrame: number) {
    // The frame's number is kept beside its text.
    this.#maxFrame = maxFrame + 1
  }

  reset(): void {
    this.#text.clear()
    this.#state = 'between'
  }

  /** Takes bytes from `start` until one completes a token: the token, or null at the end of the bytes, and the place behind it. */
  scan(bytes: Uint8Array, start: number): { token: LineToken | null; next: number } {
    let at = start
    while (at < bytes.length) {
      const byte = bytes[at]!
      if (this.#state === 'text') {
        const end = this.#textEnd(bytes, at)
        this.#keep(bytes.subarray(at, end))
        if (end === bytes.length) return { token: null, next: end }
        at = end
      }
      const isEnded = this.#state === 'ending'
      const token = this.#take(bytes[at]!)
      // A frame whose CR is missing ends at a byte that belongs to what follows.
      const isConsumed = !isEnded || byte === CR || byte === LF
      if (isConsumed) at++
      if (token) return { token, next: at }
    }
    return { token: null, next: at }
  }

  #textEnd(bytes: Uint8Array, start: number): number {
    let end = start
    while (end < bytes.length && !this.#isSpecial(bytes[end]!)) end++
    return end
  }

  /** ACK and NAK are no ends of a text, whatever they do inside one. */
  #isSpecial = (byte: number) => byte === ETX || byte === ETB || byte === STX || byte === ENQ || byte === EOT

  #keep(bytes: Uint8Array): void {
    if (this.#text.size + bytes.length > this.#maxFrame) {
      this.#isTooLong = true
      this.#text.clear()
    }
    if (!this.#isTooLong) this.#text.append(bytes)
  }

  #take(byte: number): LineToken | null {
    if (this.#state === 'ending') return this.#finish()
    const isInterrupted = byte === STX || byte === ENQ || byte === EOT
    if (isInterrupted || this.#state === 'between') return this.#begin(byte)
    if (this.#state === 'text') {
      if (!this.#isTooLong) this.#text.append(Buffer.of(byte))
      this.#check = ''
      this.#state = 'checksum'
      return null
    }
    this.#check += String.fromCharCode(byte)
    if (this.#check.length === 2) this.#state = 'ending'
    return null
  }

  #begin(byte: number): LineToken | null {
    this.#text.clear()
    this.#isTooLong = false
    this.#state = byte === STX ? 'text' : 'between'
    const type = signals.get(byte)
    return type ? { type } : null
  }

  #finish(): LineToken {
    const body = this.#text.take()
    this.#state = 'between'
    if (this.#isTooLong) return { type: 'damaged', reason: 'frame too long' }
    if (checksum(body) !== this.#check.toUpperCase()) return { type: 'damaged', reason: 'checksum' }
    const number = body[0]! - 0x30
    if (number < 0 || number > 7 || body.length < 2) return { type: 'damaged', reason: 'frame number' }
    return { type: 'frame', number, text: body.subarray(1, -1), isLast: body.at(-1) === ETX }
  }
}
