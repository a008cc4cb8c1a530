import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { keepSecret, writeSecret } from '../secrets.ts'

/** What the program answers requests as: each a login of its own, none of which owns a table or may act as another. */
export const applicationRoles = ['kliniki_app', 'kliniki_portal', 'kliniki_read'] as const
export type DbRole = (typeof applicationRoles)[number]

/** The address of the database for each of them, with its name and password. */
export type Logins = Readonly<Record<DbRole, string>>

/** The file in the folder of secrets that holds the password of a login. */
export const secretOf = (role: DbRole) => role.replace('kliniki_', 'database-')

/** The address of the same database for somebody else. */
export const urlFor = (databaseUrl: string, name: string, password: string): string => {
  const url = new URL(databaseUrl)
  // Without a host, as where a socket is named behind it, an address has no place for a name.
  url.hostname ||= 'localhost'
  for (const given of ['user', 'password']) url.searchParams.delete(given)
  url.username = name
  url.password = encodeURIComponent(password)
  return url.href
}

/** The logins of this clinic; their passwords are made on first use and kept with its secrets. */
export const loginsOf = (dataDir: string, databaseUrl: string): Logins => {
  const login = (role: DbRole) => urlFor(databaseUrl, role, keepSecret(dataDir, secretOf(role)).trim())
  return { kliniki_app: login('kliniki_app'), kliniki_portal: login('kliniki_portal'), kliniki_read: login('kliniki_read') }
}

const ITERATIONS = 4096

/** What a server keeps of the password in an address: with it passwords stand in no statement, no log and no message. */
export const verifierOf = (login: string): string => {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(decodeURIComponent(new URL(login).password), salt, ITERATIONS, 32, 'sha256')
  const keyed = (words: string) => createHmac('sha256', salted).update(words).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

/** Keeps these passwords as those of a data directory that works on the same server. */
export const keepLogins = (dataDir: string, logins: Logins): void => {
  for (const role of applicationRoles) writeSecret(dataDir, secretOf(role), decodeURIComponent(new URL(logins[role]).password))
}
