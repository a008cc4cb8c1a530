export { announcementRoutes } from './server/routes.ts'
