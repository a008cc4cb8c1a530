import type { Client } from 'pg'
import { groupOfRole, type Role } from '#shared/permissions.ts'
import { company, departments, type Group, insuranceCompanies, services, staff } from './clinic.ts'
import type { Ids } from './load-rows.ts'

const roleOfGroup = new Map(Object.entries(groupOfRole).map(([role, group]) => [group, role as Role]))
const roleOf = (group: Group) => roleOfGroup.get(group) as Role

/** Gives the clinic its name and everything that its rooms choose from; what is there already stays. */
export const loadClinic = async (client: Client, now: Date): Promise<void> => {
  await client.query(
    `update company set name = $1, address1 = $2, address2 = $3, phone1 = $4, phone2 = $5, email1 = $6, currency = $7, time_zone = $8,
       is_demo = true, set_up_at = $9, version = version + 1`,
    [
      company.name,
      company.address,
      `${company.city}, ${company.country}`,
      company.phone,
      company.second_phone,
      company.email,
      company.currency,
      company.time_zone,
      now,
    ],
  )
  await client.query(
    `insert into insurance_companies (name, phone, email)
     select * from unnest($1::text[], $2::text[], $3::text[]) on conflict (lower(name)) do nothing`,
    [
      insuranceCompanies.map(({ name }) => name),
      insuranceCompanies.map(({ phone }) => phone),
      insuranceCompanies.map(({ email }) => email),
    ],
  )
  await client.query('insert into departments (name) select unnest($1::text[]) on conflict (lower(name)) do nothing', [departments])
  await client.query(
    `insert into services (name, price, department_id)
     select s.name, s.price, d.id from unnest($1::text[], $2::numeric[], $3::text[]) s (name, price, department)
     left join departments d on lower(d.name) = lower(s.department) on conflict (lower(name)) do nothing`,
    [services.map(({ name }) => name), services.map(({ price }) => price), services.map(({ department }) => department)],
  )
}

/** Makes the accounts of the demonstration clinic, all with the one password that was hashed. */
export const loadStaff = async (client: Client, passwordHash: string, now: Date): Promise<void> => {
  await client.query(
    `insert into users (email, password_hash, first_name, last_name, profession, role, created_at)
     select s.email, $1, s.first_name, s.last_name, s.profession, s.role::user_role, $2
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) s (email, first_name, last_name, profession, role)`,
    [
      passwordHash,
      now,
      staff.map(({ email }) => email),
      staff.map((person) => person.first_name),
      staff.map((person) => person.second_name),
      staff.map(({ group }) => (group === 'Patient' ? null : group)),
      staff.map(({ group }) => roleOf(group)),
    ],
  )
  await client.query(
    `insert into user_groups (user_id, group_id)
     select u.id, g.id from unnest($1::text[], $2::text[]) s (email, name) join users u on u.email = s.email join groups g on lower(g.name) = lower(s.name)`,
    [staff.map(({ email }) => email), staff.map(({ group }) => group)],
  )
}

const idsInOrder = async (client: Client, text: string, keys: readonly string[]): Promise<number[]> => {
  const { rows } = await client.query<{ id: number; key: string }>(text, [keys])
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  return keys.flatMap((key) => ids.get(key) ?? [])
}

/** The ids of the demonstration clinic's people and payers, in the order of their lists. */
export const findIds = async (client: Client): Promise<Pick<Ids, 'staff' | 'payers'>> => ({
  staff: await idsInOrder(
    client,
    'select id, email as key from users where email = any($1)',
    staff.map(({ email }) => email),
  ),
  payers: await idsInOrder(
    client,
    'select id, name as key from insurance_companies where name = any($1)',
    insuranceCompanies.map(({ name }) => name),
  ),
})
