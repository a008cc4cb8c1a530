import type { Endpoint } from '#shared/endpoint.ts'
import { seededGroups } from '#shared/permissions.ts'

/** Of all requests, about a quarter is let in and fits. */
const FLOOR = 0.2
const ENOUGH_IN_ALL = 1_000
const ENOUGH_EACH = 30
/** Of what one group asks: so little means that it is refused at the door. */
const GROUP_FLOOR = 0.05
const ENOUGH_OF_GROUP = 300

/** Calls without a row in their path that hardly anything by chance fits: days of one week, a code, a picture, a record of one's own. */
const unlikely = new Set([
  'GET /company/logo/',
  'GET /inventory/scan/',
  'GET /patients/appointments/calendar/',
  'GET /patients/appointments/days/',
  'GET /patients/patient-profile/',
  'GET /pharmacy/register/pdf/',
  'GET /portal/announcements/',
  'GET /public/booking/slots/',
])

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** Answered with success to whoever may: it needs no row that may be gone. */
const needsNoRow = (endpoint: Endpoint) => endpoint.method === 'GET' && !endpoint.path.includes('{') && !unlikely.has(nameOf(endpoint))

export interface Reached {
  note: (endpoint: Endpoint, who: string, status: number) => void
  /** The calls that had no success at all. */
  never: () => string[]
  /** How much of what each group asked had success, in words. */
  shares: () => string[]
  /** A run whose requests are all refused has shown nothing. */
  faults: () => string[]
}

interface Count {
  asked: number
  well: number
}
const add = <K>(counts: Map<K, Count>, key: K, isWell: boolean) => {
  const count = counts.get(key) ?? { asked: 0, well: 0 }
  counts.set(key, { asked: count.asked + 1, well: count.well + (isWell ? 1 : 0) })
}
const percent = (share: number) => `${Math.round(share * 100)} %`

/** Counts how often each call was asked, and by which group, and how often with success. */
export const openReached = (): Reached => {
  const calls = new Map<Endpoint, Count>()
  const groups = new Map<string, Count>()
  const without = () => [...calls].filter(([, { well }]) => well === 0)
  return {
    note: (endpoint, who, status) => {
      const isWell = status >= 200 && status < 300
      add(calls, endpoint, isWell)
      if (who in seededGroups) add(groups, who, isWell)
    },
    never: () => without().map(([endpoint]) => nameOf(endpoint)),
    shares: () => [...groups].map(([group, { asked, well }]) => `${group} ${percent(well / asked)}`),
    faults: () => {
      const all = [...calls.values()]
      const asked = all.reduce((sum, call) => sum + call.asked, 0)
      const share = all.reduce((sum, call) => sum + call.well, 0) / asked
      const low = asked >= ENOUGH_IN_ALL && share < FLOOR
      return [
        ...(low ? [`Of all requests ${percent(share)} had success, not ${percent(FLOOR)} or more`] : []),
        ...[...groups]
          .filter(([, group]) => group.asked >= ENOUGH_OF_GROUP && group.well < group.asked * GROUP_FLOOR)
          .map(([name, group]) => `Of the requests of ${name} ${percent(group.well / group.asked)} had success`),
        ...without()
          .filter(([endpoint, call]) => call.asked >= ENOUGH_EACH && needsNoRow(endpoint))
          .map(([endpoint, call]) => `${nameOf(endpoint)} had no success in ${call.asked} requests`),
      ]
    },
  }
}
