import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { applicationRoles, type Logins, urlFor } from '#platform/db/logins.ts'
import { asOwner } from '#platform/db/owner.ts'

/** A worker of the server's own may be cleaning the database up just then, and nobody may end that: it is soon over. */
const PATIENCE_MS = 10_000
const persistently = async (work: () => Promise<void>) => {
  for (const begun = Date.now(); ; await sleep(100)) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() - begun > PATIENCE_MS || (error as { code?: string }).code !== '42501') throw error
    }
  }
}

interface OwnDatabase {
  /** As its owner. */
  url: string
  logins: Logins
  drop(): Promise<void>
}

/** The logins of this run's server, for one of its databases. */
export const loginsFor = (url: string): Logins => {
  const passwords = inject('passwords')
  return Object.fromEntries(applicationRoles.map((role) => [role, urlFor(url, role, passwords[role])])) as unknown as Logins
}

const makeDatabase = async (options: (template: string) => string): Promise<OwnDatabase> => {
  const url = new URL(inject('templateUrl'))
  const template = url.pathname.slice(1)
  const name = `t_${randomBytes(8).toString('hex')}`
  url.pathname = '/postgres'
  const admin = url.href
  url.pathname = `/${name}`
  const run = (statement: string) => asOwner(admin, async (client) => void (await client.query(statement)))
  await run(`create database ${name} ${options(template)}`)
  return { url: url.href, logins: loginsFor(url.href), drop: () => persistently(() => run(`drop database ${name} with (force)`)) }
}

/** A database of its own, cloned from the migrated template of this run, or from another one. */
export const cloneDatabase = (other?: string) => makeDatabase((template) => `template ${other ?? template} strategy file_copy`)

/** A database of its own with nothing in it. */
export const emptyDatabase = () => makeDatabase(() => 'template template0 strategy file_copy')
