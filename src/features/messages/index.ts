export { cancelMessages, queueMessage, reminderHours } from './server/queue-message.ts'
