import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Client } from 'pg'
import type { StaffAccount } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { groupOfRole, type Role } from '#shared/permissions.ts'
import { company, departments, type Group, insuranceCompanies, staff } from './clinic.ts'
import { loadCatalogue } from './load-catalogue.ts'
import type { Ids } from './load-rows.ts'

const roleOfGroup = new Map(Object.entries(groupOfRole).map(([role, group]) => [group, role as Role]))
const roleOf = (group: Group) => roleOfGroup.get(group) as Role

/** Gives an empty clinic its name. */
export const nameClinic = (client: Client, now: Date) =>
  client.query(
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

/** Gives the clinic everything that its rooms choose from; what is there already stays. */
export const loadClinic = async (client: Client): Promise<void> => {
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
  await loadCatalogue(client)
}

const titles: Partial<Record<Group, string>> = {
  Doctor: 'Medical officer',
  'Laboratory technician': 'Medical laboratory technologist',
  'Laboratory manager': 'Medical laboratory officer',
  'System administrator': 'Medical superintendent',
}
/** Who signs documents is named on them with a number that no council gives. */
const registrationOf = (group: Group, at: number) => {
  const title = titles[group]
  return title && { title, registration_number: `DEMO-${String(at + 1).padStart(4, '0')}`, registration_council: 'Demonstration council' }
}

/** The accounts of the demonstration clinic, all with the one password that was hashed; without one nobody signs in. */
export const staffAccounts = (password_hash: string | null): StaffAccount[] =>
  staff.map(({ email, first_name, second_name, group }, at) => ({
    email,
    first_name,
    last_name: second_name,
    role: roleOf(group),
    profession: group === 'Patient' ? null : group,
    ...registrationOf(group, at),
    password_hash,
  }))

/** Queries on one connection, inside whatever transaction it has begun. */
export const dbOn = (client: Client): Db =>
  new Kysely({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => ({ query: client.query.bind(client) as PostgresPoolClient['query'], release: () => {} }),
        end: async () => {},
        options: {},
      },
    }),
  })

const idsInOrder = async (client: Client, text: string, keys: readonly string[]): Promise<number[]> => {
  const { rows } = await client.query<{ id: number; key: string }>(text, [keys.map((key) => key.toLowerCase())])
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  const [first] = ids.values()
  return keys.map((key) => {
    // Another stands in for one that somebody has renamed since, lest those behind it move up.
    const id = ids.get(key.toLowerCase()) ?? first
    if (id === undefined) throw new Error(`Of the demonstration’s people or payers nobody is there: ${key}`)
    return id
  })
}

/** The ids of the demonstration clinic's people and payers, in the order of their lists. */
export const findIds = async (client: Client): Promise<Pick<Ids, 'staff' | 'payers'>> => ({
  staff: await idsInOrder(
    client,
    'select id, lower(email) as key from users where lower(email) = any($1)',
    staff.map(({ email }) => email),
  ),
  payers: await idsInOrder(
    client,
    'select id, lower(name) as key from insurance_companies where lower(name) = any($1)',
    insuranceCompanies.map(({ name }) => name),
  ),
})
