export { countUnreadForPatient, findOwnAnnouncements } from './server/own-announcements.ts'
