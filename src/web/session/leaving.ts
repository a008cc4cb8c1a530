import { listOrdersPending } from '#calls/order-drafts/contract.ts'
import { ApiError, call, query } from '../calls/api.ts'
import { queryClient } from '../calls/query-client.ts'
import { t } from '../i18n.ts'
import { confirm } from '../messages/dialogs.ts'
import { session } from './tokens.ts'

/** Orders of one kind that are chosen in a visit and not sent, as the place that keeps them tells of them. */
export interface PendingSource {
  person: number
  visit: number
  /** What is sent first is what may be refused. */
  rank: number
  /** What they are, in words; empty while nothing is pending. */
  names: () => readonly string[]
  /** Sends them, where the panel is on the screen that asks about warnings; true when nothing is left. */
  senders: Set<() => Promise<boolean>>
  /** Saves them on the server; throws when they cannot be saved. */
  save: () => Promise<void>
  isSaved: () => boolean
}

/** The ways out of a visit. `close` ends it: what is pending then can never be sent. */
export type Exit = 'sign' | 'move' | 'close' | 'next' | 'leave'

const sources = new Map<string, PendingSource>()
/** Makes orders known to the rule; once for a person, a visit and a kind. */
export const watchPending = (name: string, source: PendingSource) => void sources.set(name, source)

// What one person chose is not for the next.
session.subscribe(() => {
  if (session.get().user) return
  sources.clear()
  kept.clear()
})

/** What was kept on purpose, by visit: asked about once, until it changes or the visit is opened again. */
const kept = new Map<number, string>()
export const forgetKept = (visit: number) => void kept.delete(visit)

const me = () => session.get().user?.user_id ?? 0
const own = () => [...sources.values()].filter(({ person, names }) => person === me() && names().length > 0)
const pendingIn = (visit: number) =>
  own()
    .filter((source) => source.visit === visit)
    .toSorted((a, b) => a.rank - b.rank)
const namesOf = (pending: readonly PendingSource[]) => pending.flatMap(({ names }) => names())
const marked = (pending: readonly PendingSource[]) => JSON.stringify(namesOf(pending))

/** Whether the person has to be asked before this visit is left. */
export const isAsked = (visit: number) => {
  const pending = pendingIn(visit)
  return pending.length > 0 && kept.get(visit) !== marked(pending)
}

type Answer = 'send' | 'keep' | 'stay'
interface Asked {
  count: number
  text: string
  maySend: boolean
  goOn: string
}
const ask = ({ count, text, maySend, goOn }: Asked) =>
  new Promise<Answer>((resolve) => {
    const title = t('{count, plural, one {# unsent order} other {# unsent orders}}', { count })
    const back = t('Stay here')
    // A promise is resolved once: the button in the middle is heard before the question is put away.
    const question = maySend
      ? { title, text, back, action: t('Send and continue'), instead: { action: goOn, run: () => resolve('keep') } }
      : { title, text, back, action: goOn }
    void confirm(question).then((isYes) => resolve(isYes ? (maySend ? 'send' : 'keep') : 'stay'))
  })

const inWords = (exit: Exit, names: readonly string[], maySend: boolean) =>
  [
    names.length > 0 && `${names.join(', ')}.`,
    exit === 'close' ? t('After the visit ends they can no longer be sent.') : t('Unsent orders stay pending in this visit.'),
    !maySend && t('Open the visit to send them.'),
  ]
    .filter(Boolean)
    .join(' ')

const keepWord = () => t('Continue and keep them')

const send = async (pending: readonly PendingSource[]): Promise<boolean> => {
  for (const { senders } of pending) {
    const sender = [...senders].at(-1)
    // One after the other: whoever turns back at a warning sends nothing more.
    if (!sender || !(await sender())) return false
  }
  return true
}

interface Going {
  /** Something stays pending, by the person's word. */
  isKept: boolean
}

/** Orders of others end with a visit, too: who closes it is asked. Where the server cannot be asked the act itself says so. */
const mayEndOthers = async (visit: number): Promise<boolean> => {
  const rows = await queryClient.fetchQuery({ ...query(listOrdersPending, { query: {} }), staleTime: 0 }).catch(() => [])
  const others = rows.filter((row) => row.visit === visit && row.author !== me())
  if (others.length === 0) return true
  const who = others.map(({ orders, author_name }) => t('Pending orders: {count}, by {doctor}', { count: orders, doctor: author_name }))
  return confirm({
    title: t('End visit with unsent orders?'),
    text: `${who.join('. ')}. ${t('After the visit ends they can no longer be sent.')}`,
    back: t('Stay here'),
    action: t('End visit'),
    isGrave: true,
  })
}

/** Asks before a visit is left, when the caller has orders in it that are not sent; null when the person stays. */
export const askBeforeLeaving = async (exit: Exit, visit: number): Promise<Going | null> => {
  const pending = pendingIn(visit)
  if (exit === 'close' && !(await mayEndOthers(visit))) return null
  if (pending.length === 0) return { isKept: false }
  if ((exit === 'next' || exit === 'leave') && !isAsked(visit)) return { isKept: true }
  const names = namesOf(pending)
  const maySend = pending.every(({ senders }) => senders.size > 0)
  const answer = await ask({ count: names.length, text: inWords(exit, names, maySend), maySend, goOn: keepWord() })
  if (answer === 'stay') return null
  if (answer === 'send') return (await send(pending)) ? { isKept: false } : null
  // To sign comes before to move on: that asks once more.
  if (exit !== 'sign') kept.set(visit, marked(pending))
  await Promise.allSettled(pending.map(({ save }) => save()))
  return { isKept: true }
}

/**
 * The one way out of a visit: asks about orders that are not sent, and does `act` with whether some are kept on purpose. What this browser does
 * not know of, such as orders chosen on another machine, the server refuses with `orders_pending`: that is asked about as well. Null when the
 * person stays.
 */
export const goOn = async <T>(exit: Exit, visit: number, act: (isKept: boolean) => Promise<T>): Promise<T | null> => {
  const going = await askBeforeLeaving(exit, visit)
  if (!going) return null
  try {
    return await act(going.isKept)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'orders_pending')) throw error
    const asked = { count: Number(error.body['orders']), text: inWords(exit, [], false), maySend: false, goOn: keepWord() }
    return (await ask(asked)) === 'keep' ? act(true) : null
  }
}

/** So long signing out waits for a server that does not answer. */
const ASK_MS = 4_000

const findMine = async () => {
  const rows = await call(listOrdersPending, { query: {} }, { signal: AbortSignal.timeout(ASK_MS) }).catch(() => [])
  return rows.filter(({ author, is_closed }) => author === me() && !is_closed)
}

/**
 * Whether the person signs out: asked about every visit in which orders of theirs are not sent, on this machine or another one. What is on the
 * server stays pending; what could not be saved there is erased with the rest of this browser's drafts, and that is said.
 */
export const maySignOut = async (): Promise<boolean> => {
  const { isExpired } = session.get()
  if (!isExpired) await Promise.race([Promise.allSettled(own().map(({ save }) => save())), new Promise((over) => setTimeout(over, ASK_MS))])
  const unsaved = own().filter(({ isSaved }) => !isSaved())
  const back = t('Stay here')
  if (unsaved.length > 0)
    return confirm({
      title: t('{count, plural, one {# unsent order} other {# unsent orders}}', { count: namesOf(unsaved).length }),
      text: `${namesOf(unsaved).join(', ')}. ${t('They could not be saved on the server and will be lost when you sign out.')}`,
      back,
      action: t('Discard and sign out'),
      isGrave: true,
    })
  // Without a session nothing can be asked or sent; all of it is on the server.
  const mine = isExpired ? [] : await findMine()
  if (mine.length === 0) return true
  const count = mine.reduce((sum, { orders }) => sum + orders, 0)
  const [first, ...more] = mine
  const here = more.length === 0 ? pendingIn(first!.visit) : []
  const maySend = here.length > 0 && here.every(({ senders }) => senders.size > 0)
  const who = mine.map(({ patient_name, orders }) => `${patient_name}: ${orders}`).join(', ')
  const text = `${who}. ${t('Unsent orders stay pending: your queue shows them at your next sign-in, on any computer.')}`
  const answer = await ask({ count, text, maySend, goOn: t('Sign out and keep them') })
  if (answer === 'send') return send(here)
  return answer === 'keep'
}
