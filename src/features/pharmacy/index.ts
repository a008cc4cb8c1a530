export { pharmacyQuestions } from './questions.ts'
export { pharmacyRoutes } from './server/routes.ts'
export { pharmacyStanding } from './standing.ts'
