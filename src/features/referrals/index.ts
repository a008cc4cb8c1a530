export { findReferrals } from './server/queries.ts'
export { referralRoutes } from './server/routes.ts'
