import { dayIn } from '#shared/dates.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound, fieldError, requireFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import {
  getClinic,
  getCompany,
  getCompanyById,
  getLogo,
  listNumberFormats,
  updateCompany,
  updateCompanyById,
  updateNumberFormats,
  departments,
  listDepartmentUses,
  orderDepartments,
} from '../contract.ts'
import { writeNumber } from '../rules.ts'
import { findCompany, findLogo, findNumberFormats, lockNumberFormats, updateNumberFormat } from './queries.ts'
import { clinicTimeZone } from './time-zone.ts'
import { updateCompanyDetails } from './update-company.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
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

const departmentRoutes: Route[] = [
  ...catalogueRoutes(departments, {
    ...departmentRows,
    entity: 'department',
    topics: ['company'],
    lock: lockDepartments,
    check: async ({ db, sent, before }) => {
      if (!before && (await lockDepartments(db)).length >= MOST) throw fieldError('name', 'The maximum number of departments is reached.')
      if (sent.name !== undefined && (await isDepartmentName(db, sent.name, before?.id ?? null)))
        throw fieldError('name', 'A department with this name already exists.')
    },
    insert: (db, { name = '' }) => insertDepartment(db, name),
  }),

  handle(listDepartmentUses, ({ db }) => findDepartmentUses(db)),

  handle(orderDepartments, async ({ db, body, audit, publish }) => {
    const there = await lockDepartments(db)
    const known = new Set(there.map(({ id }) => id))
    if (body.ids.length !== known.size || body.ids.some((id) => !known.has(id)))
      throw fieldError('ids', 'List every department exactly once. The list may have changed: load it again.')
    await placeDepartments(db, body.ids)
    audit('change', { entity: 'department order', id: null, change: { ids: body.ids } })
    publish('company')
    return findDepartments(db)
  }),
]

/** The clinic is one object; it has one id. */
const requireOnlyId = (id: number) => {
  if (id !== 1) throw notFound('Company')
}

const numberFormatsWithExamples = async (db: Db, now: Date) => {
  const year = Number(dayIn(await clinicTimeZone(db), now).slice(0, 4))
  const formats = await findNumberFormats(db)
  return formats.map((format) => ({ ...format, example: writeNumber(format, year, 1) }))
}

export const routes = ({ files }: Services): Route[] => [
  handle(getCompany, ({ db }) => findCompany(db)),
  handle(getCompanyById, ({ db, params }) => {
    requireOnlyId(params.id)
    return findCompany(db)
  }),
  handle(updateCompany, (input) => updateCompanyDetails(files, input)),
  handle(updateCompanyById, (input) => {
    requireOnlyId(input.params.id)
    return updateCompanyDetails(files, input)
  }),
  handle(getLogo, async ({ db }) => {
    const logo = requireFound(await findLogo(db), 'Logo')
    return { body: await files.get(logo.sha256), filename: 'logo.png', inline: true, etag: logo.sha256 }
  }),
  handle(getClinic, ({ db }) => findCompany(db)),
  handle(listNumberFormats, ({ db, now }) => numberFormatsWithExamples(db, now)),
  handle(updateNumberFormats, async ({ db, body, now, audit, publish }) => {
    const before = await lockNumberFormats(db)
    for (const format of body.formats) {
      await updateNumberFormat(db, format)
      const { series, ...old } = before.find((row) => row.series === format.series) ?? format
      audit('change', { entity: 'number format', id: null, change: { series, ...changedFields(old, format) } })
    }
    publish('company')
    return numberFormatsWithExamples(db, now)
  }),
  ...departmentRoutes,
]
