import { fieldError } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
import { departments, listDepartmentUses, orderDepartments } from '../contract-departments.ts'
import {
  departmentRows,
  findDepartments,
  findDepartmentUses,
  insertDepartment,
  isDepartmentName,
  lockDepartments,
  placeDepartments,
} from './departments.ts'

const MOST = 200

export const departmentRoutes: Route[] = [
  ...catalogueRoutes(departments, {
    ...departmentRows,
    entity: 'department',
    topics: ['company'],
    lock: lockDepartments,
    check: async ({ db, sent, before }) => {
      if (!before && (await lockDepartments(db)).length >= MOST) throw fieldError('name', 'There are as many departments as there can be.')
      if (sent.name !== undefined && (await isDepartmentName(db, sent.name, before?.id ?? null)))
        throw fieldError('name', 'There is a department of this name already.')
    },
    insert: (db, { name = '' }) => insertDepartment(db, name),
  }),

  handle(listDepartmentUses, ({ db }) => findDepartmentUses(db)),

  handle(orderDepartments, async ({ db, body, audit, publish }) => {
    const there = await lockDepartments(db)
    const known = new Set(there.map(({ id }) => id))
    if (body.ids.length !== known.size || body.ids.some((id) => !known.has(id)))
      throw fieldError('ids', 'Name every department once; there may be new ones.')
    await placeDepartments(db, body.ids)
    audit('change', { entity: 'department order', id: null, change: { ids: body.ids } })
    publish('company')
    return findDepartments(db)
  }),
]
