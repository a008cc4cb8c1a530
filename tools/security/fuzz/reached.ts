import type { Endpoint } from '#shared/endpoint.ts'

/** Of all requests, about a quarter is let in and fits. */
const FLOOR = 0.2
const ENOUGH_IN_ALL = 1_000
const ENOUGH_EACH = 30

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
  note: (endpoint: Endpoint, status: number) => void
  /** The calls that had no success at all. */
  never: () => string[]
  /** A run whose requests are all refused has shown nothing. */
  faults: () => string[]
}

/** Counts how often each call was asked, and how often with success. */
export const openReached = (): Reached => {
  const calls = new Map<Endpoint, { asked: number; well: number }>()
  const without = () => [...calls].filter(([, { well }]) => well === 0)
  return {
    note: (endpoint, status) => {
      const call = calls.get(endpoint) ?? { asked: 0, well: 0 }
      calls.set(endpoint, call)
      call.asked += 1
      if (status >= 200 && status < 300) call.well += 1
    },
    never: () => without().map(([endpoint]) => nameOf(endpoint)),
    faults: () => {
      const all = [...calls.values()]
      const asked = all.reduce((sum, call) => sum + call.asked, 0)
      const share = all.reduce((sum, call) => sum + call.well, 0) / asked
      const low = asked >= ENOUGH_IN_ALL && share < FLOOR
      return [
        ...(low ? [`Of all requests ${Math.round(share * 100)} % had success, not ${FLOOR * 100} % or more`] : []),
        ...without()
          .filter(([endpoint, call]) => call.asked >= ENOUGH_EACH && needsNoRow(endpoint))
          .map(([endpoint, call]) => `${nameOf(endpoint)} had no success in ${call.asked} requests`),
      ]
    },
  }
}
