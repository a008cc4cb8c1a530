import { ByteStore } from './bytes.ts'

const VT = 0x0b
const FS = 0x1c
const CR = 0x0d
const LF = 0x0a

/** What came out of a stream: a whole message, or what is wrong with the stream. */
export type MllpEvent =
  | { type: 'message'; bytes: Buffer }
  /** 'too long': over the limit, said once, the rest of it skipped. 'not ended': a new message began inside. 'unframed': bytes between messages. */
  | { type: 'problem'; reason: 'too long' | 'not ended' | 'unframed' }

export interface MllpReader {
  /** Takes bytes as they arrive, split and packed as they may be, and says what they completed. */
  feed: (chunk: Uint8Array) => MllpEvent[]
  /** Whether a message has begun and not ended. */
  readonly isInside: boolean
  /** Bytes held back until the message ends; never over the limit. */
  readonly held: number
}

/** A message as MLLP sends it: VT, message, FS, CR. */
export const frame = (message: Uint8Array | string): Buffer =>
  Buffer.concat([Buffer.of(VT), typeof message === 'string' ? Buffer.from(message) : message, Buffer.of(FS, CR)])

type State = 'outside' | 'inside' | 'ending' | 'skipping'

/** Takes MLLP apart. Holds at most `maxBytes` of a message; whatever goes wrong, the next VT begins anew. */
export const mllpReader = ({ maxBytes }: { maxBytes: number }): MllpReader => {
  const store = new ByteStore()
  let state: State = 'outside'
  let hasComplained = false
  let events: MllpEvent[] = []

  const problem = (reason: 'too long' | 'not ended' | 'unframed') => events.push({ type: 'problem', reason })
  const begin = () => {
    if (state === 'inside') problem('not ended')
    store.clear()
    state = 'inside'
    hasComplained = false
  }
  const finish = () => {
    events.push({ type: 'message', bytes: store.take() })
    state = 'outside'
  }
  const keep = (bytes: Uint8Array) => {
    if (store.size + bytes.length <= maxBytes) return store.append(bytes)
    store.clear()
    state = 'skipping'
    problem('too long')
  }
  const outside = (byte: number) => {
    if (hasComplained || byte === CR || byte === LF) return
    hasComplained = true
    problem('unframed')
  }
  /** The byte after FS: CR ends the message, and so does what can only follow a message; with any other byte FS was a part of it. */
  const ending = (byte: number) => {
    if (byte === CR || byte === LF || byte === VT) {
      finish()
      return byte !== VT
    }
    state = 'inside'
    keep(Buffer.of(FS))
    return false
  }

  const feed = (chunk: Uint8Array) => {
    events = []
    let at = 0
    while (at < chunk.length) {
      const byte = chunk[at]!
      if (state === 'ending' && ending(byte)) at++
      else if (byte === VT) {
        begin()
        at++
      } else if (state === 'inside') {
        let end = at
        while (end < chunk.length && chunk[end] !== FS && chunk[end] !== VT) end++
        keep(chunk.subarray(at, end))
        if (chunk[end] === FS && state === 'inside') {
          state = 'ending'
          end++
        }
        at = end
      } else {
        // After a message that was too long, its remains are no news.
        if (state === 'outside') outside(byte)
        at++
      }
    }
    return events
  }

  return {
    feed,
    get isInside() {
      return state === 'inside' || state === 'ending'
    },
    get held() {
      return store.size
    },
  }
}
