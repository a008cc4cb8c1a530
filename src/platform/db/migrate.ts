import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { ConfigurationError } from '../config.ts'
import { asOwner } from './owner.ts'

interface Migration {
  version: number
  name: string
  checksum: string
  sql: string
}

/** A migration that a database has, as it was when it was applied. */
export interface Applied {
  version: number
  name: string
  checksum: string
}

const migrationLock = 418_290_552

/** The migrations of a folder, in their order. */
export const readMigrations = (dir: string): Migration[] => {
  const migrations = readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new ConfigurationError(`The migration ${name} is not named like 0001_what.sql.`)
      // A checkout with other line ends is the same migration.
      const sql = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n')
      return { version: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
  const duplicate = migrations.find(({ version }, index) => migrations[index - 1]?.version === version)
  if (duplicate) throw new ConfigurationError(`Two migrations have the number of ${duplicate.name}.`)
  return migrations
}

const findApplied = async (client: Client): Promise<Applied[]> => {
  await client.query(
    `create table if not exists schema_migrations (
       version integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  )
  return (await client.query<Applied>('select version, name, checksum from schema_migrations order by version')).rows
}

/** ConfigurationError unless `applied` are the first of `known`, unchanged. */
export const requireKnown = (known: readonly Migration[], applied: readonly Applied[]): void => {
  for (const { version, name, checksum } of applied) {
    const ours = known.find((migration) => migration.version === version)
    if (!ours) throw new ConfigurationError(`The database is newer than this program: it has ${name}, which this program does not know.`)
    if (ours.checksum !== checksum)
      throw new ConfigurationError(`The migration ${ours.name} was changed after this database had applied it.`)
  }
  const late = known.find(({ version }) => version < (applied.at(-1)?.version ?? 0) && !applied.some((row) => row.version === version))
  if (late)
    throw new ConfigurationError(`The migration ${late.name} comes before ${applied.at(-1)?.name}, which this database already has.`)
}

/** What a restore makes first in the database and takes away last. It is a view, so that it is no table of the clinic. */
export const RESTORE_MARK = 'restore_under_way'

const refuseHalfRestored = async (client: Client) => {
  const { rows } = await client.query<{ is_half: boolean }>('select to_regclass($1) is not null as is_half', [`public.${RESTORE_MARK}`])
  if (rows[0]?.is_half) throw new ConfigurationError('A restore into this database was not brought to its end: run npm run restore again.')
}

const apply = async (client: Client, { version, name, checksum, sql }: Migration): Promise<void> => {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [version, name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Brings the schema forward to what this program knows, each file in its own transaction; processes that start at once wait for the
 * first. `before` runs once when there is something to do to a schema that is there already; what it throws leaves that as it is. A restore goes
 * up to the version `lastVersion` and marks the database as half restored: it is refused until that mark is gone. Throws ConfigurationError when files
 * and database do not belong together; nothing is then changed.
 */
export const migrate = async (
  ownerUrl: string,
  dir: string,
  before: () => Promise<void> = async () => {},
  lastVersion?: number,
): Promise<{ applied: string[] }> => {
  const known = readMigrations(dir)
  return asOwner(ownerUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await (lastVersion === undefined
      ? refuseHalfRestored(client)
      : client.query(`create or replace view ${RESTORE_MARK} as select now() as begun_at`))
    const applied = await findApplied(client)
    requireKnown(known, applied)
    const pending = known.filter(({ version }) => version > (applied.at(-1)?.version ?? 0) && version <= (lastVersion ?? version))
    if (applied.length > 0 && pending.length > 0) await before()
    for (const migration of pending) await apply(client, migration)
    return { applied: pending.map(({ name }) => name) }
  })
}
