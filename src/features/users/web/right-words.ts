import { type Permission, permissions, type Role } from '#shared/permissions.ts'

/** What each right lets somebody do, in plain words: the key of its translation. */
const words: Record<Permission, string> = {
  'company.view': 'See number formats and departments',
  'company.change': 'Change the clinic’s details, logo and number formats',
  'insurance.view': 'See insurance companies',
  'insurance.change': 'Add and change insurance companies',
  'users.view': 'See the people who work here, their groups and rights',
  'users.change': 'Add people, change and disable them, give new passwords',
  'groups.change': 'Decide what each group may do',
  'audit.view': 'Read who did what, and who looked at whom',
  'patients.view': 'Find patients and open their record',
  'patients.add': 'Register patients',
  'patients.change': 'Change patients’ details, next of kin and insurances',
  'patients.deactivate': 'Deactivate patients and bring them back',
  'patients.clinical': 'Record allergies and alerts',
  'services.view': 'See services with their prices',
  'attendance.view': 'See the live board and visits',
  'attendance.start': 'Start a visit',
  'attendance.reception': 'Move visits at the reception',
  'attendance.triage': 'Move visits in triage',
  'attendance.doctor': 'Move visits with the doctor',
  'attendance.laboratory': 'Move visits in the laboratory',
  'attendance.pharmacy': 'Move visits in the pharmacy',
  'attendance.billing': 'Move visits at the cashier',
  'attendance.discharge': 'Discharge patients and close visits',
  'appointments.view': 'See appointments',
  'appointments.change': 'Book, move and cancel appointments, and check patients in',
  'schedules.change': 'Decide when doctors see patients, leave, holidays and what can be booked',
  'messages.view': 'See e-mails and SMS to patients, send them again and stop them',
  'messages.settings': 'Set up e-mail and SMS, and change the words of messages',
  'laboratory.view': 'See laboratory requests',
  'laboratory.request': 'Request laboratory tests and cancel them',
  'triage.view': 'See vital signs and triage levels',
  'triage.change': 'Record vital signs and the triage level',
  'triage.settings': 'Decide the triage scale and the limits of vital signs',
  'consultations.view': 'Read consultation notes, diagnoses and problems',
  'consultations.change': 'Write and sign consultation notes',
  'diagnoses.change': 'Change and import the list of diagnoses',
  'referrals.view': 'See referrals',
  'referrals.change': 'Refer patients and answer referrals',
  'prescriptions.view': 'See prescribed drugs',
  'prescriptions.change': 'Prescribe drugs and cancel them',
  'prescriptions.dispense': 'Dispense prescribed drugs',
  'drugs.change': 'Say what substances a drug holds, for the safety check',
  'catalogue.change': 'Add and change items of the catalogue',
  'prices.view': 'See the price lists of every payer',
  'prices.change': 'Change prices and price lists',
  'billing.view': 'See bills, payments and who is at the till',
  'billing.charge': 'Open bills, add services and change lines of drafts',
  'billing.price': 'Charge another price than the list’s',
  'billing.discount': 'Give discounts and waive what a patient owes',
  'billing.issue': 'Issue bills',
  'billing.pay': 'Take payments',
  'billing.credit': 'Credit issued bills',
  'billing.refund': 'Pay money back',
  'billing.reverse': 'Take a receipt back',
  'billing.settings': 'Decide payment modes, taxes, rounding and consultation fees',
  'reports.sales': 'See sales, takings and debtors',
}

const areaWords: Record<string, string> = {
  company: 'Clinic',
  insurance: 'Insurance companies',
  users: 'People',
  groups: 'Groups',
  audit: 'Audit trail',
  patients: 'Patients',
  services: 'Services',
  attendance: 'Visits',
  appointments: 'Appointments',
  schedules: 'Schedules',
  messages: 'Messages',
  laboratory: 'Laboratory',
  triage: 'Triage',
  consultations: 'Consultations',
  diagnoses: 'Diagnoses',
  referrals: 'Referrals',
  prescriptions: 'Prescriptions',
  drugs: 'Drugs',
  catalogue: 'Catalogue',
  prices: 'Prices',
  billing: 'Billing',
  reports: 'Reports',
}

const roleWords: Record<Role, string> = {
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

export const rightWord = (permission: Permission): string => words[permission] ?? permission
export const roleWord = (role: Role): string => roleWords[role]

export interface Area {
  name: string
  /** In English: translated where it is shown. */
  title: string
  permissions: Permission[]
}

/** Every right there is, by area, in the order of the list. */
export const areas: readonly Area[] = [...new Set(permissions.map((name) => name.split('.')[0] ?? ''))].map((name) => ({
  name,
  title: areaWords[name] ?? name,
  permissions: permissions.filter((permission) => permission.startsWith(`${name}.`)),
}))
