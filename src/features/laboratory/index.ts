export { openTestRequests } from './server/open-test-requests.ts'
export { laboratoryRoutes } from './server/routes.ts'
