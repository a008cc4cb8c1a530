import type { Client } from 'pg'
import { insertStaff } from '#features/users/public.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { Role } from '#shared/permissions.ts'
import { dbOn } from '../../../../db/seed/load-clinic.ts'
import { fillShelf } from './shelf.ts'
import { doctorsWork, type Job, type JobOf, jobs } from './jobs.ts'
import type { Known } from './facility.ts'
import type { Account } from './session.ts'

const PASSWORD = 'a whole day at the clinic 7'
const KNOWN = 20_000
/** Doctors of whom the public may choose. */
const BOOKABLE = 12

export interface Member {
  job: Job
  role: Role | 'public'
  name: string
  account: Account | null
}
/** Everybody who is at work, and who may come through the door. */
export interface Cast {
  members: Member[]
  known: Known[]
  time_zone: string
  /** The last day of which there are books, as they are found; null where there are none. */
  booked_until: string | null
}

/** How many of each job, of so many people: as in a large clinic, and of every job somebody. */
export const shareOut = (people: number): Map<Job, number> => {
  const all = Object.entries(jobs) as [Job, JobOf][]
  const usual = all.reduce((sum, [, { share }]) => sum + share, 0)
  return new Map(all.map(([job, { share, least = 1 }]) => [job, Math.max(least, Math.round((share / usual) * people))]))
}

const membersOf = (people: number): Member[] =>
  [...shareOut(people)].flatMap(([job, count]) =>
    Array.from({ length: count }, (_, n) => {
      const { role } = jobs[job]
      const name = `${job} ${n + 1}`
      return { job, role, name, account: role === 'public' ? null : { email: `day-${job}-${n + 1}@day.example`, password: PASSWORD } }
    }),
  )

const insertAccounts = async (client: Client, members: readonly Member[]) => {
  const password_hash = await hashPassword(PASSWORD)
  const { rows } = await client.query<{ email: string }>(`select email from users where email like '%@day.example'`)
  const there = new Set(rows.map(({ email }) => email))
  const staff = members.flatMap(({ job, role, name, account }) =>
    role === 'public' || account === null || there.has(account.email)
      ? []
      : [
          {
            email: account.email,
            first_name: job,
            last_name: name.split(' ').at(-1) ?? '',
            role,
            password_hash,
            title: 'Clinical officer',
            registration_number: 'BENCH-0001',
          },
        ],
  )
  await insertStaff(dbOn(client), staff, new Date())
}

/** Everybody of the portal has a record of their own, in which something was found and paid. */
const linkPatients = (client: Client) =>
  client.query(
    `with account as (
       select id, row_number() over (order by id) as place from users u where email like 'day-patient-%@day.example'
         and not exists (select from patients p where p.user_id = u.id)
     ), record as (
       select id, row_number() over (order by id) as place from (
         select id from patients p where user_id is null and deactivated_at is null and exists (select from visits v where v.patient_id = p.id)
         order by id desc limit 400
       ) recent
     )
     update patients p set user_id = a.id from account a join record r on r.place = a.place where p.id = r.id`,
  )

/** The public page is open, for a dozen doctors with the whole week. */
const openBooking = async (client: Client) => {
  await client.query('update booking_settings set is_public_open = true')
  await client.query(
    `insert into bookable_services (item_id, is_public) select id, true from items where category = 'consultation' and is_active order by id limit 1
     on conflict (item_id) do update set is_public = true`,
  )
  await client.query(
    `insert into rooms (name) select 'Day room ' || n from generate_series(1, ${BOOKABLE}) n where not exists (select from rooms where name = 'Day room 1')`,
  )
  await client.query(
    `insert into schedules (doctor_id, room_id, weekday, starts_at, ends_at, slot_minutes, valid_from, created_at)
     select u.id, r.id, w, '08:00', '18:00', 20, now()::date - 30, now()
     from (select id, row_number() over (order by id) as n from users where email like 'day-${doctorsWork}-%@day.example') u
     join rooms r on r.name = 'Day room ' || u.n cross join generate_series(1, 7) w
     where not exists (select from schedules s where s.doctor_id = u.id)`,
  )
}

const findKnown = async (client: Client): Promise<Known[]> => {
  const { rows } = await client.query<Known>(
    `select id, first_name, second_name, unique_id, phone from patients p
     where deactivated_at is null and not single_name and not is_unidentified and user_id is null
       and not exists (select from visits v where v.patient_id = p.id and v.closed_at is null)
     order by md5(id::text) limit ${KNOWN}`,
  )
  return rows
}

/**
 * Gives a clinic that is set up the accounts of so many people at work, opens its public page, and answers them with those who may come
 * through the door. Once more is harmless.
 */
export const settleCast = (ownerUrl: string, people: number): Promise<Cast> =>
  asOwner(ownerUrl, async (client) => {
    const members = membersOf(people)
    await insertAccounts(client, members)
    await linkPatients(client)
    await openBooking(client)
    await fillShelf(client)
    const { rows } = await client.query<Pick<Cast, 'time_zone' | 'booked_until'>>(
      'select time_zone, (select max(day)::text from journal_entries) as booked_until from company',
    )
    const [{ time_zone, booked_until } = { time_zone: 'UTC', booked_until: null }] = rows
    return { members, known: await findKnown(client), time_zone, booked_until }
  })
