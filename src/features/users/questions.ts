import { sql } from 'kysely'
import type { Sql, Subject, Topics } from '#platform/questions/subject.ts'
import type { Permission, Role } from '#shared/permissions.ts'
import { staffName } from './questions-columns.ts'

const name = staffName('u')

/** What people of each role are called, the name on screens first. */
const roleNames: Readonly<Record<Exclude<Role, 'patient'>, readonly [string, ...string[]]>> = {
  sysadmin: ['System administrator', 'Administrator'],
  receptionist: ['Receptionist'],
  nurse: ['Nurse', 'Nursing officer'],
  doctor: ['Doctor', 'Clinician', 'Physician', 'Clinical officer', 'Medical officer'],
  labtech: ['Laboratory technician', 'Laboratory technologist', 'Lab tech'],
  lab_manager: ['Laboratory manager'],
  pharmacist: ['Pharmacist'],
  cashier: ['Cashier'],
  accountant: ['Accountant'],
  storekeeper: ['Storekeeper', 'Store keeper'],
  procurement: ['Procurement officer', 'Buyer'],
  records: ['Records officer', 'Records clerk'],
}
const roleRows = sql.join(
  Object.entries(roleNames).map(
    ([role, [called, ...also]]) =>
      sql`(${sql.lit(role)}::user_role, ${sql.lit(called)}, array[${sql.join(also.map((one) => sql.lit(one)))}]::text[])`,
  ),
)
const roleName = (role: Sql): Sql =>
  sql`case ${role} ${sql.join(
    Object.entries(roleNames).map(([of, [called]]) => sql`when ${sql.lit(of)} then ${sql.lit(called)}`),
    sql` `,
  )} end`

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
        'work here|clinic',
        'people work|employed|employ',
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
      is: 'named',
      implies: 'weakly',
      title: 'Role',
      words: ['role', 'post', 'cadre', 'kind of staff', 'type of staff'],
      key: sql`array_position(enum_range(null::user_role), u.role)`,
      sql: roleName(sql`u.role`),
      vocabulary: 'role',
    },
    person: { is: 'named', title: 'Staff member', words: ['person', 'staff member'], key: sql`u.id`, sql: name, vocabulary: 'person' },
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
      { key: 'role', title: 'Role', kind: 'text', sql: roleName(sql`u.role`) },
      { key: 'profession', title: 'Profession', kind: 'text', sql: sql`u.profession` },
      {
        key: 'phone',
        title: 'Phone',
        kind: 'text',
        sql: sql`u.phone`,
        words: ['phone', 'telephone', 'phone|telephone|mobile number', 'mobile'],
      },
      { key: 'email', title: 'E-mail', kind: 'text', sql: sql`u.email`, words: ['email', 'email address'] },
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
export const questions: Topics = {
  subjects: [staff],
  vocabularies: [
    {
      name: 'role',
      noun: 'role',
      rows: sql`select array_position(enum_range(null::user_role), r.role) as id, r.name, r.also from (values ${roleRows}) r (role, name, also)`,
      access: ['users.view'],
    },
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
