import { sql, type Updateable } from 'kysely'
import { statfs } from 'node:fs/promises'
import { readKeys } from '#platform/backup/keys.ts'
import type { ClinicPlace } from '#platform/backup/place.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Backups } from '#platform/db/tables.gen.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import { instantOf, addDays, wallTimeOf } from '#shared/zoned.ts'
import { clinicTimeZone } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Backup, BackupState } from '../contract.ts'

const SHOWN = 60

const rowsOf = (db: Db) =>
  db
    .selectFrom('backups as b')
    .select([
      'b.id',
      'b.name',
      'b.origin',
      'b.state',
      'b.created_at',
      'b.started_at',
      'b.finished_at',
      'b.bytes',
      'b.done_bytes',
      'b.total_bytes',
      'b.failure',
      'b.check_state',
      'b.checked_at',
      'b.check_failure',
      sql<string | null>`${nameOf(sql`b.created_by`)}`.as('created_by_name'),
      sql<number | null>`(select sum((t.value ->> 'rows')::bigint)::bigint from jsonb_each(b.counts -> 'tables') t)`.as('checked_rows'),
    ])
    .$narrowType<Pick<Backup, 'origin' | 'state' | 'check_state' | 'failure' | 'check_failure'>>()

export const getBackup = async (db: Db, id: number): Promise<Backup> => {
  return requireFound(await rowsOf(db).where('b.id', '=', id).executeTakeFirst(), 'Backup')
}

/** What is there or under way, and what failed in the last 30 days. */
const findBackups = (db: Db, now: Date): Promise<Backup[]> =>
  rowsOf(db)
    .where((eb) =>
      eb.or([
        eb('b.state', 'in', ['waiting', 'running', 'done']),
        eb.and([eb('b.state', '=', 'failed'), eb('b.created_at', '>', new Date(now.getTime() - 30 * 86_400_000))]),
      ]),
    )
    .orderBy(sql`coalesce(b.started_at, b.created_at)`, 'desc')
    .orderBy('b.id', 'desc')
    .limit(SHOWN)
    .execute()

/** The next time at which the clinic's clock shows that hour. */
const nextAt = (now: Date, hour: number, zone: string): Date => {
  const { day } = wallTimeOf(now, zone)
  const clock = `${String(hour).padStart(2, '0')}:00`
  const today = instantOf(day, clock, zone)
  return today > now ? today : instantOf(addDays(day, 1), clock, zone)
}

const freeBytes = async (dir: string): Promise<number | null> => {
  const room = await statfs(dir).catch(() => null)
  return room && room.bavail * room.bsize
}

/** Everything that the screen shows. */
export const findState = async (
  db: Db,
  { dataDir, backupsDir }: Pick<ClinicPlace, 'dataDir' | 'backupsDir'>,
  now: Date,
): Promise<BackupState> => {
  const [settings, backups, zone] = await Promise.all([
    db.selectFrom('backup_settings').selectAll().executeTakeFirstOrThrow(),
    findBackups(db, now),
    clinicTimeZone(db),
  ])
  const there = backups.filter(({ state }) => state === 'done')
  const { is_nightly, hour, version } = settings
  return {
    is_nightly,
    hour,
    version,
    folder: backupsDir,
    free_bytes: (await freeBytes(backupsDir)) ?? (await freeBytes(dataDir)),
    has_passphrase: readKeys(dataDir)[0]?.kind === 'passphrase',
    last_good: there[0]?.started_at ?? null,
    last_verified: there.find(({ check_state }) => check_state === 'passed')?.started_at ?? null,
    next_at: is_nightly ? nextAt(now, hour, zone) : null,
    backups,
  }
}

/** Puts down that a backup is wanted; one that waits already is enough. Undefined when it does. */
export const insertWanted = async (db: Db, origin: 'nightly' | 'asked', now: Date, by: number | null): Promise<number | undefined> => {
  const row = await db
    .insertInto('backups')
    .values({ origin, state: 'waiting', created_at: now, created_by: by })
    .onConflict((oc) => oc.column('state').where('state', '=', 'waiting').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Puts down that a backup is to be checked. Throws a conflict when it is not there, or just checked. */
export const wantCheck = async (db: Db, id: number): Promise<void> => {
  const { state, check_state } = await getBackup(db, id)
  if (state !== 'done') throw conflict('This backup no longer exists.')
  if (check_state === 'waiting' || check_state === 'running') throw conflict('This backup is already being verified.')
  await db.updateTable('backups').set({ check_state: 'waiting', check_failure: null }).where('id', '=', id).execute()
}

/** Writes to a row what became of it. */
export const noteBackup = (db: Db, id: number, change: Updateable<Backups>) =>
  db.updateTable('backups').set(change).where('id', '=', id).execute()
