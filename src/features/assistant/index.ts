export { openQuestions } from './server/engine.ts'
export { queryText } from './query.ts'
export { assistantRoutes } from './server/routes.ts'
