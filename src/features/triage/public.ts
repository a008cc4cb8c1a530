export { addPastVitals, withdrawPastVitals } from './server/add-past-vitals.ts'
export { findDoseWeight, type DoseWeight } from './server/patient-facts.ts'
export { findTriage, findVitals } from './server/queries.ts'
