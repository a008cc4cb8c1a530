export { createAdministrator, insertStaff, type StaffAccount } from './server/add-person.ts'
export { nameOf } from './server/name-of.ts'
export { routes } from './server/routes.ts'
