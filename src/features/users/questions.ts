import { sql } from 'kysely'
import type { Subject, Topics } from '#platform/questions/subject.ts'
import type { Permission } from '#shared/permissions.ts'
import { staffName } from './questions-parts.ts'

const name = staffName('u')

const staff: Subject = {
  name: 'staff',
  title: 'Staff',
  noun: ['member of staff', 'members of staff'],
  words: ['staff', 'employee', 'colleague', 'user account', 'staff account', 'personnel', 'workforce', 'team member'],
  type: 'doctor_workload',
  access: ['users.view'],
  from: sql`users u`,
  where: sql`u.role <> 'patient'`,
  measures: {
    staff: {
      title: 'Staff',
      words: [
        'staff',
        'employee',
        'personnel',
        'workforce',
        'team member',
        'user account',
        'doctor work|employ|have here',
        'nurse work|employ|have here',
        'people work|employ',
      ],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`u.is_active`,
    },
    disabled_staff: {
      title: 'Disabled accounts',
      words: ['disabled|inactive|deactivated account|user|staff|employee', 'former staff|employee'],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`not u.is_active`,
    },
  },
  dimensions: {
    role: {
      is: 'choice',
      title: 'Role',
      words: ['role', 'post', 'cadre', 'kind of staff', 'type of staff'],
      sql: sql`u.role::text`,
      values: {
        sysadmin: ['system administrator', 'administrator', 'admin', 'sysadmin'],
        receptionist: ['receptionist', 'front desk staff'],
        nurse: ['nurse', 'nursing staff'],
        doctor: ['doctor', 'clinician', 'physician', 'clinical officer', 'medical officer'],
        labtech: ['laboratory technician', 'lab technician|tech|technologist', 'laboratory technologist', 'labtech'],
        lab_manager: ['laboratory manager', 'lab manager'],
        pharmacist: ['pharmacist', 'pharmacy staff'],
        cashier: ['cashier'],
        accountant: ['accountant'],
        storekeeper: ['storekeeper', 'store keeper'],
        procurement: ['procurement officer|staff', 'buyer'],
        records: ['records officer|clerk|staff'],
      },
      labels: {
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
      },
    },
    profession: {
      is: 'choice',
      title: 'Profession',
      words: ['profession', 'speciality', 'specialty', 'specialisation', 'specialization', 'qualification'],
      sql: sql`coalesce(nullif(btrim(u.profession), ''), 'Not recorded')`,
      values: {},
    },
  },
  list: {
    columns: [
      { key: 'name', title: 'Name', kind: 'text', sql: name },
      { key: 'role', title: 'Role', kind: 'text', sql: sql`u.role::text` },
      { key: 'profession', title: 'Profession', kind: 'text', sql: sql`u.profession` },
      { key: 'phone', title: 'Telephone', kind: 'text', sql: sql`u.phone` },
      { key: 'email', title: 'E-mail', kind: 'text', sql: sql`u.email` },
      { key: 'state', title: 'Account', kind: 'text', sql: sql`case when u.is_active then 'Active' else 'Disabled' end` },
    ],
    order: sql`u.is_active desc, u.first_name, u.last_name, u.id`,
    link: sql`'/dashboard/administration/people/' || u.id`,
  },
  screen: { label: 'People', to: '/dashboard/administration/people' },
  examples: ['How many nurses work here?', 'Staff by role'],
}

/** Where people of the clinic are named on screens. */
const seen: readonly Permission[] = [
  'users.view',
  'attendance.view',
  'appointments.view',
  'consultations.view',
  'triage.view',
  'referrals.view',
  'records.view',
  'laboratory.view',
  'prescriptions.view',
  'billing.view',
  'stock.view',
  'purchasing.view',
  'reports.sales',
  'reports.stock',
  'reports.pharmacy',
  'reports.laboratory',
]
const titled = sql`array['Dr ' || ${name}, 'Dr ' || u.last_name]`

/** Who works here, and the names by which doctors and everybody else are asked for; those who left, too, for what they did. */
export const usersQuestions: Topics = {
  subjects: [staff],
  vocabularies: [
    {
      name: 'doctor',
      noun: 'doctor',
      rows: sql`select u.id, ${name} as name, ${titled} as also from users u where u.role = 'doctor'`,
      access: seen,
    },
    {
      name: 'person',
      noun: 'member of staff',
      rows: sql`select u.id, ${name} as name, case when u.role = 'doctor' then ${titled} else '{}'::text[] end as also
        from users u where u.role <> 'patient'`,
      access: seen,
    },
  ],
}
