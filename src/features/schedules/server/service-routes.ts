import type { ParsedOf } from '#shared/endpoint.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { invalidInput, stale } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { type BookableService, listBookableServices, updateBookableServices } from '../contract.ts'
import { lockSchedules } from './lock.ts'
import { countServices, findServices, findServicesById, upsertServices } from './services.ts'

type Sent = ParsedOf<typeof updateBookableServices>['body']['services']

const requireInUse = (services: Sent, known: ReadonlyMap<number, BookableService>) => {
  const unknown = services.flatMap(({ id }, index) =>
    known.has(id) ? [] : [[`services.${index}.id`, ['Choose a service that is in use.']]],
  )
  if (unknown.length > 0) throw invalidInput(Object.fromEntries(unknown))
}

const bookingOf = ({ minutes, is_public }: Pick<BookableService, 'minutes' | 'is_public'>) => ({ minutes, is_public })

export const serviceRoutes = [
  handle(listBookableServices, async ({ db, query: { limit, cursor, count, ...filters } }) => {
    // Whole unless a page is asked for; a cursor without a limit goes on with pages of the usual size.
    const size = cursor === undefined ? limit : limitOf(limit)
    const rows = await findServices(db, filters, { cursor: readCursor(cursor), limit: size === undefined ? undefined : size + 1 })
    const total = count ? await countServices(db, filters) : undefined
    return pageOf(rows, size ?? rows.length, ({ sort_name }) => sort_name, total)
  }),

  handle(updateBookableServices, async ({ db, body: { services }, audit, publish }) => {
    await lockSchedules(db)
    const ids = services.map(({ id }) => id)
    const before = await findServicesById(db, ids)
    const known = new Map(before.map((service) => [service.id, service]))
    requireInUse(services, known)
    if (services.some(({ id, version }) => version !== undefined && version !== known.get(id)!.version))
      throw stale(before.map(({ sort_name: _sort, ...service }) => service))
    await upsertServices(db, services)
    for (const service of services) {
      const change = changedFields(bookingOf(known.get(service.id)!), bookingOf(service))
      audit('change', { entity: 'bookable service', id: service.id, change })
    }
    publish('schedules')
    return findServicesById(db, ids)
  }),
]
