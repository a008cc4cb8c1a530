export { announcementQuestions } from './questions.ts'
export { countUnreadForPatient, findOwnAnnouncements, type OwnLook } from './server/own-announcements.ts'
export { announcementRoutes } from './server/routes.ts'
