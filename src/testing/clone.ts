import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'

/** A database of its own, cloned from the migrated template of this run. */
export const cloneDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const url = new URL(inject('templateUrl'))
  const template = url.pathname.slice(1)
  const name = `t_${randomBytes(8).toString('hex')}`
  url.pathname = '/postgres'
  const admin = url.href
  url.pathname = `/${name}`
  const run = (statement: string) => asOwner(admin, async (client) => void (await client.query(statement)))
  await run(`create database ${name} template ${template} strategy file_copy`)
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}
