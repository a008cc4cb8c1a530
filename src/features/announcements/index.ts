export { announcementQuestions } from './questions.ts'
export { announcementRoutes } from './server/routes.ts'
