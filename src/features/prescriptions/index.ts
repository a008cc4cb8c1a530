export { openPrescription } from './server/open-prescription.ts'
export { prescriptionRoutes } from './server/routes.ts'
