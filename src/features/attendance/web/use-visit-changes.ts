import { ApiError, call, messageOf } from '#web/calls/api.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { t } from '#web/i18n.ts'
import { live } from '#web/calls/live.ts'
import { invalidateNews } from '#web/calls/query-client.ts'
import { useWarm } from '#web/calls/warm.ts'
import { createStore, useStore } from '#web/state/store.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { toast } from '#web/messages/toast.tsx'
import { getVisit, moveVisit, undoMove } from '../contract.ts'
import { isClosed, type Track } from '../rules.ts'
import { refusalText, trackWord, visitName, type VisitOnScreen } from './visit-name.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'

/** A visit as it will be, or is known to be, before the lists on the screen have been asked for again. */
interface OptimisticVisit {
  visit: VisitOnScreen
  at: number
}
const optimistic = createStore<ReadonlyMap<number, OptimisticVisit>>(new Map())

const OPTIMISTIC_MS = 10_000

const showOptimistic = (visit: VisitOnScreen) => {
  const mine: OptimisticVisit = { visit, at: Date.now() }
  optimistic.set(new Map(optimistic.get()).set(visit.id, mine))
  return mine
}
const lift = (id: number, mine?: OptimisticVisit) => {
  if (mine && optimistic.get().get(id) !== mine) return
  const next = new Map(optimistic.get())
  next.delete(id)
  optimistic.set(next)
}
/** Shows a visit as the server answered it until the lists have caught up. */
const settle = (visit: VisitOnScreen) => {
  const mine = showOptimistic(visit)
  setTimeout(() => lift(visit.id, mine), OPTIMISTIC_MS)
  // The stream brings the news of one's own change, too.
  if (live.get().state !== 'live') void invalidateNews([{ topic: 'attendance' }])
}

/** Open visits of a list of the age `fetchedAt` with this browser's own newer changes laid over it. */
export const withChanges = (
  visits: readonly VisitOnScreen[],
  changes: ReadonlyMap<number, OptimisticVisit>,
  fetchedAt: number,
): VisitOnScreen[] => {
  if (changes.size === 0) return [...visits]
  const listed = new Set(visits.map(({ id }) => id))
  const changed = visits.map((visit) => {
    const mine = changes.get(visit.id)?.visit
    return mine && mine.version > visit.version ? mine : visit
  })
  const added = [...changes.values()].filter(({ visit, at }) => !listed.has(visit.id) && at > fetchedAt).map(({ visit }) => visit)
  return [...changed, ...added].filter(({ track }) => !isClosed(track))
}

export const useOptimisticVisits = () => useStore(optimistic)
/** One visit with the newest that this browser knows of it. */
export const useNewest = (visit: VisitOnScreen | undefined) => {
  const mine = useStore(optimistic).get(visit?.id ?? 0)?.visit
  return visit && mine && mine.version > visit.version ? mine : visit
}
/** A visit that has just begun is on the board at once. */
export const showStarted = settle

type Change = Omit<NonNullable<RequestOf<typeof moveVisit>['body']>, 'version'>
interface Who {
  id: number
  name: string
}

const expected = (visit: VisitOnScreen, change: Change, me: Who): VisitOnScreen => {
  const now = new Date(clinicNow()).toISOString()
  const to = change.track as Track | undefined
  const leaves = to !== undefined || change.attending === false
  return {
    ...visit,
    ...(to !== undefined && { track: to, track_since: now }),
    ...(change.priority !== undefined && { priority: change.priority }),
    ...(leaves && { attended_by: null, attended_by_name: null, attended_since: null }),
    ...(change.attending === true && { attended_by: me.id, attended_by_name: me.name, attended_since: now }),
    version: visit.version + 1,
  }
}

/** Says kindly what stood in the way, and shows how things stand. */
const explain = async (error: unknown, visit: VisitOnScreen) => {
  const current = error instanceof ApiError ? (error.body['current'] as VisitOnScreen | undefined) : undefined
  toast.failed(refusalText(error, visitName(visit)) ?? messageOf(error))
  if (current) return settle(current)
  if (error instanceof ApiError && error.status === 409) {
    const now = await call(getVisit, { params: { id: visit.id } }).catch(() => null)
    if (now) settle(now)
  }
}

/** Refused because the patient has no triage category. */
const isUntriaged = (error: unknown) => error instanceof ApiError && error.status === 400 && 'triage_level' in error.body

/** The two ways on: choose a category at triage, or say why it is an emergency; null for the first. */
const askEmergency = (visit: VisitOnScreen) =>
  askReason({
    title: t('{name} has no triage category', { name: visitName(visit) }),
    text: t('Choose the category at triage. In an emergency the patient can go on at once: enter the reason.'),
    action: t('Send as emergency'),
    isGrave: true,
  })

/** The last move made here, so that one key takes it back. */
const lastMove = createStore<VisitOnScreen | null>(null)

// Fetched once a screen that moves patients is drawn.
const loadLeaving = () => import('#web/session/leaving.ts')

/** Changes a visit: shown at once, and rolled back when the server says no. */
const changeShown = async (visit: VisitOnScreen, body: Change, me: Who): Promise<VisitOnScreen> => {
  const mine = showOptimistic(expected(visit, body, me))
  try {
    const saved = await call(moveVisit, { params: { id: visit.id }, body: { ...body, version: visit.version } })
    settle(saved)
    return saved
  } catch (error) {
    lift(visit.id, mine)
    throw error
  }
}

/**
 * Changes a visit; one that moves goes the one way out of a visit, which asks about orders that are not sent. What the server refuses is explained.
 * Answers the visit, or null.
 */
const change = async (visit: VisitOnScreen, body: Change, me: Who): Promise<VisitOnScreen | null> => {
  const { track } = body
  try {
    if (track === undefined) return await changeShown(visit, body, me)
    const exit = isClosed(track as Track) ? 'close' : 'move'
    const { goOn } = await loadLeaving()
    return await goOn(exit, visit.id, (isKept) => changeShown(visit, { ...body, ...(isKept && { keep_orders: true }) }, me))
  } catch (error) {
    const reason = isUntriaged(error) ? await askEmergency(visit) : null
    if (reason !== null) return change(visit, { ...body, emergency_reason: reason }, me)
    if (!isUntriaged(error)) await explain(error, visit)
    return null
  }
}

/** Takes a move back, within ten minutes and while nothing else has happened. */
const undo = async (moved: VisitOnScreen) => {
  lastMove.set(null)
  try {
    const saved = await call(undoMove, { params: { id: moved.id }, body: { version: moved.version } })
    settle(saved)
    toast.done(t('Move undone. {name}: {track}.', { name: visitName(saved), track: trackWord(saved.track) }))
  } catch (error) {
    await explain(error, moved)
  }
}

const move = async (visit: VisitOnScreen, track: Track, me: Who) => {
  const saved = await change(visit, { track }, me)
  if (!saved) return null
  lastMove.set(saved)
  const words = { name: visitName(saved), track: trackWord(saved.track) }
  const text = isClosed(saved.track) ? t('Visit of {name} closed: {track}.', words) : t('{name} sent to {track}.', words)
  toast.done(text, { label: t('Undo'), run: () => void undo(saved) })
  return saved
}

const attend = async (visit: VisitOnScreen, me: Who, attending: boolean) =>
  change(visit, { attending, ...(visit.attended_by !== null && visit.attended_by !== me.id && { take_over: true }) }, me)

/** Everything a screen does to visits; `lastMoved` is what `undo` would take back. */
export const useVisitChanges = () => {
  useWarm(loadLeaving)
  return { move, change, attend, undo, lastMoved: useStore(lastMove) }
}
