import { sql } from 'kysely'
import type { Role } from '#shared/permissions.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { after, readCursor } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { AddressCodes } from './address-codes.ts'
import { lacksRegistration } from './registration.ts'

/** Everything that a sign-in needs to know of the account of an address. */
export const findAccount = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'is_active', 'password_hash', 'one_time_until', 'known_devices'])
    .where('email', '=', email)
    .executeTakeFirst()

/** The person as a token names them, held until the transaction ends; nothing when disabled or when the password is another by now. */
export const shareAccount = (db: Db, id: number, passwordHash: string) =>
  db
    .selectFrom('users')
    .select(['email', 'role', 'first_name'])
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()

type GroupOfPerson = { id: number; name: string }

const selectPeople = (db: Db, now: Date) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'phone', 'profession', 'date_of_birth', 'role', 'is_active', 'must_change_password'])
    .select(['title', 'registration_number', 'registration_council', lacksRegistration.as('lacks_registration')])
    .select(sql<boolean>`exists (select from second_factors f where f.user_id = users.id and f.secret is not null)`.as('has_second_factor'))
    .select(['created_at', 'is_self_registered', 'email_verified_at'])
    .select(['version', sql<number | null>`extract(year from age(${clinicDay(now)}, date_of_birth))::integer`.as('age')])
    .select(
      sql<GroupOfPerson[]>`(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
        from user_groups ug join groups g on g.id = ug.group_id where ug.user_id = users.id)`.as('groups'),
    )

export const findPerson = (db: Db, id: number, now: Date) => selectPeople(db, now).where('id', '=', id).executeTakeFirst()
export const getPerson = (db: Db, id: number, now: Date) => selectPeople(db, now).where('id', '=', id).executeTakeFirstOrThrow()

/** One's own account: the person with the choices that follow them, and what holds for the session. */
export const getOwnAccount = async (
  db: Db,
  { isOn }: Pick<AddressCodes, 'isOn'>,
  { id, session_id, second_factor_due }: Pick<User, 'id' | 'session_id' | 'second_factor_due'>,
  now: Date,
) => {
  const account = await selectPeople(db, now)
    .select([sql<Record<string, unknown>>`preferences`.as('preferences'), 'second_factor_reset_at'])
    .select(sql<number>`(select idle_minutes from security_settings)`.as('idle_minutes'))
    .select(sql<number>`coalesce((select ended_others from sessions where id = ${session_id}), 0)`.as('ended_sessions'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...account, second_factor_due, verifies_email: await isOn(db) }
}

export interface PeopleFilter {
  q?: string | undefined
  role?: Role | undefined
  group_id?: number | undefined
  active?: boolean | undefined
  user_id?: number | undefined
  lacks_registration?: boolean | undefined
}

// Folding leaves letters, digits and spaces: nothing of a pattern survives in what somebody typed.
const named = (q: string) => sql<boolean>`search_fold(first_name || ' ' || last_name || ' ' || email) like '%' || search_fold(${q}) || '%'`
const inGroup = (id: number) => sql<boolean>`exists (select from user_groups ug where ug.user_id = users.id and ug.group_id = ${id})`

const where = ({ q, role, group_id, active, user_id, lacks_registration: lacks }: PeopleFilter) => {
  const conditions = [
    q === undefined ? null : named(q),
    role === undefined ? null : sql<boolean>`role = ${role}`,
    group_id === undefined ? null : inGroup(group_id),
    active === undefined ? null : sql<boolean>`is_active = ${active}`,
    user_id === undefined ? null : sql<boolean>`id = ${user_id}`,
    lacks === undefined ? null : sql<boolean>`${lacksRegistration} = ${lacks}`,
  ].filter((condition) => condition !== null)
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
}

/** People by name; from the cursor on, `limit` of them or all. */
export const findPeople = (db: Db, filter: PeopleFilter, page: { cursor?: string | undefined; limit?: number | undefined }, now: Date) =>
  selectPeople(db, now)
    .select(sql<string>`sort_name`.as('sort_name'))
    .where(where(filter))
    .where(after(sql`sort_name`, sql`id`, sql`text`, readCursor(page.cursor)))
    .orderBy('sort_name')
    .orderBy('id')
    .$if(page.limit !== undefined, (query) => query.limit(page.limit ?? 0))
    .execute()

export const countPeople = async (db: Db, filter: PeopleFilter): Promise<number> => {
  const { total } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('total'))
    .where(where(filter))
    .executeTakeFirstOrThrow()
  return total
}

/** Whoever can be assigned to a patient: active doctors, by name. */
export const findDoctors = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'profession'])
    .where('role', '=', 'doctor')
    .where('is_active', '=', true)
    .orderBy('sort_name')
    .orderBy('id')
    .execute()

/** The person's own row, locked until the transaction ends. */
export const lockPerson = (db: Db, id: number) => db.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
