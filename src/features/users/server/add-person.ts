import { groupOfRole, type Role } from '#shared/permissions.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden } from '#platform/errors/problem.ts'
import { handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { createUser, registerPatientAccount } from '../contract.ts'
import { sendAddressCode, type AddressCodes } from './address-codes.ts'
import { hashChosenPassword, makeOneTimePassword, oneTimeUntil } from './choose-password.ts'
import { findRights, getGroupOfRole, setGroups } from './groups.ts'
import { getPerson } from './people.ts'
import { requireOwnRights } from './policy.ts'
import { groupsSign, requireFields } from './registration.ts'

/**
 * A patient's own account, with a code to the address where the clinic sends e-mail. The answer and the work are the same when the address is
 * known already; then nothing changes.
 */
export const registerRoute = (services: Services, codes: AddressCodes): Route =>
  handlePrepared(
    registerPatientAccount,
    ({ db, body }) => hashChosenPassword(db, 'password', body.password, [body.email, body.first_name, body.last_name]),
    async ({ prepared: password_hash, body, ...context }) => {
      const { db, now, audit, publish } = context
      const { email, first_name, last_name, phone, date_of_birth } = body
      const names = { email, first_name, last_name, phone, date_of_birth }
      const person = await db
        .insertInto('users')
        .values({ ...names, password_hash, role: 'patient', created_at: now, is_self_registered: true })
        .onConflict((known) => known.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      const group = await getGroupOfRole(db, 'patient')
      if (person) {
        await setGroups(db, person.id, [], [group])
        if (await codes.isOn(db)) await sendAddressCode(services, codes, context, { id: person.id, email, first_name, language: null })
      }
      audit(person ? 'register' : 'register again', { entity: 'user', id: person?.id ?? null })
      if (person) publish('users', person.id)
      return { email, first_name, last_name }
    },
  )

/** Whoever adds a person learns that the address has an account, and whose doing that was: it may be a stranger's. */
const requireNewAddress = async (db: Db, email: string) => {
  const existing = await db
    .selectFrom('users')
    .select(['id', 'role', 'is_active', 'created_at', 'is_self_registered', 'email_verified_at'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!existing) return
  const since = existing.created_at.toISOString().slice(0, 10)
  const message = `There is an account with the address ${email} already, since ${since}. Change that one, or use another address.`
  throw conflict(message, { existing }, 'account_exists')
}

/** An account, added by somebody who has every right that the new person gets; a patient's has a one-time password always. */
export const createRoute: Route = handlePrepared(
  createUser,
  async ({ db, body, ids }) => {
    const { password, email, first_name, last_name, role } = body
    // Whoever adds a patient's account must not know what it is opened with once it is linked.
    if (role === 'patient' && password !== undefined)
      throw fieldError('password', 'Leave the password out: a patient’s account gets a one-time password.')
    if (password !== undefined)
      return { oneTime: null, hash: await hashChosenPassword(db, 'password', password, [email, first_name, last_name]) }
    const oneTime = makeOneTimePassword(ids)
    return { oneTime, hash: await hashPassword(oneTime) }
  },
  async ({ db, body, user, now, audit, publish, prepared: { oneTime, hash } }) => {
    const { email, first_name, last_name, phone, profession, date_of_birth, role, is_active = true } = body
    const { title, registration_number, registration_council } = body
    const roleGroup = await getGroupOfRole(db, role)
    const groups = [...new Set(body.groups ?? [roleGroup])]
    if (groups.some((group) => group !== roleGroup) && !user.permissions.has('groups.change')) throw forbidden('groups.change')
    requireOwnRights(user, await findRights(db, [...new Set([...groups, roleGroup])]))
    if (await groupsSign(db, groups)) requireFields(body)
    await requireNewAddress(db, email)
    const { id } = await db
      .insertInto('users')
      .values({
        email,
        first_name,
        last_name,
        phone,
        profession,
        date_of_birth,
        title,
        registration_number,
        registration_council,
        role,
        is_active,
        password_hash: hash,
        must_change_password: oneTime !== null,
        one_time_until: oneTime === null ? null : oneTimeUntil(now),
        created_at: now,
        created_by: user.id,
        disabled_at: is_active ? null : now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setGroups(db, id, [], groups)
    audit('create', { entity: 'user', id, change: { email, role, groups, is_active, title, registration_number, registration_council } })
    publish('users', id)
    return { ...(await getPerson(db, id, now)), one_time_password: oneTime }
  },
)

export interface StaffAccount {
  email: string
  first_name: string
  last_name: string
  role: Role
  /** From hashPassword; null for an account that cannot sign in. */
  password_hash: string | null
  phone?: string | null
  profession?: string | null
  title?: string | null
  registration_number?: string | null
  registration_council?: string | null
  date_of_birth?: string | null
}

/** Adds accounts as they are, each in the group of its role; answers their ids in the same order. For set-up and demonstration. */
export const insertStaff = async (db: Db, people: readonly StaffAccount[], now: Date): Promise<number[]> => {
  if (people.length === 0) return []
  const rows = await db
    .insertInto('users')
    .values(people.map((person) => ({ ...person, created_at: now })))
    .returning(['id', 'email'])
    .execute()
  const groups = await db.selectFrom('groups').select(['id', 'name']).execute()
  const idOfGroup = new Map(groups.map(({ id, name }) => [name, id]))
  const idOfEmail = new Map(rows.map(({ id, email }) => [email, id]))
  const members = people.map(({ email, role }) => ({ user_id: idOfEmail.get(email) ?? 0, group_id: idOfGroup.get(groupOfRole[role]) ?? 0 }))
  await db.insertInto('user_groups').values(members).execute()
  return members.map(({ user_id }) => user_id)
}

/** The first person of a clinic, with every right. A password that is short or easily guessed is a 400 on `password`. */
export const createAdministrator = async (
  db: Db,
  person: { email: string; first_name: string; last_name: string; password: string; phone?: string | null },
  now: Date,
): Promise<{ id: number }> => {
  const { password, ...names } = person
  const password_hash = await hashChosenPassword(db, 'password', password, [names.email, names.first_name, names.last_name])
  const [id = 0] = await insertStaff(db, [{ ...names, role: 'sysadmin', password_hash }], now)
  return { id }
}
