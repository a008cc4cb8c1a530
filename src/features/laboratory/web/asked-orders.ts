import { isCritical } from '../contract-fields.ts'
import type { Request, RequestPanel } from './lab-types.ts'

/** What was asked for at once and is charged at once: a profile with its tests, or one test. */
export interface AskedOrder {
  id: number
  title: string
  isProfile: boolean
  request: Request
  /** Critical ones first, then what is out of range, then as they are reported. */
  panels: RequestPanel[]
  hasCritical: boolean
}

const rankOf = ({ current }: RequestPanel): number => (!current?.flag || current.flag === 'normal' ? 2 : isCritical(current.flag) ? 0 : 1)

const orderOf = (id: number, panels: RequestPanel[], request: Request): AskedOrder => {
  const [first] = panels
  return {
    id,
    title: first?.profile_name ?? first?.test_panel_name ?? '',
    isProfile: first?.profile !== null,
    request,
    panels: panels.toSorted((a, b) => rankOf(a) - rankOf(b)),
    hasCritical: panels.some((panel) => rankOf(panel) === 0),
  }
}

/** What stands of requests, order by order: those with a critical value first, else as the requests come. Cancelled tests are left out. */
export const ordersOf = (requests: readonly Request[]): AskedOrder[] =>
  requests
    .flatMap((request) => {
      const currentResults = request.panels.filter(({ state }) => state !== 'cancelled')
      return [...Map.groupBy(currentResults, ({ order }) => order)].map(([id, panels]) => orderOf(id, panels, request))
    })
    .toSorted((a, b) => Number(b.hasCritical) - Number(a.hasCritical))

/** The tests that stand in requests. */
export const activeTests = (requests: readonly Request[]): ReadonlySet<number> =>
  new Set(requests.flatMap(({ panels }) => panels.filter(({ state }) => state !== 'cancelled').map(({ test_panel }) => test_panel)))

/** What may still be cancelled: nothing was approved of it. */
export const cancellable = (panels: readonly RequestPanel[]): RequestPanel[] =>
  panels.filter(({ state }) => state === 'requested' || state === 'entered')
