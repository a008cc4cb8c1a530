import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { groupOfRole, type Role } from '#shared/permissions.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Users } from '#platform/db/tables.gen.ts'
import type { Reply, TestClinic } from './clinic.ts'

export const PASSWORD = 'tuktuk mvua jioni'
let hashed: Promise<string> | undefined

/** Somebody with a password, in the group of their role, by SQL. */
export const anAccount = async (db: Db, role: Role, overrides: Partial<Insertable<Users>> = {}) => {
  const password_hash = await (hashed ??= hashPassword(PASSWORD))
  const email = `${randomBytes(5).toString('hex')}@clinic.example`
  const person = await db
    .insertInto('users')
    .values({
      email,
      first_name: 'Amina',
      last_name: 'Yusuf',
      role,
      password_hash,
      title: 'Clinical officer',
      registration_number: 'TEST-0002',
      ...overrides,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  const { id } = await db.selectFrom('groups').select('id').where('name', '=', groupOfRole[role]).executeTakeFirstOrThrow()
  await db.insertInto('user_groups').values({ user_id: person.id, group_id: id }).execute()
  return person
}

/** The value of the device cookie that a reply sets. */
export const deviceOf = (reply: Reply) => /kliniki_device=([^;]*)/.exec(String(reply.headers['set-cookie']))?.[1] ?? ''

/** The Cookie header of a browser, over https and without. */
export const cookieOf = (device: string) => `kliniki_device=${device}; __Host-kliniki_device=${device}`

type Caller = Pick<TestClinic, 'call'>

export const signIn = ({ call }: Caller, email: string, password = PASSWORD, device?: string) =>
  call('POST', '/users/login/', { email, password }, device === undefined ? {} : { cookie: cookieOf(device) })

export interface SignedIn {
  access: string
  refresh: string
  device: string
  /** The headers of a signed-in call. */
  headers: { authorization: string }
}

/** Signs somebody in through the door. */
export const signedIn = async (clinic: Caller, email: string, password = PASSWORD, device?: string): Promise<SignedIn> => {
  const reply = await signIn(clinic, email, password, device)
  if (reply.status !== 200) throw new Error(`The sign-in answered ${reply.status}: ${reply.text}`)
  const { access, refresh } = reply.json<{ access: string; refresh: string }>()
  return { access, refresh, device: deviceOf(reply), headers: { authorization: `Bearer ${access}` } }
}
