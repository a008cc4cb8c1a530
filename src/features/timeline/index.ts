export { findEvents, readableKinds } from './server/find-events.ts'
export { timelineRoutes } from './server/routes.ts'
