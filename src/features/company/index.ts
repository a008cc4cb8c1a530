export { findCompany, insertDepartments, lockCompany, updateCompanyRow } from './server/queries.ts'
export { clinicDay, clinicDayStart, clinicTimeZone } from './server/time-zone.ts'
export { requireTimeZone, withoutBlanks } from './server/update-company.ts'
export { routes } from './server/routes.ts'
