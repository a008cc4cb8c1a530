import { changedFields } from '#platform/audit/audit.ts'
import { notFound, stale } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import {
  createInsuranceCompany,
  deactivateInsuranceCompany,
  InsuranceCompany,
  listInsuranceCompanies,
  updateInsuranceCompany,
} from '../contract.ts'
import {
  deleteUnusedInsuranceCompany,
  findInsuranceCompanies,
  insertInsuranceCompany,
  lockInsuranceCompany,
  updateInsuranceCompanyRow,
} from './queries.ts'

export const routes = [
  handle(listInsuranceCompanies, ({ db, query }) => findInsuranceCompanies(db, query.active)),
  handle(createInsuranceCompany, async ({ db, body, audit, publish }) => {
    const company = await insertInsuranceCompany(db, body)
    audit('create', { entity: 'insurance company', id: company.id, change: body })
    publish('company')
    return company
  }),
  handle(updateInsuranceCompany, async ({ db, params, body, ifMatch, audit, publish }) => {
    const before = await lockInsuranceCompany(db, params.id)
    if (!before) throw notFound('Insurance company')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(InsuranceCompany.parse(before))
    const after = await updateInsuranceCompanyRow(db, params.id, change)
    audit('change', { entity: 'insurance company', id: after.id, change: changedFields(before, after) })
    publish('company')
    return after
  }),
  handle(deactivateInsuranceCompany, async ({ db, params, audit, publish }) => {
    const before = await lockInsuranceCompany(db, params.id)
    if (!before) throw notFound('Insurance company')
    const isDeleted = await deleteUnusedInsuranceCompany(db, params.id)
    if (!isDeleted && before.is_active) await updateInsuranceCompanyRow(db, params.id, { is_active: false })
    audit(isDeleted ? 'delete' : 'deactivate', { entity: 'insurance company', id: params.id, change: { name: before.name } })
    publish('company')
  }),
]
