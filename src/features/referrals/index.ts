export { findReferrals } from './server/queries.ts'
export { referralQuestions } from './questions.ts'
export { printWords as printReferralWords } from './server/print-letter.ts'
export { referralRoutes } from './server/routes.ts'
