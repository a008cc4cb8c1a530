export { lockToChange } from './server/change-patient.ts'
export { namesOnFile, patientName } from './server/patient-name.ts'
export { requirePatient } from './server/require-patient.ts'
export { worstFirst } from './server/worst-first.ts'
