export { lockToChange } from './server/change-patient.ts'
export { requirePatient } from './server/require-patient.ts'
export { worstFirst } from './server/worst-first.ts'
