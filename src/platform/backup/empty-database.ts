import type { Client } from 'pg'
import { RESTORE_MARK } from '../db/migrate.ts'
import { asOwner } from '../db/owner.ts'
import type { Applied } from '../export/datapackage.ts'
import { isOwn } from '../export/tables.ts'
import { findMigrations } from '../export/whole.ts'
import { BackupError } from './backup-error.ts'

interface Found {
  is_marked: boolean
  has_migrations: boolean
  has_any: boolean
}

const look = async (client: Client): Promise<Found> => {
  const { rows } = await client.query<Found>(
    `select to_regclass($1) is not null as is_marked, to_regclass('public.schema_migrations') is not null as has_migrations,
       to_regnamespace('pgboss') is not null or exists (
         select from pg_class c where c.relnamespace = 'public'::regnamespace and ${isOwn}) as has_any`,
    [`public.${RESTORE_MARK}`],
  )
  return rows[0] ?? { is_marked: false, has_migrations: false, has_any: true }
}

/**
 * BackupError unless there is nothing in the database, or only what a restore of the same version began and did not end.
 */
export const requireEmptyDatabase = async (client: Client, migrations: readonly Applied[]): Promise<void> => {
  const { is_marked, has_migrations, has_any } = await look(client)
  if (!is_marked && has_any)
    throw new BackupError(
      'The database is not empty. Restore the backup into a new one: create it (create database), set DATABASE_URL to it, and keep the old one as long as you need it.',
    )
  const applied = is_marked && has_migrations ? await findMigrations(client) : []
  if (applied.some(({ checksum }, i) => migrations[i]?.checksum !== checksum))
    throw new BackupError('The database contains an unfinished restore of another backup. Create a new database.')
}

/** Takes the mark of a restore away: the clinic in the database is whole. */
export const endLoading = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (client) => void (await client.query(`drop view ${RESTORE_MARK}`)))
