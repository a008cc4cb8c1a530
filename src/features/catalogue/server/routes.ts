import { handle } from '#platform/http/handle.ts'
import { listServices } from '../contract.ts'
import { findServiceNames, findServices } from './services.ts'

export const routes = [
  handle(listServices, ({ db, user, now }) => (user.permissions.has('services.view') ? findServices(db, now) : findServiceNames(db))),
]
