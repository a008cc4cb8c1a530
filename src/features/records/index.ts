export { queueReading } from './server/reading-job.ts'
export { recordWorks } from './server/read-record.ts'
export { recordRoutes } from './server/routes.ts'
