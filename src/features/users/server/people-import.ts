import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import { dayColumn, importKind, type ImportRow, type ImportSettings, type ImportWork, type Verdict } from '#platform/imports/kind.ts'
import { findWithdrawn } from '#platform/imports/withdrawn.ts'
import { groupOfRole, roles, type Role } from '#shared/permissions.ts'
import { email, line, phone } from '#shared/text.ts'
import { insertStaff, type StaffAccount } from './add-person.ts'
import { disablePerson } from './change-person.ts'
import { findGroupIds, findPermissionsOfAccount, findRights, getGroupOfRole, setGroups } from './groups.ts'
import { hasPermissionOver, requireOwnRights } from './policy.ts'
import { groupsSign, missingOf } from './registration.ts'

const role = z.string().transform((text, context): Role => {
  const word = text.trim().toLowerCase()
  const found = roles.find((one) => one === word || groupOfRole[one].toLowerCase() === word)
  if (found && found !== 'patient') return found
  context.addIssue({ code: 'custom', message: 'Enter one of the clinic’s roles, such as nurse or receptionist.' })
  return z.NEVER
})

const cells = (settings: ImportSettings) => ({
  email,
  first_name: line(60),
  last_name: line(60),
  phone,
  profession: line(60),
  title: line(60),
  registration_number: line(40),
  registration_council: line(80),
  date_of_birth: dayColumn(settings, 'date_of_birth', 'past'),
  role,
})
type Cells = ReturnType<typeof cells>
type Values = { [K in keyof Cells]?: z.output<Cells[K]> }
/** `back`: an account that an undone import took out of use. */
type Planned = Omit<StaffAccount, 'password_hash'> & { back?: number }

/** The roles among these that the person may give. */
const rolesWithin = async ({ db, user }: Pick<ImportWork, 'db' | 'user'>, asked: readonly Role[]) => {
  const within = new Set<Role>()
  for (const one of new Set(asked)) {
    try {
      requireOwnRights(user, await findRights(db, [await getGroupOfRole(db, one)]))
      within.add(one)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  return within
}

const required = ['email', 'first_name', 'last_name', 'role'] as const

const validate = async (work: ImportWork, rows: readonly ImportRow<Values>[]) => {
  const addresses = rows.flatMap(({ values }) => values.email ?? [])
  const known = await sql<{
    id: number
    email: string
    has_password: boolean
    first_name: string
    last_name: string
    role: Role
    is_active: boolean
  }>`
    select id, email, first_name, last_name, role, is_active, password_hash is not null as has_password from users where email = any(${addresses}::text[])`.execute(
    work.db,
  )
  const byEmail = new Map(known.rows.map((one) => [one.email, one]))
  const idle = known.rows.flatMap(({ id, is_active, has_password }) => (is_active || has_password ? [] : [id]))
  const withdrawn = await findWithdrawn(work.db, 'people', idle)
  const beyond = new Set<number>()
  for (const account of known.rows)
    if (withdrawn.has(account.id) && !hasPermissionOver(work.user, await findPermissionsOfAccount(work.db, account))) beyond.add(account.id)
  const within = await rolesWithin(
    work,
    rows.flatMap(({ values }) => values.role ?? []),
  )
  const signing = new Set<Role>()
  for (const one of within) if (await groupsSign(work.db, [await getGroupOfRole(work.db, one)])) signing.add(one)
  return rows.map(({ values }): Verdict<Planned> => {
    const problems: { column: string; message: string }[] = required.flatMap((column) =>
      values[column] === undefined ? [{ column, message: 'This field is required.' }] : [],
    )
    const { email: address = '', first_name = '', last_name = '', role: wanted = 'nurse' } = values
    if (problems.length === 0 && !within.has(wanted))
      problems.push({ column: 'role', message: 'This role has permissions that you do not have.' })
    if (problems.length === 0 && signing.has(wanted))
      problems.push(...missingOf(values).map((column) => ({ column, message: 'Required: this role signs documents.' })))
    if (problems.length > 0) return { state: 'refused', problems }
    const there = byEmail.get(address)
    const plan = { ...values, email: address, first_name, last_name, role: wanted }
    if (!there) return { state: 'new', plan }
    if (beyond.has(there.id))
      return { state: 'refused', problems: [{ column: 'email', message: 'This account has permissions that you do not have.' }] }
    if (withdrawn.has(there.id)) return { state: 'new', plan: { ...plan, back: there.id } }
    if (!there.is_active)
      return { state: 'duplicate', message: 'This account is disabled. Enable it on the page People.', resembles: address }
    if (there.first_name === first_name && there.last_name === last_name && there.role === wanted) return { state: 'same' }
    const resembles = `${there.first_name} ${there.last_name}`
    return { state: 'duplicate', message: 'Another user has this e-mail address.', resembles }
  })
}

/** Opens an account again as the file has it, with the rights of its role alone. */
const bringBack = async (db: Db, { back: id = 0, email: _email, ...facts }: Planned) => {
  await db
    .updateTable('users')
    .set({
      phone: null,
      profession: null,
      title: null,
      registration_number: null,
      registration_council: null,
      date_of_birth: null,
      ...facts,
      is_active: true,
      disabled_at: null,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
  await setGroups(db, id, await findGroupIds(db, id), [await getGroupOfRole(db, facts.role)])
}

const create = async ({ db, now, audit, publish }: ImportWork, people: readonly Planned[]) => {
  const fresh = people.filter(({ back }) => back === undefined)
  const added = (
    await insertStaff(
      db,
      fresh.map((person) => ({ ...person, password_hash: null })),
      now,
    )
  ).values()
  const ids: number[] = []
  for (const person of people) {
    if (person.back !== undefined) await bringBack(db, person)
    const id = person.back ?? added.next().value!
    audit(person.back === undefined ? 'create' : 'change', { entity: 'user', id, change: { email: person.email, role: person.role } })
    ids.push(id)
  }
  publish('users')
  return ids
}

/** An account is in somebody's hands once it has a password. */
const whyKept = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${ids}::integer[]) and password_hash is not null order by id for no key update`.execute(db)
  return new Map(rows.map(({ id }) => [id, 'This user has since been given a password.']))
}

const withdraw = async (work: ImportWork, ids: readonly number[]) => {
  const kept = new Map<number, string>()
  for (const id of ids) {
    try {
      await disablePerson(work, id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      kept.set(id, error.message)
    }
  }
  return kept
}

const page = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; cells: Record<string, string | null> }>`
    select id, json_build_object('email', email, 'first_name', first_name, 'last_name', last_name, 'phone', phone, 'profession', profession,
      'title', title, 'registration_number', registration_number, 'registration_council', registration_council, 'date_of_birth', date_of_birth, 'role', role) as cells
    from users where id > ${after} and role <> 'patient' and is_active order by id limit ${limit}`.execute(db)
  return rows
}

/** Members of staff as a file. They come without a password: each is given a one-time one when they begin. */
export const peopleImport = importKind<Values, Planned>({
  columns: [
    {
      name: 'email',
      required: true,
      synonyms: ['e mail', 'email address', 'mail', 'courriel'],
      examples: ['a.wafula@example.org', 'b.njeri@example.org'],
    },
    { name: 'first_name', required: true, synonyms: ['first', 'given name', 'prénom', 'jina la kwanza'], examples: ['Amina', 'Brian'] },
    {
      name: 'last_name',
      required: true,
      synonyms: ['surname', 'second name', 'family name', 'nom', 'jina la ukoo'],
      examples: ['Wafula', 'Njeri'],
    },
    { name: 'phone', synonyms: ['telephone', 'mobile', 'phone number', 'tel', 'téléphone', 'simu'], examples: ['+254711000003', ''] },
    { name: 'profession', synonyms: ['job title', 'cadre', 'occupation'], examples: ['Clinical officer', ''] },
    { name: 'title', synonyms: ['professional title', 'titre', 'cheo'], examples: ['Clinical officer', ''] },
    {
      name: 'registration_number',
      synonyms: ['registration', 'reg no', 'licence number', 'council number', 'numéro d’inscription', 'nambari ya usajili'],
      examples: ['COC-00001', ''],
    },
    {
      name: 'registration_council',
      synonyms: ['council', 'registered with', 'ordre', 'baraza'],
      examples: ['Clinical Officers Council', ''],
    },
    {
      name: 'date_of_birth',
      isDay: true,
      isForgiving: true,
      synonyms: ['dob', 'birth date', 'date de naissance'],
      examples: ['1988-02-14', ''],
    },
    { name: 'role', required: true, synonyms: ['group', 'user role', 'position', 'rôle', 'jukumu'], examples: ['doctor', 'receptionist'] },
  ],
  rights: { run: 'users.change', undo: 'users.change', read: 'users.view' },
  cells,
  needs: [['email'], ['first_name'], ['last_name'], ['role']],
  keysOf: ({ email: address }) => (address === undefined ? [] : [`email ${address}`]),
  validate,
  create,
  whyKept,
  withdraw,
  page,
})
