import { liveStream, type Heard } from './live-stream.ts'

/**
 * One stream for all tabs of the browser: HTTP/1.1 allows six connections to a host, so that one per tab would freeze the seventh. `since`:
 * of what has happened since then the tab must hear.
 */
export type ToWorker = { kind: 'token'; token: string; since: number } | { kind: 'signed out' } | { kind: 'bye' }

/** Longer than a tab takes from its first question until it is heard here. */
const REMEMBERED_MS = 60_000

const ports = new Set<MessagePort>()
let remembered: { at: number; heard: Heard }[] = []

const remember = (heard: Heard) => {
  const at = Date.now()
  remembered = remembered.filter((one) => at - one.at < REMEMBERED_MS)
  if (heard.kind === 'news' || heard.kind === 'everything') remembered.push({ at, heard })
}

const stream = liveStream((heard: Heard) => {
  remember(heard)
  // Any tab can fetch a token: asking the newest one is enough, unless it is gone without a word.
  for (const port of ports) port.postMessage(heard)
})

/** A tab that comes while the stream is open: what the others heard meanwhile is told to it. */
const welcome = (port: MessagePort, since: number) => {
  ports.add(port)
  if (since < Date.now() - REMEMBERED_MS) port.postMessage({ kind: 'everything' } satisfies Heard)
  for (const { at, heard } of remembered) if (at >= since) port.postMessage(heard)
  stream.repeat()
}

const onMessage = (port: MessagePort, message: ToWorker) => {
  if (message.kind === 'token') {
    if (!ports.has(port)) welcome(port, message.since)
    return stream.give(message.token, message.since)
  }
  if (message.kind === 'bye') ports.delete(port)
  if (message.kind === 'signed out' || ports.size === 0) {
    remembered = []
    stream.close()
  }
}

globalThis.addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]
  if (!port) return
  port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => onMessage(port, data))
  port.start()
})
