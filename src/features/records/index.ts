export { queueReading } from './server/reading-job.ts'
export { recordWorks } from './server/read-record.ts'
export { recordQuestions } from './questions.ts'
export { recordRoutes } from './server/routes.ts'
