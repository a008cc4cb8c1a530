/** Something of a topic has changed: one record, or, without an id, any of them. */
export interface LiveNews {
  topic: string
  id?: number
  /** Whose it is, where it is of one patient alone. */
  patient?: number
}

/** What the server's stream says, and how the line to it is. */
export type Heard =
  | { kind: 'news'; news: LiveNews[] }
  | { kind: 'everything' }
  | { kind: 'state'; state: LiveState; heardAt: number }
  | { kind: 'token wanted'; refused: string | null }
export type LiveState = 'connecting' | 'live' | 'lost'

/** The server beats every 15 s: silence for longer than two beats means that the line is dead. */
const SILENCE_MS = 40_000
/** The server greets at once. */
const GREETING_MS = 10_000
/** A stream that lasts shorter than this was no success: the pauses go on growing. */
const STEADY_MS = 20_000
const SHORTEST_MS = 500
const LONGEST_MS = 15_000
/** What is told twice is asked for twice; what is told never stays wrong. */
const MARGIN_S = 1

interface Message {
  event: string
  data: unknown
}

/** Cuts server-sent events out of text as it arrives; answers the whole messages and keeps the rest. */
export const messageCutter = () => {
  let rest = ''
  return (chunk: string): Message[] => {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap((block) => {
      const lines = block.split('\n')
      const event = lines.find((line) => line.startsWith('event: '))?.slice(7)
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6)
      return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }]
    })
  }
}

const newsOf = (data: unknown): LiveNews[] =>
  Array.isArray(data)
    ? data.map(({ topic, id, patient }: Record<string, unknown>) => ({
        topic: String(topic),
        ...(typeof id === 'number' && { id }),
        ...(typeof patient === 'number' && { patient }),
      }))
    : []

/**
 * Keeps one event stream open with the newest token it was given: reconnects with growing pauses, asks for a token when it has none or
 * the server refuses it (from the second in a row on only after a pause), and hears at each connection what it has missed since it last
 * heard, at the first since `since`; the server says `everything` where it does not remember that long.
 */
export const liveStream = (tell: (heard: Heard) => void) => {
  let token: string | null = null
  let refused: string | null = null
  /** Tokens that were refused in a row: a new one that is refused as well is no reason to ask for the next at once. */
  let refusals = 0
  let attempt = 0
  /** When what is on the screens was known to be all there is. */
  let knownAt: number | null = null
  let abort: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let last: Extract<Heard, { kind: 'state' }> = { kind: 'state', state: 'connecting', heardAt: 0 }

  const say = (state: LiveState, heardAt = last.heardAt) => tell((last = { kind: 'state', state, heardAt }))
  const endAfter = (ms: number) => {
    clearTimeout(silence)
    silence = setTimeout(() => abort?.abort(), ms)
  }
  const onSound = () => {
    refusals = 0
    endAfter(SILENCE_MS)
    knownAt = Date.now()
    say('live', knownAt)
  }
  const onMessage = ({ event, data }: Message) => {
    onSound()
    if (event === 'news') tell({ kind: 'news', news: newsOf(data) })
    if (event === 'everything') tell({ kind: 'everything' })
  }
  const again = () => {
    clearTimeout(timer)
    const wait = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** attempt++) * (0.75 + Math.random() / 2)
    timer = setTimeout(() => void open(), wait)
  }
  const read = async (body: ReadableStream<Uint8Array>) => {
    const cut = messageCutter()
    const decoder = new TextDecoder()
    for (const reader = body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) return
      cut(decoder.decode(value, { stream: true })).forEach(onMessage)
    }
  }
  const listen = async (bearer: string, signal: AbortSignal) => {
    const ago = knownAt === null ? 0 : Math.max(0, Math.ceil((Date.now() - knownAt) / 1000)) + MARGIN_S
    const response = await fetch(`/api/events/?ago=${ago}`, { headers: { authorization: `Bearer ${bearer}` }, cache: 'no-store', signal })
    if (response.status === 401) {
      refused = bearer
      refusals += 1
      return
    }
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`)
    const openedAt = Date.now()
    try {
      await read(response.body)
    } finally {
      if (Date.now() - openedAt >= STEADY_MS) attempt = 0
    }
  }
  const open = async () => {
    if (abort) return
    if (token === null || token === refused) return tell({ kind: 'token wanted', refused })
    const mine = (abort = new AbortController())
    endAfter(GREETING_MS)
    try {
      await listen(token, mine.signal)
    } catch {
      // No reply, silence, or a server that is going down: the next attempt is due anyway.
    }
    clearTimeout(silence)
    if (abort !== mine) return
    abort = null
    if (token === refused && refusals === 1) return tell({ kind: 'token wanted', refused })
    say(attempt > 0 ? 'lost' : 'connecting')
    again()
  }
  return {
    /** A token that is good now, and since when its screens have asked; opens the stream when it was waiting for one. */
    give: (next: string, since: number) => {
      token = next
      knownAt ??= since
      // The pause after a refusal ends by itself; the token that was refused is no reason to end it.
      if (!abort && (next !== refused || refusals < 2)) {
        clearTimeout(timer)
        void open()
      }
    },
    /** Tells the state once more: to a tab that has just come. */
    repeat: () => tell(last),
    close: () => {
      clearTimeout(timer)
      clearTimeout(silence)
      abort?.abort()
      abort = null
      token = null
      knownAt = null
      refusals = 0
    },
  }
}
