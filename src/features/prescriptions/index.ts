export { findCurrentMedicines } from './server/current-medicines.ts'
export { findPaper } from './server/papers.ts'
export { openPrescription } from './server/open-prescription.ts'
export { prescriptionRoutes } from './server/routes.ts'
