export { deathQuestions } from './questions.ts'
export { deathRoutes } from './server/routes.ts'
