export { orderDraftRoutes } from './server/routes.ts'
export { requireNonePending } from './server/require-none-pending.ts'
export { sendDraft } from './server/send-draft.ts'
