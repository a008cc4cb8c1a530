export { requirePatient } from './server/require-patient.ts'
export { worstFirst } from './server/worst-first.ts'
