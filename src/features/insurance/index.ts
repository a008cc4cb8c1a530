export { insuranceQuestions } from './questions.ts'
export { routes } from './server/routes.ts'
