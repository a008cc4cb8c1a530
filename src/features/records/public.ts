export { queueReading } from './server/reading-job.ts'
