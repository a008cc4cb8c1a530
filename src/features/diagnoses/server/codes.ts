import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { after, type Position } from '#platform/db/keyset.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { DiagnosisSystem } from '../contract.ts'

export interface CodeFilters {
  system?: DiagnosisSystem | undefined
  active?: boolean | undefined
}

const shown = [
  'id',
  'system',
  'code',
  'title',
  'plain_title',
  'icd11_code',
  'synonyms',
  'chapter',
  'is_active',
  'source',
  'version',
  sql<null>`null`.as('matched'),
] as const

const filtered = (db: Db, { system, active }: CodeFilters) =>
  db
    .selectFrom('diagnosis_codes')
    .$if(system !== undefined, (query) => query.where('system', '=', system ?? 'local'))
    .$if(active !== undefined, (query) => query.where('is_active', '=', active ?? true))

/** Terms by code, those without one first. */
export const findCodes = (db: Db, filters: CodeFilters, { cursor, limit }: Position) =>
  filtered(db, filters)
    .select([...shown, 'sort_code'])
    .where(after(sql`sort_code`, sql`id`, sql`text`, cursor))
    .orderBy('sort_code')
    .orderBy('id')
    .limit(limit)
    .execute()

export const countCodes = async (db: Db, filters: CodeFilters): Promise<number> => {
  const { count } = await filtered(db, filters)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Holds a term until the transaction ends. */
export const lockCode = (db: Db, id: number) =>
  db.selectFrom('diagnosis_codes').select(shown).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const insertCode = (db: Db, code: Insertable<DB['diagnosis_codes']>) =>
  db.insertInto('diagnosis_codes').values(code).returning(shown).executeTakeFirstOrThrow()

/** Changes the term, which gets the next version. */
export const updateCodeRow = (db: Db, id: number, change: Updateable<DB['diagnosis_codes']>) =>
  db
    .updateTable('diagnosis_codes')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirstOrThrow()

/** More than a file can hold that is to be read in again. */
const MAX_EXPORT = 200_000

/** The whole list by code, as the cells of a file. */
export const findCodeCells = (db: Db) =>
  db
    .selectFrom('diagnosis_codes')
    .select(['system', 'code', 'title'])
    .select([sql<string>`coalesce(plain_title, '')`.as('plain_title'), sql<string>`coalesce(icd11_code, '')`.as('icd11')])
    .select([sql<string>`array_to_string(synonyms, '|')`.as('synonyms'), sql<string>`is_active::text`.as('active')])
    .orderBy('sort_code')
    .orderBy('id')
    .limit(MAX_EXPORT)
    .execute()
