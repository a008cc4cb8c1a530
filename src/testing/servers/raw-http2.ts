import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

/** Types of frames (RFC 9113, 6). */
export const DATA = 0
export const HEADERS = 1
export const RST_STREAM = 3
export const SETTINGS = 4
export const PING = 6
export const GOAWAY = 7
export const WINDOW_UPDATE = 8
export const CONTINUATION = 9

export const END_STREAM = 1
export const ACK = 1
export const END_HEADERS = 4

/** Names of error codes (RFC 9113, 7), by number. */
const CODES = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
]
const HEADER_BYTES = 9

export interface Frame {
  type: number
  flags: number
  stream: number
  payload: Buffer
}

/** A frame as bytes, whether or not the protocol allows it there. */
export const frame = (type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A 32-bit number as the payload of RST_STREAM and WINDOW_UPDATE. */
export const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** An HPACK text without Huffman coding (RFC 7541, 5.2). */
const text = (value: string) => {
  const bytes = Buffer.from(value, 'latin1')
  const length = []
  let rest = bytes.length
  if (rest < 127) length.push(rest)
  else {
    length.push(127)
    for (rest -= 127; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) | 128)
    length.push(rest)
  }
  return Buffer.concat([Buffer.from(length), bytes])
}

/** A header block of literals that no table remembers, in any order and with any bytes. */
export const headerBlock = (headers: readonly (readonly [string, string])[]): Buffer =>
  Buffer.concat(headers.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]))

/** The headers of a request, with what else it says. */
export const requestHeaders = (
  method: string,
  path: string,
  more: Readonly<Record<string, string>> = {},
): readonly (readonly [string, string])[] => [
  [':method', method],
  [':scheme', 'https'],
  [':authority', 'clinic'],
  [':path', path],
  ...Object.entries(more),
]

/** A request without a body in one frame. */
export const request = (stream: number, path: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  frame(HEADERS, END_HEADERS | END_STREAM, stream, headerBlock(requestHeaders('GET', path, more)))

/** So many numbers of streams that a client may open. */
export const streamIds = (count: number): number[] => Array.from({ length: count }, (_, at) => 2 * at + 1)

/** Whether a frame ends the reply on a stream. */
export const isEndOf =
  (id: number) =>
  ({ type, flags, stream }: Frame): boolean =>
    stream === id && (type === RST_STREAM || (type === DATA && (flags & END_STREAM) !== 0))

export interface RawHttp2 {
  socket: TLSSocket
  send(...frames: Uint8Array[]): void
  /** All frames that came so far. */
  frames(): readonly Frame[]
  isClosed(): boolean
  /** Waits for what the frames say, or for the end of the connection. */
  until(isSo: (frames: readonly Frame[]) => boolean): Promise<boolean>
  /** The body of a stream so far. */
  body(stream: number): string
  /** Why a stream was reset, or the connection ended (0); undefined while neither was said. */
  reason(stream?: number): string | undefined
  close(): void
}

/** How long a server may take to do what is waited for: only ends what hangs. */
const WAIT_MS = 60_000

/** A connection of HTTP/2 whose every frame is the caller's, right or wrong; the server's settings and pings are not answered. */
export const openRawHttp2 = async (port: number): Promise<RawHttp2> => {
  const socket = connect({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false })
  const frames: Frame[] = []
  let rest = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= HEADER_BYTES && rest.length >= HEADER_BYTES + rest.readUIntBE(0, 3)) {
      const end = HEADER_BYTES + rest.readUIntBE(0, 3)
      frames.push({ type: rest[3]!, flags: rest[4]!, stream: rest.readUInt32BE(5), payload: rest.subarray(HEADER_BYTES, end) })
      rest = rest.subarray(end)
    }
  })
  await once(socket, 'secureConnect')
  socket.write(Buffer.concat([Buffer.from(PREFACE), frame(SETTINGS, 0, 0)]))
  return {
    socket,
    send: (...all) => void (socket.closed || socket.write(Buffer.concat(all))),
    frames: () => frames,
    isClosed: () => socket.closed,
    until: async (isSo) => {
      const deadline = Date.now() + WAIT_MS
      while (!isSo(frames) && !socket.closed && Date.now() < deadline) await sleep(5)
      return isSo(frames)
    },
    body: (stream) =>
      Buffer.concat(frames.filter((one) => one.type === DATA && one.stream === stream).map(({ payload }) => payload)).toString(),
    reason: (stream = 0) => {
      const ended = frames.findLast((one) => (stream === 0 ? one.type === GOAWAY : one.type === RST_STREAM && one.stream === stream))
      return ended && CODES[ended.payload.readUInt32BE(stream === 0 ? 4 : 0)]
    },
    close: () => socket.destroy(),
  }
}
