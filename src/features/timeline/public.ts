export { findEvents, readableKinds } from './server/find-events.ts'
