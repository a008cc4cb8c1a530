export { analysersQuestions } from './questions.ts'
export { openAnalysers, type Analysers } from './server/line/open-analysers.ts'
export { analyserRoutes } from './server/routes.ts'
export { analyserStanding } from './standing.ts'
