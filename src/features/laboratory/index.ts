export { openTestRequests } from './server/open-test-requests.ts'
export { findRequests } from './server/queries.ts'
export { laboratoryRoutes } from './server/routes.ts'
