export { findCodesOf } from './server/find-codes-of.ts'
export { diagnosisQuestions } from './questions.ts'
export { diagnosisRoutes } from './server/routes.ts'
