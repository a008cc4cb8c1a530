export { findLabelClinic, printLabels } from './server/documents/print-label.ts'
export { askRefill } from './server/requests/ask-refill.ts'
export { findRefillable } from './server/requests/refill-facts.ts'
export { closePrescriptionRequests, reopenPrescriptionRequest } from './server/requests/close-for-death.ts'
