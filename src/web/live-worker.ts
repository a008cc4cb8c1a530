import { liveStream, type Heard } from './live-stream.ts'

/** One stream for all tabs of the browser: HTTP/1.1 allows six connections to a host, so that one per tab would freeze the seventh. */
export type ToWorker = { kind: 'token'; token: string } | { kind: 'signed out' } | { kind: 'bye' }

const ports = new Set<MessagePort>()
const stream = liveStream((heard: Heard) => {
  // Any tab can fetch a token: asking the newest one is enough, unless it is gone without a word.
  for (const port of ports) port.postMessage(heard)
})

const onMessage = (port: MessagePort, message: ToWorker) => {
  if (message.kind === 'token') return stream.give(message.token)
  if (message.kind === 'bye') ports.delete(port)
  if (message.kind === 'signed out' || ports.size === 0) stream.close()
}

globalThis.addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]
  if (!port) return
  ports.add(port)
  port.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => onMessage(port, data))
  port.start()
  stream.repeat()
})
