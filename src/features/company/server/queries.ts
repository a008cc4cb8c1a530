import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Company as CompanyTable, DB } from '#platform/db/tables.gen.ts'
import { type NumberFormat, series } from '../contract.ts'

type CompanyRow = Selectable<CompanyTable> & { has_logo: boolean; is_set_up: boolean }

const selectCompany = (db: Db) =>
  db
    .selectFrom('company')
    .selectAll()
    .select([sql<boolean>`logo_file_id is not null`.as('has_logo'), sql<boolean>`set_up_at is not null`.as('is_set_up')])

/** The clinic's one row. It is there from the start, with empty names until the clinic is set up. */
export const findCompany = (db: Db): Promise<CompanyRow> => selectCompany(db).executeTakeFirstOrThrow()

/** The same, held until the transaction ends. */
export const lockCompany = (db: Db): Promise<CompanyRow> => selectCompany(db).forUpdate().executeTakeFirstOrThrow()

/** Changes the clinic's row, which gets the next version. */
export const updateCompanyRow = async (db: Db, change: Updateable<CompanyTable>): Promise<CompanyRow> => {
  await db
    .updateTable('company')
    .set({ ...change, version: sql`version + 1` })
    .execute()
  return findCompany(db)
}

/** False when the database does not know the zone, though this program does. The transaction is spoilt then. */
export const knowsTimeZone = async (db: Db, zone: string): Promise<boolean> => {
  try {
    await sql`select now() at time zone ${zone}`.execute(db)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '22023') return false
    throw error
  }
}

export const insertFile = async (db: Db, file: Insertable<DB['files']>): Promise<number> => {
  const { id } = await db.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findLogo = (db: Db) =>
  db.selectFrom('company').innerJoin('files', 'files.id', 'company.logo_file_id').select('files.sha256').executeTakeFirst()

const inOrder = sql`array_position(${[...series]}::text[], series)`
/** Numbers of imported bills stay as they are. */
const isOurs = sql<boolean>`series <> 'imported'`

export const findNumberFormats = (db: Db) =>
  db.selectFrom('number_formats').selectAll().where(isOurs).orderBy(inOrder).execute() as Promise<NumberFormat[]>

export const lockNumberFormats = (db: Db) =>
  db.selectFrom('number_formats').selectAll().where(isOurs).orderBy('series').forUpdate().execute() as Promise<NumberFormat[]>

export const updateNumberFormat = async (db: Db, { series, ...format }: NumberFormat) => {
  await db.updateTable('number_formats').set(format).where('series', '=', series).execute()
}
