import { ByteStore } from './bytes.ts'

const CR = 0x0d
const LF = 0x0a
const H = 0x48
const L = 0x4c

const isWordByte = (byte: number | undefined) =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))

const isRecord = (record: Uint8Array, letter: number) => record[0] === letter && !isWordByte(record[1])

const isLineEnd = (byte: number | undefined) => byte === CR || byte === LF

/** Whether records end with a terminator record (L) and its line end. Looks at the last record only. */
export const endsWithTerminator = (records: Uint8Array): boolean => {
  let end = records.length
  if (!isLineEnd(records[end - 1])) return false
  while (end > 0 && isLineEnd(records[end - 1])) end--
  let start = end
  while (start > 0 && !isLineEnd(records[start - 1])) start--
  return isRecord(records.subarray(start, end), L)
}

/** Records as messages: each begins at its header record (H) or behind the terminator (L) of the one before. Copies. */
export const splitMessages = (records: Uint8Array): Buffer[] => {
  const messages: Buffer[] = []
  let begun = 0
  let start = 0
  const cut = (end: number) => {
    const message = Buffer.from(records.subarray(begun, end))
    if (message.some((byte) => !isLineEnd(byte))) messages.push(message)
    begun = end
  }
  while (start < records.length) {
    let end = start
    while (end < records.length && !isLineEnd(records[end])) end++
    while (end < records.length && isLineEnd(records[end])) end++
    const record = records.subarray(start, end)
    if (isRecord(record, H)) cut(start)
    if (isRecord(record, L)) cut(end)
    start = end
  }
  cut(records.length)
  return messages
}

export type BareRecordEvent = { type: 'message'; bytes: Buffer } | { type: 'problem'; reason: 'too long' }

export interface BareRecordReader {
  /** Takes bytes as they arrive and says which messages they completed. */
  feed: (chunk: Uint8Array) => BareRecordEvent[]
  /** To be called when the line closes or falls silent: what has begun counts as a message, cut off as it is. */
  end: () => BareRecordEvent[]
}

/**
 * Takes apart a stream of records that come without E1381 framing, as some instruments and captures send them: a message ends with its
 * terminator record, or where the next header record begins. Blank lines and the '#' lines of captures are left out. Holds at most
 * `maxBytes`; beyond that it says so once and goes on at the next header record.
 */
export const bareRecordReader = ({ maxBytes }: { maxBytes: number }): BareRecordReader => {
  const message = new ByteStore()
  const line = new ByteStore()
  let isSkipping = false
  let events: BareRecordEvent[] = []

  const complete = () => {
    if (message.size > 0) events.push({ type: 'message', bytes: message.take() })
  }
  const tooLong = () => {
    if (!isSkipping) events.push({ type: 'problem', reason: 'too long' })
    isSkipping = true
    message.clear()
    line.clear()
  }
  const keep = (part: Uint8Array) => {
    if (message.size + line.size + part.length > maxBytes) tooLong()
    else line.append(part)
  }
  const endLine = (isWhole: boolean) => {
    const record = line.take()
    if (record.length === 0 || record[0] === 0x23 || record.every((byte) => byte <= 0x20)) return
    if (isRecord(record, H)) {
      complete()
      isSkipping = false
    }
    if (isSkipping) return
    message.append(record)
    if (isWhole) message.append(Buffer.of(CR))
    if (isWhole && isRecord(record, L)) complete()
  }

  return {
    feed: (chunk) => {
      events = []
      let start = 0
      for (let at = 0; at < chunk.length; at++) {
        if (!isLineEnd(chunk[at])) continue
        keep(chunk.subarray(start, at))
        endLine(true)
        start = at + 1
      }
      keep(chunk.subarray(start))
      return events
    },
    end: () => {
      events = []
      endLine(false)
      complete()
      isSkipping = false
      return events
    },
  }
}

/** The messages of a whole file of bare records; see `bareRecordReader`. */
export const readBareRecords = (bytes: Uint8Array): Buffer[] => {
  const reader = bareRecordReader({ maxBytes: Infinity })
  return [...reader.feed(bytes), ...reader.end()].flatMap((event) => (event.type === 'message' ? [event.bytes] : []))
}
