import { sql } from 'kysely'
import { join } from 'node:path'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, pageOf, readCursor } from '#platform/db/keyset.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { nameOf } from '#features/users/public.ts'
import type { ClinicExport } from '#features/imports/contract.ts'

const SHOWN = 20

/** Where the file of an export lies. */
export const fileOf = (dataDir: string, id: number) => join(dataDir, 'exports', `clinic-${id}.zip`)

const rowsOf = (db: Db, reader: number) =>
  db
    .selectFrom('clinic_exports as e')
    .select([
      'e.id',
      'e.state',
      'e.created_at',
      'e.finished_at',
      'e.bytes',
      'e.rows',
      'e.documents',
      'e.missing_documents',
      'e.done_rows',
      'e.total_rows',
      'e.failure',
      'e.expires_at',
      sql<boolean>`e.created_by = ${reader}`.as('is_own'),
      sql<string | null>`${nameOf(sql`e.created_by`)}`.as('created_by_name'),
    ])
    .$narrowType<Pick<ClinicExport, 'state' | 'failure'>>()

export const findClinicExports = async (
  db: Db,
  reader: number,
  { limit = SHOWN, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<ClinicExport>> => {
  const rows = await rowsOf(db, reader)
    .where(before(sql`e.id`, sql`e.id`, sql`bigint`, readCursor(cursor)))
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, ({ id }) => id)
}

/** An export as `reader` sees it. Throws a 404. */
export const getClinicExport = async (db: Db, reader: number, id: number): Promise<ClinicExport> => {
  return requireFound(await rowsOf(db, reader).where('e.id', '=', id).executeTakeFirst(), 'Export')
}

/** Puts down that an export is wanted; undefined when one waits or is under way. */
export const insertClinicExport = async (db: Db, by: number, now: Date): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`insert into clinic_exports (state, created_at, created_by) values ('waiting', ${now}, ${by})
    on conflict ((true)) where state in ('waiting', 'running') do nothing returning id`.execute(db)
  return rows[0]?.id
}
