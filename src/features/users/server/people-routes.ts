import { forbidden, notFound } from '#platform/errors/problem.ts'
import { limitOf, pageOf } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { getUser, listDoctors, listUsers } from '../contract.ts'
import { countPeople, findDoctors, findPeople, findPerson } from './people.ts'

/** Reading the people of the clinic. */
export const peopleRoutes: Route[] = [
  handle(listUsers, async ({ db, query: { limit, cursor, count, ...filter }, now }) => {
    // Whole unless a page is asked for; a cursor without a limit goes on with pages of the usual size.
    const size = cursor === undefined ? limit : limitOf(limit)
    const rows = await findPeople(db, filter, { cursor, limit: size === undefined ? undefined : size + 1 }, now)
    const total = count ? await countPeople(db, filter) : undefined
    return pageOf(rows, size ?? rows.length, (row) => row.sort_name, total)
  }),

  handle(getUser, async ({ db, params, user, now }) => {
    if (params.id !== user.id && !user.permissions.has('users.view'))
      throw user.role === 'patient' ? notFound('User') : forbidden('users.view')
    const person = await findPerson(db, params.id, now)
    if (!person) throw notFound('User')
    return person
  }),

  handle(listDoctors, ({ db }) => findDoctors(db)),
]
