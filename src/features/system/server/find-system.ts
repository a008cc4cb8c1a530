import { sql } from 'kysely'
import type { ClinicPlace } from '#platform/backup/place.ts'
import { clockAhead } from '#platform/db/clock-difference.ts'
import type { Db } from '#platform/db/connect.ts'
import { openPrintFonts } from '#platform/pdf/fonts/print-fonts.ts'
import type { Site } from '#platform/services.ts'
import { clinicTimeZone } from '#features/company/public.ts'
import type { SystemState } from '../contract.ts'
import { findDisks } from './disks.ts'

const one = async <T>(rows: Promise<{ rows: T[] }>): Promise<T> => {
  const [row] = (await rows).rows
  if (!row) throw new Error('The database says nothing of itself')
  return row
}

const databaseAhead = (db: Db) => clockAhead(async () => (await one(sql<{ at: Date }>`select clock_timestamp() as at`.execute(db))).at)

const facts = (db: Db) =>
  one(
    sql<Pick<SystemState, 'database_version' | 'database_started_at' | 'schema' | 'database_bytes' | 'documents' | 'backups'>>`
    select current_setting('server_version') as database_version, pg_postmaster_start_time() as database_started_at,
      pg_database_size(current_database())::float8 as database_bytes,
      (select json_build_object('count', count(*), 'bytes', coalesce(sum(size), 0)) from files) as documents,
      (select json_build_object('count', count(*), 'bytes', coalesce(sum(bytes), 0)) from backups where state = 'done') as backups`.execute(
      db,
    ),
  )

const findSchema = (db: Db) =>
  one(
    sql<SystemState['schema']>`
      select version, name, applied_at from schema_migrations order by version desc limit 1`.execute(db),
  )

const tables = async (db: Db) => {
  const { rows } = await sql<SystemState['tables'][number]>`
    select case s.schemaname when 'public' then '' else s.schemaname || '.' end || s.relname as name,
      pg_total_relation_size(s.relid)::float8 as bytes, greatest(s.n_live_tup, 0)::float8 as rows, s.n_dead_tup::float8 as dead_rows,
      greatest(s.last_vacuum, s.last_autovacuum) as vacuumed_at
    from pg_stat_user_tables s order by 2 desc, 1 limit 10`.execute(db)
  return rows
}

const sessions = (db: Db) =>
  one(
    sql<{
      used: number
      maximum: number
      longest_seconds: number | null
    }>`select used, maximum, longest_seconds from system_sessions()`.execute(db),
  )

/** Everything about the program, its server and its database that is no job and no figure. */
export const findSystem = async (db: Db, { site, backups: place }: { site: Site; backups: ClinicPlace }): Promise<SystemState> => {
  const database_ahead_ms = await databaseAhead(db)
  const [known, schema, largest, { used, maximum, longest_seconds }, clinic_time_zone, disks] = await Promise.all([
    facts(db),
    findSchema(db),
    tables(db),
    sessions(db),
    clinicTimeZone(db),
    findDisks(db, place),
  ])
  return {
    ...known,
    schema,
    version: site.version,
    node_version: process.versions.node,
    is_embedded: place.isEmbedded,
    started_at: site.startedAt,
    workers: site.workers,
    platform: `${process.platform} ${process.arch}`,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    clinic_time_zone,
    now: new Date(),
    database_ahead_ms,
    disks,
    tables: largest,
    missing_fonts: openPrintFonts().missing(),
    connections: { used, maximum },
    longest_transaction: longest_seconds,
  }
}
