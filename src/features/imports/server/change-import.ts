import { sql } from 'kysely'
import { conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
import type { AnyImportKind } from '#platform/imports/kind.ts'
import { requireNoDemonstration } from '#platform/imports/demonstration.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { MAX_WHOLE, type checkImport } from '../contract.ts'
import { findSettings } from './batch.ts'
import { conflictOf, type DateOrders } from './date-orders.ts'
import { columnsOf, kinds, requireRight, rightsToRun } from './kinds.ts'
import { forgetRows, lockImport, works, type ImportRecord } from './ledger.ts'
import { proposeMapping, readConstants, readMapping } from './mapping.ts'
import type { Head } from './source.ts'
import { queueImport } from './work.ts'

type Asking = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const hold = async ({ db }: Asking, id: number): Promise<ImportRecord> => {
  return requireFound(await lockImport(db, id), 'Import')
}

const refuseBusy = ({ state }: ImportRecord) => {
  if (works.includes(state)) throw conflict('This import is in progress.', {}, 'busy')
}

const refuseCleaned = ({ cleaned_at }: ImportRecord) => {
  if (cleaned_at !== null) throw conflict('The rows and the file of this import have been deleted.', {}, 'cleaned')
}

/** Of the catalogues, which a demonstration fills too: what a file means there would go with it. */
const catalogues: readonly string[] = ['items', 'prices', 'stock', 'laboratory', 'lab_profiles', 'lab_ranges']

const refuseBesideDemonstration = async (db: Db, { kind }: ImportRecord) => {
  if (catalogues.includes(kind)) await requireNoDemonstration(db)
}

/** Begins a work: its state, who asked for it, its row in the trail, its job. */
const begin = async ({ db, user, audit, publish }: Asking, id: number, state: 'checking' | 'running' | 'undoing') => {
  await db
    .updateTable('imports')
    .set({ state, asked_by: user.id, problem: null, finished_at: null, worked_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await queueImport(db, id, user.id)
  audit(`begin ${state}`, { entity: 'import', id })
  publish('imports', id)
}

const readDateOrders = (
  { columns }: AnyImportKind,
  chosen: ParsedOf<typeof checkImport>['body']['date_orders'],
  before: DateOrders,
): DateOrders => {
  const kept = Object.entries(before).filter(([, { basis }]) => basis === 'chosen')
  if (!chosen) return Object.fromEntries(kept)
  const days = new Set(columns.flatMap(({ name, isDay }) => (isDay ? [name] : [])))
  const [wrong] = chosen.filter(({ column }) => !days.has(column))
  if (wrong) throw fieldError('date_orders', `The column ${wrong.column} holds no days.`)
  return Object.fromEntries(chosen.map(({ column, order }) => [column, { order, basis: 'chosen', examples: [] }]))
}

/** What is proposed for a file with these headings: which is which, and what all rows have. */
export const proposalOf = (kind: AnyImportKind, headings: readonly string[]) => {
  const mapping = proposeMapping(kind, headings)
  return { mapping, constants: kind.propose?.(new Set(Object.keys(mapping)), headings) ?? {} }
}

/** 409 for an import whose file cannot be read in another way any more. */
export const refuseReading = (one: ImportRecord) => {
  refuseBusy(one)
  refuseCleaned(one)
  if (one.created_rows + one.withdrawn_rows + one.kept_rows > 0)
    throw conflict('Rows of this file have already been imported. Send the file again.')
}

/** Reads a file in another way: with another encoding, or another row as its heading. The columns are proposed anew, and nothing stays checked. */
export const changeReading = async (asking: Asking, id: number, head: Head) => {
  const one = await hold(asking, id)
  refuseReading(one)
  const { mapping, constants } = proposalOf(kinds[one.kind], head.headings)
  await forgetRows(asking.db, id)
  const { encoding, delimiter, is_encoding_certain, heading_row, headings, sample } = head
  await asking.db
    .updateTable('imports')
    .set({
      encoding,
      delimiter,
      is_encoding_certain,
      heading_row,
      headings,
      sample: JSON.stringify(sample),
      mapping: JSON.stringify(mapping),
      constants: JSON.stringify(constants),
      date_orders: '{}',
      state: 'mapping',
      problem: null,
      is_read: false,
      round: one.round + 1,
      new_rows: 0,
      same_rows: 0,
      duplicate_rows: 0,
      refused_rows: 0,
      noted_rows: 0,
      worked_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  asking.audit('change', {
    entity: 'import',
    id,
    change: { encoding: [one.encoding, encoding], heading_row: [one.heading_row, heading_row] },
  })
  asking.publish('imports', id)
}

/** Tries a file, from its beginning, with the columns that somebody chose. What an earlier check found is forgotten. */
export const beginCheck = async (asking: Asking, id: number, body: ParsedOf<typeof checkImport>['body']) => {
  const one = await hold(asking, id)
  refuseBusy(one)
  refuseCleaned(one)
  await refuseBesideDemonstration(asking.db, one)
  const kind = kinds[one.kind]
  if (one.created_rows + one.withdrawn_rows + one.kept_rows > 0)
    throw conflict('Rows of this file have already been imported. Send the file again.')
  const orders = readDateOrders(kind, body.date_orders, one.date_orders as unknown as DateOrders)
  const settings = { ...(await findSettings(asking.db, { date_orders: orders, constants: {} }, asking.now)), remark: () => {} }
  const proposed = Object.entries(one.constants as Record<string, string>).map(([column, value]) => ({ column, value }))
  const constants = readConstants(kind, body.constants ?? proposed, settings)
  const mapping = readMapping(kind, body.mapping, one.headings, constants)
  for (const right of rightsToRun(kind, columnsOf({ mapping, constants }))) requireRight(asking.user, right)
  await forgetRows(asking.db, id)
  await asking.db
    .updateTable('imports')
    .set({
      mapping: JSON.stringify(mapping),
      constants: JSON.stringify(constants),
      date_orders: JSON.stringify(orders),
      is_whole: body.is_whole ?? false,
      round: one.round + 1,
      last_row: one.heading_row,
      noted_rows: 0,
      is_read: false,
      new_rows: 0,
      same_rows: 0,
      duplicate_rows: 0,
      refused_rows: 0,
    })
    .where('id', '=', id)
    .execute()
  await begin(asking, id, 'checking')
}

/** Creates the new rows of a checked file, or goes on with it. */
export const beginRun = async (asking: Asking, id: number) => {
  const one = await hold(asking, id)
  refuseBusy(one)
  refuseCleaned(one)
  await refuseBesideDemonstration(asking.db, one)
  if (!one.is_read || !['checked', 'stopped'].includes(one.state)) throw conflict('Check the file first.', {}, 'not_checked')
  // A check of an earlier version assumed what a person has to choose.
  const open = conflictOf(one.date_orders as unknown as DateOrders)
  if (open !== null && one.created_rows === 0) throw conflict(open, {}, 'not_checked')
  for (const right of rightsToRun(kinds[one.kind], columnsOf(one))) requireRight(asking.user, right)
  if (one.new_rows === 0) throw conflict('No rows to import.', {}, 'nothing_new')
  if (one.is_whole && one.refused_rows > 0)
    throw conflict('Not imported: “all rows or none” is chosen, and some rows of the file are refused.', {}, 'refused_rows')
  if (one.is_whole && one.new_rows > MAX_WHOLE) throw conflict('Too many rows for “all rows or none”.', {}, 'too_many')
  await begin(asking, id, 'running')
}

/** Stops what is under way after the rows that are being written. */
export const stopWork = async (asking: Asking, id: number) => {
  const one = await hold(asking, id)
  if (!works.includes(one.state)) throw conflict('No check or import is in progress.', {}, 'not_busy')
  await asking.db.updateTable('imports').set({ state: 'stopped', problem: null }).where('id', '=', id).execute()
  asking.audit('stop', { entity: 'import', id, change: { state: one.state } })
  asking.publish('imports', id)
}

/** Takes back what an import created; what was kept the last time is tried again. */
export const beginUndo = async (asking: Asking, id: number) => {
  const one = await hold(asking, id)
  refuseBusy(one)
  refuseCleaned(one)
  requireRight(asking.user, kinds[one.kind].rights.undo)
  if (one.created_rows + one.kept_rows === 0) throw conflict('No rows to undo.', {}, 'nothing_created')
  await asking.db
    .updateTable('import_rows')
    .set({ state: 'created', problems: null })
    .where('import_id', '=', id)
    .where('state', '=', 'kept')
    .execute()
  await asking.db
    .updateTable('imports')
    .set({ created_rows: one.created_rows + one.kept_rows, kept_rows: 0 })
    .where('id', '=', id)
    .execute()
  await begin(asking, id, 'undoing')
}
