import { handle } from '#platform/http/handle.ts'
import { listServices } from '../contract.ts'
import { findServiceNames, findServices } from './queries.ts'

export const routes = [
  handle(listServices, ({ db, user }) => (user.permissions.has('services.view') ? findServices(db) : findServiceNames(db))),
]
