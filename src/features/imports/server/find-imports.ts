import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { before, readCursor, limitOf, pageOf } from '#platform/db/keyset.ts'
import { retention } from '#platform/jobs/retention.ts'
import type { User } from '#platform/http/handle.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { Import } from '../contract.ts'
import type { DateOrders } from './date-orders.ts'
import { kinds, rightsToRun } from './kinds.ts'
import type { Mapping } from './mapping.ts'

const select = (db: Db) =>
  db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.created_by')
    .selectAll('imports')
    .select(sql<string>`concat_ws(' ', users.first_name, users.last_name)`.as('created_by_name'))
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const shown = (one: Row, { permissions }: Pick<User, 'permissions'>): Import => {
  const mapping = one.mapping as Mapping
  const counts = {
    new: one.new_rows,
    same: one.same_rows,
    duplicate: one.duplicate_rows,
    refused: one.refused_rows,
    created: one.created_rows,
    withdrawn: one.withdrawn_rows,
    kept: one.kept_rows,
  }
  const {
    id,
    kind,
    state,
    file_name,
    headings,
    encoding,
    is_encoding_certain,
    heading_row,
    noted_rows,
    is_whole,
    is_read,
    problem,
    created_at,
    created_by_name,
    finished_at,
    cleaned_at,
    worked_at,
  } = one
  const constants = one.constants as Record<string, string>
  const read = new Set(Object.values(mapping))
  return {
    id,
    kind,
    state,
    file_name,
    headings,
    encoding: encoding as Import['encoding'],
    is_encoding_certain,
    heading_row,
    noted: noted_rows,
    ignored: headings.filter((heading, place) => heading !== '' && !read.has(place)),
    constants: Object.entries(constants).map(([column, value]) => ({ column, value })),
    date_orders: Object.entries(one.date_orders as unknown as DateOrders).map(([column, { order, basis, examples }]) => ({
      column,
      order,
      basis,
      examples,
    })),
    is_whole,
    is_read,
    problem,
    created_at,
    created_by_name,
    finished_at,
    kept_until: new Date(worked_at.getTime() + retention.imports),
    is_cleaned: cleaned_at !== null,
    counts,
    mapping: Object.entries(mapping).map(([column, place]) => ({ column, place })),
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    may: {
      run: rightsToRun(kinds[kind], [...Object.keys(mapping), ...Object.keys(constants)]).every((right) => permissions.has(right)),
      undo: permissions.has(kinds[kind].rights.undo),
    },
  }
}

/** Imports, newest first. */
export const findImports = async (db: Db, user: User, { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined }) => {
  const size = limitOf(limit)
  const rows = await select(db)
    .where(before(sql`imports.id`, sql`imports.id`, sql`integer`, readCursor(cursor)))
    .orderBy('imports.id', 'desc')
    .limit(size + 1)
    .execute()
  return pageOf(
    rows.map((row) => shown(row, user)),
    size,
    ({ id }) => id,
  )
}

/** An import as it stands; 404 without it. */
export const getImport = async (db: Db, user: User, id: number): Promise<Import> => {
  const row = requireFound(await select(db).where('imports.id', '=', id).executeTakeFirst(), 'Import')
  return shown(row, user)
}
