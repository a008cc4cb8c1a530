export { findReferrals } from './server/queries.ts'
export { printWords as printReferralWords } from './server/print-letter.ts'
export { closeReferrals, findOpenReferrals, reopenReferral } from './server/close-for-death.ts'
