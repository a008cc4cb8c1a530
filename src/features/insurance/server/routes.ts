import { handle, type Route } from '#platform/http/handle.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { deactivateInsuranceCompany, insurers } from '../contract.ts'
import { removeInsurer } from './remove-insurer.ts'

const entity = 'insurance company'

export const routes = (): Route[] => [
  ...catalogueRoutes(insurers, { table: 'insurance_companies', entity, topics: ['company'] }),
  handle(deactivateInsuranceCompany, async ({ db, params, audit, publish }) => {
    const removed = requireFound(await removeInsurer(db, params.id), 'Insurance company')
    audit(removed.isDeleted ? 'delete' : 'deactivate', { entity, id: params.id, change: { name: removed.name } })
    publish('company')
  }),
]
