export { permissions, seededGroups, signingPermissions, type Permission } from './permissions.gen.ts'

/** What a role is called on the wire; `patient` lands on the portal, every other on the reception interface. */
export const roles = [
  'patient',
  'sysadmin',
  'receptionist',
  'nurse',
  'doctor',
  'labtech',
  'lab_manager',
  'pharmacist',
  'cashier',
  'accountant',
  'storekeeper',
  'procurement',
  'records',
] as const
export type Role = (typeof roles)[number]

/** The group of each role; a person may hold more. */
export const groupOfRole: Record<Role, string> = {
  patient: 'Patient',
  sysadmin: 'System administrator',
  receptionist: 'Receptionist',
  nurse: 'Nurse',
  doctor: 'Doctor',
  labtech: 'Laboratory technician',
  lab_manager: 'Laboratory manager',
  pharmacist: 'Pharmacist',
  cashier: 'Cashier',
  accountant: 'Accountant',
  storekeeper: 'Storekeeper',
  procurement: 'Procurement officer',
  records: 'Records officer',
}
