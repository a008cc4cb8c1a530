import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Job } from '#platform/jobs/job.ts'
import { prepareJobs } from '#platform/jobs/queue.ts'
import { permissions, seededGroups } from '#shared/permissions.ts'
import { asOwner } from './owner.ts'
import { type Applied, migrate, readMigrations, requireKnown } from './migrate.ts'
import type { Logins } from './logins.ts'
import { ensureLogins, ensureRoles } from './roles.ts'

const root = join(import.meta.dirname, '../../..')
const migrations = join(root, 'db/migrations')

/**
 * Gives the permissions that this program knows to the database. A new permission goes to the seeded groups that hold it by default; what
 * the clinic has changed since is left alone.
 */
const syncPermissions = (ownerUrl: string) =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    const { rows } = await client.query<{ name: string }>(
      'insert into permissions (name) select unnest($1::text[]) on conflict do nothing returning name',
      [permissions],
    )
    const fresh = new Set(rows.map((row) => row.name))
    for (const [group, granted] of Object.entries(seededGroups)) {
      await client.query('insert into groups (name, is_seeded) values ($1, true) on conflict do nothing', [group])
      await client.query(
        `insert into group_permissions (group_id, permission)
         select g.id, p from groups g, unnest($2::text[]) p where lower(g.name) = lower($1) on conflict do nothing`,
        [group, granted.filter((name) => fresh.has(name))],
      )
    }
    await client.query('commit')
  })

/**
 * Makes a database ready for this program: logins, schema, grants, permissions, the queues of `jobs`. Safe to run
 * again, and by several processes at once. `beforeMigration` runs before a clinic that has a schema gets a newer one.
 */
export const prepareDatabase = async (
  ownerUrl: string,
  logins: Logins,
  jobs: readonly Job[] = [],
  beforeMigration?: () => Promise<void>,
): Promise<{ applied: string[] }> => {
  await ensureLogins(ownerUrl, logins)
  const result = await migrate(ownerUrl, migrations, beforeMigration)
  await asOwner(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock(418290553)')
    await client.query(readFileSync(join(root, 'db/grants.sql'), 'utf8'))
  })
  await syncPermissions(ownerUrl)
  if (jobs.length > 0) await prepareJobs(ownerUrl, jobs)
  return result
}

/**
 * Makes the tables in a new database as they were with the migrations of a backup; it is marked as half restored, and rights come with
 * `prepareDatabase`, when its rows are there. ConfigurationError when the backup is of a newer program, or of another one.
 */
export const prepareTables = async (ownerUrl: string, ofBackup: readonly Applied[]): Promise<void> => {
  requireKnown(readMigrations(migrations), ofBackup)
  await ensureRoles(ownerUrl)
  await migrate(ownerUrl, migrations, undefined, ofBackup.at(-1)?.version ?? 0)
}
