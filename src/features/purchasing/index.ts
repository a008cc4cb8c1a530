export { purchasingQuestions } from './questions.ts'
export { takeBackIssued } from './server/requisitions/issue.ts'
export { purchasingRoutes } from './server/routes.ts'
export { purchasingStanding } from './standing.ts'
