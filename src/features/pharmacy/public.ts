export { findHouse as findLabelHouse, printLabels } from './server/papers/label-paper.ts'
export { askRefill } from './server/requests/ask-refill.ts'
export { findRefillable } from './server/requests/refill-facts.ts'
export { closePrescriptionRequests, reopenPrescriptionRequest } from './server/requests/close-for-death.ts'
