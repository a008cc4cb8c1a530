import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { ApiError, call, query } from '#web/calls/api.ts'
import { whenRestored } from '#web/calls/connection-state.ts'
import { randomId } from '#web/calls/random-id.ts'
import { dropDraft, keepDraft, readDraft } from '#web/forms/drafts.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { forgetKept, watchPending, type PendingSource } from '#web/session/leaving.ts'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/tokens.ts'
import { listOrderDrafts, saveOrderDraft } from '../contract.ts'
import { isAlike, orderKinds, permissionToOrder, type OrderKind } from '../rules.ts'

export type DraftOnServer = ResponseOf<typeof listOrderDrafts>[number]
type Body = RequestOf<typeof saveOrderDraft>['body']

/** What is chosen, and the idempotency key under which it is sent. */
export interface Choice<C> {
  content: C
  key: string
}

/** What one kind of orders is to the keeper. */
export interface DraftShape<C> {
  kind: OrderKind
  nothing: C
  names: (content: C) => string[]
  toBody: (content: C) => Pick<Body, 'drugs' | 'tests'>
  fromDraft: (draft: DraftOnServer) => C
  merge: (three: { base: C; mine: C; theirs: C }) => C
  /** Where drafts of earlier versions of this page have it. */
  earlierName: string
}

/** Where the screen has it. */
export interface ChoiceBox<C> {
  get: () => Choice<C>
  set: (choice: Choice<C>) => void
  subscribe: (listener: () => void) => () => void
}

/** What is in this browser: the choice, and what the server had when both were the same. */
interface Kept<C> extends Choice<C> {
  base: Base<C>
}
interface Base<C> {
  version: number
  content: C
}

export interface DraftPlace {
  /** Under which this browser keeps it. */
  name: string
  /** Null where it is kept in this browser alone. */
  visit: number | null
}

const SAVE_AFTER_MS = 600
const AGAIN_AFTER_MS = 20_000
/** Of two machines that save at once one gives way at each round. */
const ROUNDS = 5

/** The orders were changed on another machine since they were looked at: they are to be looked at before they are sent. */
export class ChangedElsewhere extends Error {}

/**
 * Keeps what a person chooses and has not sent: in this browser at once, on the server within a second, so that it is there on another machine and others
 * see that something is pending. While the connection is lost the browser's copy is the bridge. Copies that were changed apart are merged by
 * `mergeLines`; sending empties the server's copy in the same act, so that nothing is ordered twice.
 */
export const keepChoice = <C>(place: DraftPlace, shape: DraftShape<C>, box: ChoiceBox<C>) => {
  const { visit } = place
  const person = session.get().user?.user_id ?? 0
  let base: Base<C> = { version: 0, content: shape.nothing }
  /** The server does not keep it: outside a visit, in one that is over, or for somebody without the right. */
  let isHereOnly = visit === null
  let merges = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const isSame = (a: C, b: C) => isAlike(shape.toBody(a), shape.toBody(b))
  const isNothing = (content: C) => isSame(content, shape.nothing)
  const isSaved = () => isHereOnly || isSame(box.get().content, base.content)

  const restore = async () => {
    const values = (await readDraft(person, place.name))?.values as (Partial<Kept<C>> & Record<string, unknown>) | undefined
    const known = values && ((values.content ?? values[shape.earlierName]) as C | undefined)
    if (known === undefined) return
    const { content, key } = box.get()
    if (values?.base) base = values.base
    // What was there before the page was loaded again comes before what has been added since.
    const merged = shape.merge({ base: shape.nothing, mine: known, theirs: content })
    box.set({ content: merged, key: isNothing(content) ? (values?.key ?? key) : key })
  }

  let keptHere: Kept<C> | null = null
  let isKeeping = false
  /** One write after the other: what was chosen just before the page goes is there afterwards. */
  const keepHere = async () => {
    if (isKeeping) return
    isKeeping = true
    while (keptHere?.content !== box.get().content || keptHere?.base !== base) {
      keptHere = { ...box.get(), base }
      const isGone = isNothing(keptHere.content) && isNothing(base.content)
      await (isGone ? dropDraft(person, place.name) : keepDraft(person, place.name, keptHere))
    }
    isKeeping = false
  }

  /** Takes over what another machine, or another tab, has saved or sent meanwhile. */
  const meet = (draft: DraftOnServer) => {
    if (draft.version <= base.version) return
    const { content, key } = box.get()
    const theirs = shape.fromDraft(draft)
    const merged = shape.merge({ base: base.content, mine: content, theirs })
    const isMine = !isSame(content, base.content)
    base = { version: draft.version, content: theirs }
    merges += 1
    if (isSame(merged, content)) void keepHere()
    else {
      box.set({ content: merged, key: isSame(merged, theirs) ? draft.key : key })
      if (isMine) toast.done(t('Orders of this visit were also changed on another device. Check them before sending.'))
    }
  }

  let line: Promise<unknown> = restore().then(() => {
    box.subscribe(() => {
      void keepHere()
      schedule()
    })
    void keepHere()
    schedule()
  })
  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const next = line.then(work)
    line = next.catch(() => {})
    return next
  }
  const stay = { isOver: false }
  // What is left of a session that has ended is never sent in the next.
  const stops = [
    session.subscribe(() => {
      if (session.get().user?.user_id === person) return
      stay.isOver = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }),
    whenRestored(() => schedule(0)),
  ]

  const put = async (isWaiting: boolean) => {
    const { content, key } = box.get()
    const version = base.version > 0 ? { version: base.version } : {}
    const saved = await call(
      saveOrderDraft,
      { body: { visit: visit!, key, ...version, ...shape.toBody(content) } },
      isWaiting ? {} : { waits: false },
    )
    base = { version: saved.version, content }
    void keepHere()
  }
  /** Throws what stands in the way; with `isWaiting` a lost connection is waited for, as it is by whatever is sent. */
  const saveNow = async (isWaiting = false) => {
    clearTimeout(timer)
    for (let round = 0; !isSaved() && !stay.isOver; round += 1) {
      if (round === ROUNDS) throw new ChangedElsewhere()
      try {
        // What is typed meanwhile is saved next.
        return await put(isWaiting)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.status === 412) meet(error.body['current'] as DraftOnServer)
        else if (error.status === 403 || error.status === 404 || error.code === 'visit_closed') isHereOnly = true
        else throw error
      }
    }
  }
  const save = () => inLine(() => saveNow())
  const schedule = (after = SAVE_AFTER_MS) => {
    clearTimeout(timer)
    if (isSaved() || stay.isOver) return
    timer = setTimeout(() => void save().catch(() => schedule(AGAIN_AFTER_MS)), after)
  }

  return {
    meet: (draft: DraftOnServer) => inLine(() => Promise.resolve(meet(draft))),
    save,
    isSaved,
    names: () => shape.names(box.get().content),
    /**
     * Sends what is chosen by `work`, with the version of the server's copy that is emptied by it; what is added meanwhile stays. Throws
     * `ChangedElsewhere` where another machine changed something that was not on the screen yet.
     */
    send: <T>(work: (choice: Choice<C>, draft: { draft_version?: number }) => Promise<T>): Promise<T> =>
      inLine(async () => {
        const before = merges
        try {
          for (let round = 0; round < ROUNDS && !isSaved(); round += 1) await saveNow(true)
        } catch (error) {
          // What the server cannot keep as it is typed it refuses in clearer words when it is sent.
          if (!(error instanceof ApiError && error.status === 400)) throw error
        }
        if (merges !== before) throw new ChangedElsewhere()
        const sent = box.get()
        const isThere = !isHereOnly && base.version > 0 && isSaved()
        let answer: T
        try {
          answer = await work(sent, isThere ? { draft_version: base.version } : {})
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'version_conflict')) throw error
          meet(error.body['current'] as DraftOnServer)
          throw new ChangedElsewhere()
        }
        if (isThere) base = { version: base.version + 1, content: shape.nothing }
        const now = box.get().content
        box.set({ content: shape.merge({ base: sent.content, mine: now, theirs: shape.nothing }), key: randomId() })
        return answer
      }),
  }
}
export type ChoiceKeeper<C> = ReturnType<typeof keepChoice<C>>

/** Makes the orders of a visit known to the one rule about leaving it. */
export const watchChoice = <C>(visit: number, kind: OrderKind, keeper: ChoiceKeeper<C>): PendingSource => {
  const { names, save, isSaved } = keeper
  const person = session.get().user?.user_id ?? 0
  const source = { person, visit, rank: orderKinds.indexOf(kind), names, save, isSaved, senders: new Set<() => Promise<boolean>>() }
  watchPending(`${person}:${visit}:${kind}`, source)
  return source
}

/** While a panel shows the orders: what the server has of them comes in, and they can be sent from the question that an exit puts. */
export const useChoiceOnScreen = <C>(
  visit: number | null,
  kind: OrderKind,
  { keeper, source }: { keeper: ChoiceKeeper<C>; source: PendingSource | null },
  send: () => Promise<boolean>,
) => {
  const { allowed, can } = useRights()
  const isAsked = visit !== null && source !== null && can(listOrderDrafts) && allowed(permissionToOrder[kind])
  const { data } = useQuery({ ...query(listOrderDrafts, { query: { visit: visit ?? 0 } }), enabled: isAsked })
  // The keeper is outside React.
  useEffect(() => {
    for (const draft of data ?? []) if (draft.kind === kind) void keeper.meet(draft)
  }, [data, kind, keeper])
  useEffect(() => {
    source?.senders.add(send)
    return () => void source?.senders.delete(send)
  })
  useEffect(() => (visit === null ? undefined : forgetKept(visit)), [visit])
}
