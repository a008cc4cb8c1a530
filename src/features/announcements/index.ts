export { announcementQuestions } from './questions.ts'
export { countUnreadForPatient, findOwnAnnouncements } from './server/own-announcements.ts'
export { announcementRoutes } from './server/routes.ts'
