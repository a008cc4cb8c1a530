export { requireNonePending } from './server/require-none-pending.ts'
export { sendDraft } from './server/send-draft.ts'
export { emptyDraftsOf, findDraftsOf, refillDraft } from './server/close-for-death.ts'
