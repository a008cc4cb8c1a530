import { sql, type Selectable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB, ImportRowState } from '#platform/db/tables.gen.ts'
import type { ImportNote } from '#platform/imports/kind.ts'

export type ImportRecord = Selectable<DB['imports']>
/** What is under way, rather than waiting for somebody. */
export type Work = 'checking' | 'running' | 'undoing'
export const works: readonly string[] = ['checking', 'running', 'undoing']

const countOf = {
  new: 'new_rows',
  same: 'same_rows',
  duplicate: 'duplicate_rows',
  refused: 'refused_rows',
  created: 'created_rows',
  withdrawn: 'withdrawn_rows',
  kept: 'kept_rows',
} as const satisfies Record<ImportRowState, keyof ImportRecord>

export interface RowFate {
  row: number
  state: ImportRowState
  cells?: Record<string, string> | null
  problems?: { column: string; message: string }[] | null
  /** Left out: those that the row has stay. */
  notes?: ImportNote[] | null
  resembles?: string | null
  entity_id?: number | null
}

/** Holds an import until the transaction ends: whoever works on it or changes its state takes turns. */
export const lockImport = (db: Db, id: number) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

const recordset = (rows: readonly RowFate[]) => sql`json_to_recordset(${JSON.stringify(rows)}::json) x
  (row integer, state import_row_state, cells jsonb, problems jsonb, notes jsonb, resembles text, entity_id integer)`

/** Counts rows that came to be in a state, and those that left one. The import is held. */
const countRows = async (db: Db, id: number, rows: readonly RowFate[], from: ImportRowState | null) => {
  const states = Object.keys(countOf) as ImportRowState[]
  const change = (state: ImportRowState) => rows.filter((row) => row.state === state).length - (state === from ? rows.length : 0)
  const sets = states.map((state) => sql`${sql.ref(countOf[state])} = ${sql.ref(countOf[state])} + ${change(state)}`)
  await sql`update imports set ${sql.join(sets)}, worked_at = now() where id = ${id}`.execute(db)
}

/** Writes rows that were read and judged, and how far the file was read. */
export const writeRead = async (db: Db, id: number, rows: readonly RowFate[], lastRow: number) => {
  await sql`insert into import_rows (import_id, row, state, cells, problems, notes, resembles)
    select ${id}::integer, row, state, cells, problems, notes, resembles from ${recordset(rows)}`.execute(db)
  await countRows(db, id, rows, null)
  const noted = rows.filter(({ state, notes }) => state === 'new' && notes).length
  await sql`update imports set last_row = ${lastRow}, noted_rows = noted_rows + ${noted} where id = ${id}`.execute(db)
}

/** Writes what became of rows that were all in one state. What is created needs the file's cells no more. */
export const moveRows = async (db: Db, id: number, rows: readonly RowFate[], from: ImportRowState) => {
  await sql`update import_rows r set state = x.state, problems = x.problems, resembles = x.resembles, notes = coalesce(x.notes, r.notes),
      entity_id = coalesce(x.entity_id, r.entity_id), cells = case when x.state in ('created', 'withdrawn') then null else r.cells end
    from ${recordset(rows)} where r.import_id = ${id} and r.row = x.row`.execute(db)
  await countRows(db, id, rows, from)
}

/** The next rows in a state, in the order of the file. */
export const findRows = (db: Db, id: number, state: ImportRowState, { after = 0, limit }: { after?: number; limit: number }) =>
  db
    .selectFrom('import_rows')
    .select(['row', 'state', 'cells', 'problems', 'notes', 'resembles', 'entity_id'])
    .where('import_id', '=', id)
    .where('state', '=', state)
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute()

/** The next rows with a problem or a note, in the order of the file, whatever became of them. */
export const findNotedRows = (db: Db, id: number, { after, limit }: { after: number; limit: number }) =>
  db
    .selectFrom('import_rows')
    .select(['row', 'state', 'cells', 'problems', 'notes', 'resembles', 'entity_id'])
    .where('import_id', '=', id)
    .where((eb) => eb.or([eb('notes', 'is not', null), eb('problems', 'is not', null)]))
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute()

/** Of keys that rows of one file have, those that an earlier row had; the others are these rows' from now on. */
export const claimKeys = async (db: Db, id: number, keys: readonly { key: string; row: number }[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ key: string; row: number }>`
    with asked as (select * from json_to_recordset(${JSON.stringify(keys)}::json) x (key text, row integer)),
    claimed as (
      insert into import_keys (import_id, key, row) select distinct on (key) ${id}::integer, key, row from asked order by key, row
      on conflict do nothing returning key, row
    )
    select key, row from claimed union all
    select k.key, k.row from import_keys k where k.import_id = ${id} and k.key in (select key from asked)`.execute(db)
  return new Map(rows.map(({ key, row }) => [key, row]))
}

/** Ends the work in a state; `problem` says why when that is no good end. */
export const settle = (db: Db, id: number, state: ImportRecord['state'], { problem = null, now }: { problem?: string | null; now: Date }) =>
  db
    .updateTable('imports')
    .set({ state, problem, finished_at: state === 'done' || state === 'undone' ? now : null, worked_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Empties what an earlier check found. */
export const forgetRows = async (db: Db, id: number) => {
  await db.deleteFrom('import_rows').where('import_id', '=', id).execute()
  await db.deleteFrom('import_keys').where('import_id', '=', id).execute()
}
