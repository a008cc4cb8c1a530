export { patientsOfImport } from './server/without-screen.ts'
export { importCleaning } from './server/clean-up.ts'
export { importRoutes } from './server/routes.ts'
export { importWork } from './server/work.ts'
