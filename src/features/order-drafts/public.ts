export { requireNonePending } from './server/require-none-pending.ts'
export { sendDraft } from './server/send-draft.ts'
export { emptyDrafts as emptyDraftsOf, findDrafts as findDraftsOf, refillDraft } from './server/close-for-death.ts'
