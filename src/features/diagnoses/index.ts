export { findCodesOf } from './server/find-codes-of.ts'
export { diagnosisRoutes } from './server/routes.ts'
