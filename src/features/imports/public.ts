export { patientsOfImport } from './server/without-screen.ts'
