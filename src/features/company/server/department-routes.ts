import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createDepartment, listDepartments, listDepartmentUses, orderDepartments, updateDepartment } from '../contract-departments.ts'
import {
  findDepartments,
  findDepartmentUses,
  insertDepartment,
  isDepartmentName,
  lockDepartments,
  placeDepartments,
  updateDepartmentRow,
} from './departments.ts'

const requireFreeName = async (db: Db, name: string | undefined, id: number | null) => {
  if (name !== undefined && (await isDepartmentName(db, name, id))) throw fieldError('name', 'There is a department of this name already.')
}

const MOST = 200

export const departmentRoutes: Route[] = [
  handle(listDepartments, ({ db }) => findDepartments(db)),
  handle(listDepartmentUses, ({ db }) => findDepartmentUses(db)),

  handle(createDepartment, async ({ db, body, audit, publish }) => {
    const there = await lockDepartments(db)
    if (there.length >= MOST) throw fieldError('name', 'There are as many departments as there can be.')
    await requireFreeName(db, body.name, null)
    const department = await insertDepartment(db, body.name)
    audit('create', { entity: 'department', id: department.id, change: body })
    publish('company')
    return department
  }),

  handle(updateDepartment, async ({ db, params, body, ifMatch, audit, publish }) => {
    const before = (await lockDepartments(db)).find(({ id }) => id === params.id)
    if (!before) throw notFound('Department')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await requireFreeName(db, change.name, before.id)
    const after = await updateDepartmentRow(db, before.id, change)
    audit('change', { entity: 'department', id: after.id, change: changedFields(before, after) })
    publish('company')
    return after
  }),

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
