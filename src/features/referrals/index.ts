export { findReferrals } from './server/queries.ts'
export { referralQuestions } from './questions.ts'
export { referralRoutes } from './server/routes.ts'
