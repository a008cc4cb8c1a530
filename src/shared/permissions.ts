/** Every right there is: `area.action`. Groups are rows that hold some of them. */
export const permissions = [
  'company.view',
  'company.change',
  'insurance.view',
  'insurance.change',
  'users.view',
  'users.change',
  'groups.change',
  'audit.view',
  'patients.view',
  'patients.add',
  'patients.change',
  'patients.deactivate',
  'patients.clinical',
  'services.view',
  'attendance.view',
  'attendance.start',
  'attendance.reception',
  'attendance.triage',
  'attendance.doctor',
  'attendance.laboratory',
  'attendance.pharmacy',
  'attendance.billing',
  'attendance.discharge',
] as const
export type Permission = (typeof permissions)[number]

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

const front = ['company.view', 'insurance.view', 'services.view', 'patients.view', 'attendance.view'] as const satisfies Permission[]

/** The groups a new clinic starts with. */
export const seededGroups: Record<string, readonly Permission[]> = {
  'System administrator': permissions,
  Receptionist: [...front, 'patients.add', 'patients.change', 'attendance.start', 'attendance.reception', 'attendance.discharge'],
  Nurse: [...front, 'patients.change', 'patients.clinical', 'attendance.start', 'attendance.triage'],
  Doctor: [...front, 'patients.change', 'patients.clinical', 'attendance.doctor', 'attendance.discharge'],
  'Laboratory technician': [...front, 'attendance.laboratory'],
  'Laboratory manager': [...front, 'attendance.laboratory'],
  Pharmacist: [...front, 'patients.clinical', 'attendance.pharmacy'],
  Cashier: [...front, 'attendance.billing', 'attendance.discharge'],
  Accountant: ['company.view', 'insurance.view', 'insurance.change', 'services.view', 'patients.view'],
  Storekeeper: ['company.view', 'services.view'],
  'Procurement officer': ['company.view', 'services.view'],
  'Records officer': [...front, 'patients.add', 'patients.change', 'patients.deactivate', 'audit.view'],
  Patient: [],
}

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
