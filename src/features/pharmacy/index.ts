export { pharmacyQuestions } from './questions.ts'
export { pharmacyRoutes } from './server/routes.ts'
