import { sql, type RawBuilder } from 'kysely'
import { groupOfRole, signingPermissions } from '#shared/permissions.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, invalidInput } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'

/** How somebody is named on what they sign. */
export interface Signer {
  name: string
  title: string | null
  registration_number: string | null
  registration_council: string | null
}

const lines = sql.join(signingPermissions.map((permission) => sql.lit(permission)))
/**
 * Whether the groups of a person let them sign documents. The group that holds every right is left out: who administers the program need not be
 * registered, and is asked when they sign.
 */
const signs = (user: RawBuilder<unknown>) => sql<boolean>`exists (
  select from user_groups m join groups g on g.id = m.group_id join group_permissions p on p.group_id = m.group_id
  where m.user_id = ${user} and g.name <> ${sql.lit(groupOfRole.sysadmin)} and p.permission in (${lines}))`

/** Whether a person of `users` signs documents without a recorded title or registration number. */
export const lacksRegistration = sql<boolean>`(users.role <> 'patient' and users.is_active
  and (users.title is null or users.registration_number is null) and ${signs(sql`users.id`)})`

/** Whether these groups, apart from the one that holds every right, let their members sign documents. */
export const groupsSign = async (db: Db, groups: readonly number[]): Promise<boolean> => {
  if (groups.length === 0) return false
  const { rows } = await sql`
    select from group_permissions p join groups g on g.id = p.group_id
    where g.id = any(${groups}::integer[]) and g.name <> ${groupOfRole.sysadmin} and p.permission in (${lines}) limit 1`.execute(db)
  return rows.length > 0
}

type Registered = { title?: string | null | undefined; registration_number?: string | null | undefined }
const words = { title: 'a title', registration_number: 'a registration number' } as const
type Missing = keyof typeof words
export const missingOf = (person: Registered): Missing[] =>
  (['title', 'registration_number'] as const).filter((field) => person[field] == null)

/** 400 on each of the two that is missing: whoever signs is named with both. */
export const requireFields = (person: Registered) => {
  const missing = missingOf(person)
  if (missing.length === 0) return
  throw invalidInput(
    Object.fromEntries(
      missing.map((field) => [
        field,
        [`This user signs documents, which show ${words[field]}. Enter it, or choose a role that does not sign.`],
      ]),
    ),
  )
}

/** 409 `registration_needed` with the members of a group that is about to sign, who have no title or registration number. */
export const requireMembersRegistered = async (db: Db, group: number) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, concat_ws(' ', u.first_name, u.last_name) as name from user_groups m join users u on u.id = m.user_id
    where m.group_id = ${group} and u.is_active and (u.title is null or u.registration_number is null) and not u.signs_unregistered
    order by u.sort_name, u.id`.execute(db)
  if (rows.length === 0) return
  const names = rows.slice(0, 5).map(({ name }) => name)
  const more = rows.length > names.length ? ` and ${rows.length - names.length} more` : ''
  const message = `With this right members sign documents. Record title and registration number first, under Administration, People: ${names.join(', ')}${more}.`
  throw conflict(message, { people: rows.map(({ id }) => id) }, 'registration_needed')
}

/**
 * Refuses a signature of a person without a recorded title or registration number: 409 `registration_needed` with what is missing. Who signed
 * before these were recorded goes on; their documents say that it is not recorded.
 */
export const requireRegistration = async (db: Db, { id }: Pick<User, 'id'>) => {
  const person = await db
    .selectFrom('users')
    .select(['title', 'registration_number', 'signs_unregistered'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const missing = missingOf(person)
  if (missing.length === 0 || person.signs_unregistered) return
  const named = missing.map((field) => (field === 'title' ? 'title' : 'registration number')).join(' and ')
  const message = `You cannot sign: your ${named} ${missing.length > 1 ? 'are' : 'is'} not recorded. An administrator adds it under Administration, People.`
  throw conflict(message, { missing }, 'registration_needed')
}

/** Who signed, as JSON for a statement: as kept with the document, else the person as recorded now. Null for nobody. */
export const signerOf = (kept: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql<Signer | null>`coalesce(${kept}, (
  select jsonb_build_object('name', concat_ws(' ', u.first_name, u.last_name), 'title', u.title, 'registration_number', u.registration_number,
    'registration_council', u.registration_council) from users u where u.id = ${id}))`

/** The person as they sign now. */
export const findSigner = async (db: Db, id: number): Promise<Signer> => {
  const { rows } = await sql<{ signer: Signer }>`select ${signerOf(sql`null::jsonb`, sql`${id}::integer`)} as signer`.execute(db)
  return rows[0]!.signer
}

/** The same in lines as documents print them, below the name: what is not recorded is said. */
export const signerLines = (
  { title, registration_number: number, registration_council: council }: Omit<Signer, 'name'>,
  t: (text: string, values?: Record<string, string>) => string,
): string[] => [
  title ?? t('Title not recorded'),
  number === null
    ? t('Registration number not recorded')
    : council === null
      ? t('Registration number {number}', { number })
      : t('Registration number {number} ({council})', { number, council }),
]
