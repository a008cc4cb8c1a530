import { isUp } from './connection.ts'
import { whenRestored } from './connection-state.ts'
import { liveStream, type Heard, type LiveState } from './live-stream.ts'
import type { ToWorker } from './live-worker.ts'
import { catchUp, takeUpNews } from './query-client.ts'
import { createStore } from '../state/store.ts'
import { freshToken, session, tokenAfterRefusal } from '../session/tokens.ts'

/** How fresh the screen is: the state of the stream and when it was last heard. */
export const live = createStore<{ state: LiveState; heardAt: number }>({ state: 'connecting', heardAt: 0 })

interface Line {
  send: (message: ToWorker) => void
}

const SHORTEST_MS = 2_500
const LONGEST_MS = 15_000
let asking: ReturnType<typeof setTimeout> | undefined
/** Asks about the connection while the stream is lost, more and more rarely: what answered just before it broke says nothing of now. */
const askWhileLost = (pause = SHORTEST_MS) => {
  clearTimeout(asking)
  if (live.get().state !== 'lost') return
  void isUp()
  asking = setTimeout(() => askWhileLost(Math.min(LONGEST_MS, pause * 2)), pause)
}

const onHeard = (line: Line) => (heard: Heard) => {
  if (heard.kind === 'state') {
    live.set({ state: heard.state, heardAt: heard.heardAt })
    // So that a screen on which nothing is asked for knows too.
    askWhileLost()
  }
  if (heard.kind === 'news') void takeUpNews(heard.news)
  if (heard.kind === 'everything') catchUp()
  if (heard.kind === 'token wanted') void giveToken(line, heard.refused)
}

/** A token for the stream; without one (signed out, idle, no line) it simply stays closed until the next. */
const giveToken = async (line: Line, refused: string | null) => {
  try {
    line.send({
      kind: 'token',
      token: refused === null ? await freshToken() : await tokenAfterRefusal(refused),
      since: askingSince ?? Date.now(),
    })
  } catch {
    setTimeout(() => session.get().user && !session.get().isExpired && void giveToken(line, refused), RETRY_MS)
  }
}
/** Within so long after the connection is back the stream is opened. */
const SPREAD_MS = 1_000
/** The exchange of a token has been tried three times by then. */
const RETRY_MS = 15_000
/** Since when this tab shows what the person who is signed in may see: of what has happened since, it must hear. */
let askingSince: number | null = performance.timeOrigin

const inWorker = (onBroken: () => void): Line => {
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: 'kliniki-live' })
  const line: Line = { send: (message) => worker.port.postMessage(message) }
  worker.port.addEventListener('message', ({ data }: MessageEvent<Heard>) => onHeard(line)(data))
  worker.port.start()
  worker.addEventListener('error', onBroken, { once: true })
  return line
}

const inTab = (): Line => {
  const line: Line = {
    send: (message) => {
      if (message.kind === 'token') stream.give(message.token, message.since)
      else stream.close()
    },
  }
  const stream = liveStream((heard) => onHeard(line)(heard))
  return line
}

/**
 * Opens the stream while somebody is signed in, in the browser's one worker, or in this tab where there are no shared workers or theirs
 * cannot be loaded. A page that the browser keeps while another is shown hears afterwards what it missed.
 */
export const startLive = () => {
  const notifyToken = () => {
    const { user, isExpired } = session.get()
    if (!user) {
      askingSince = null
      return line.send({ kind: 'signed out' })
    }
    askingSince ??= Date.now()
    if (!isExpired) line.send({ kind: 'token', token: user.token, since: askingSince })
  }
  const toTab = () => {
    line = inTab()
    notifyToken()
  }
  let line = typeof SharedWorker === 'undefined' ? inTab() : inWorker(toTab)
  window.addEventListener('pagehide', () => {
    line.send({ kind: 'bye' })
    if (session.get().user) askingSince = Date.now()
  })
  window.addEventListener('pageshow', ({ persisted }) => persisted && notifyToken())
  session.subscribe(notifyToken)
  // The stream does not wait for its pause to end; those of all the browsers do not come at one moment.
  whenRestored(() => setTimeout(notifyToken, Math.random() * SPREAD_MS))
  if (session.get().user) notifyToken()
  else askingSince = null
}
