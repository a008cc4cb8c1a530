export { cancelMessages, queueMessage, reminderHours } from './server/queue-message.ts'
export { messageRoutes } from './server/routes.ts'
export { messageWork } from './server/send-due.ts'
export { messageStanding } from './standing.ts'
