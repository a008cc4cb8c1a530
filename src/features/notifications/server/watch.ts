import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { EventHub, News } from '#platform/events/hub.ts'
import { outage } from '#platform/outage.ts'
import { bringUpToDate, type AlertRule } from './update-alerts.ts'

/** News comes in bursts: what follows within this time is looked at together. */
const GATHER_MS = 200
/** However much happens, so long lies between two looks. */
const REST_MS = 1_000

interface Watching {
  db: Db
  events: Pick<EventHub, 'subscribe' | 'publish'>
  clock: Clock
  onError: (error: unknown, job: string) => void
}

/** Brings all of these up to date, one after the other; answers the news for the screens whose inboxes changed. */
export const checkAlerts = async (db: Db, all: readonly AlertRule[], now: Date): Promise<News[]> => {
  const changed = new Set<number | null>()
  for (const one of all) for (const user of await bringUpToDate(db, one, now)) changed.add(user)
  return Array.from(changed, (user) => (user === null ? { topic: 'notifications' } : { topic: 'portal', id: user }))
}

/**
 * Looks at what news may have changed, a moment after it was committed, and tells the screens: whatever changes a requisition or a result
 * says so already, and needs to know nothing of notifications. Ends with the returned function, which waits for a look under way.
 */
export const watchAlerts = (rules: readonly AlertRule[], { db, events, clock, onError }: Watching): (() => Promise<void>) => {
  const looks = outage(onError)
  let wanted = new Set<AlertRule>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isOver = false

  const look = async () => {
    timer = undefined
    const now = wanted
    wanted = new Set()
    try {
      events.publish(await checkAlerts(db, [...now], clock()))
      looks.worked()
    } catch (error) {
      looks.failed(error, 'notifications')
    }
    looking = undefined
    if (wanted.size > 0) soon(REST_MS)
  }
  const soon = (wait: number) => {
    if (isOver || timer || looking) return
    timer = setTimeout(() => void (looking = look()), wait)
  }
  const unsubscribe = events.subscribe((news: readonly News[]) => {
    // Without any, nobody knows what was missed.
    const concerned = rules.filter(
      ({ topics }) => topics.length > 0 && (news.length === 0 || news.some(({ topic }) => topics.includes(topic))),
    )
    for (const one of concerned) wanted.add(one)
    if (concerned.length > 0) soon(GATHER_MS)
  })
  return async () => {
    isOver = true
    unsubscribe()
    clearTimeout(timer)
    await looking
  }
}
