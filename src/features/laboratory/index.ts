export { openTestRequests } from './server/requests/open-test-requests.ts'
export { findRequests } from './server/requests/find-requests.ts'
export { laboratoryRoutes } from './server/routes.ts'
export { enterResults, Outdated } from './server/results/enter-results.ts'
