export { backupRoutes } from './server/routes.ts'
export { noteFound } from './server/found.ts'
export { backupWorks } from './server/work.ts'
export { backupStanding } from './standing.ts'
