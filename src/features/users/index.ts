export { createAdministrator, insertStaff, type StaffAccount } from './server/add-person.ts'
export { routes } from './server/routes.ts'
