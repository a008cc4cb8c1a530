import { sql } from 'kysely'
import type { ParsedOf, Upload } from '#shared/endpoint.ts'
import { orderShown } from '#platform/csv/day.ts'
import { parseCells, Problems, reportOf } from '#platform/csv/problems.ts'
import { readTable } from '#platform/csv/read-table.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { importOpeningStock } from '#features/stock/contract-items.ts'
import { findRecalled, keepBatches } from '../core/batches.ts'
import { writeEntry } from '../core/entries.ts'
import { lockLevels } from '../core/levels.ts'
import { writeNote } from '../core/numbers.ts'
import { holdStores } from '../core/stores.ts'
import { type OpeningCells, openingCells, openingForm, type OpeningRow } from './columns.ts'
import { findKnown, findMoved } from './find-known.ts'
import { type Opening, type OpeningPlan, planOpening, type Wanted } from './plan-opening.ts'

export interface ReadFile {
  rows: OpeningRow[]
  parsed: OpeningCells[]
  problems: Problems
}
/** Reads the file before the transaction begins. A handler may run again: it adds to a copy of what was found here. */
export const readOpening = async ({ file }: { file?: Upload }): Promise<ReadFile> => {
  if (!file) throw fieldError('file', 'Choose a file.')
  const problems = new Problems()
  const rows = await readTable(file.path, openingForm, problems)
  const order = orderShown(rows.flatMap(({ cells }) => cells.expiry ?? []))
  if (order === 'conflict') problems.add(1, 'expiry', 'Dates in this column use different formats: write them as 2026-12-31.')
  const shape = openingCells(order === 'conflict' ? null : order)
  return { rows, parsed: rows.map((row) => parseCells(shape, row, problems)), problems }
}

const sourceOf = (sha256: string, store: number) => `opening ${sha256} ${store}`
const storesOf = (openings: readonly Opening[]) => [...new Set(openings.map(({ store }) => store))].toSorted((a, b) => a - b)

const refuseSameFile = async (db: Db, sha256: string, openings: readonly Opening[]) => {
  const sources = storesOf(openings).map((store) => sourceOf(sha256, store))
  if (sources.length === 0) return
  const known = await db.selectFrom('stock_notes').select('number').where('source', 'in', sources).executeTakeFirst()
  if (known) throw fieldError('file', 'This file has already been imported.')
}

const refuseMoved = async (db: Db, openings: readonly Opening[], problems: Problems) => {
  const moved = await findMoved(db, openings)
  for (const { row, item, store } of openings)
    if (moved.has(`${item}:${store}`)) problems.add(row, 'store', 'This store has already moved this item: count it instead.')
}

/** What became of stores and lots since the file was looked at, told when nobody can change it any more. */
const refuseChanged = async (db: Db, openings: readonly Opening[], problems: Problems) => {
  const stores = new Set((await holdStores(db, storesOf(openings))).flatMap(({ id, is_active }) => (is_active ? [id] : [])))
  await lockLevels(db, openings)
  const recalled = await findRecalled(
    db,
    openings.map(({ item }) => item),
  )
  for (const { row, item, store, lot } of openings) {
    if (!stores.has(store)) problems.add(row, 'store', 'This store is inactive.')
    if (recalled.has(`${item}:${lot}`)) problems.add(row, 'lot', 'This lot is recalled.')
  }
}

const setLevels = (db: Db, wanted: readonly Wanted[]) => {
  const reorder = sql`greatest(coalesce(w.reorder_level, l.reorder_level), w.minimum)`
  return sql`
    update stock_levels l set minimum = coalesce(w.minimum, least(l.minimum, w.reorder_level)), reorder_level = ${reorder},
      maximum = case when l.maximum < ${reorder} then ${reorder} else l.maximum end, version = l.version + 1
    from json_to_recordset(${JSON.stringify(wanted)}::json) as w (item integer, store integer, minimum integer, reorder_level integer)
    where l.item_id = w.item and l.store_id = w.store`.execute(db)
}

/** Writes a note and an entry for each store. The levels are locked already. */
const write = async (
  { db, user, now, audit, publish }: Context,
  { openings, wanted }: OpeningPlan,
  { name, sha256 }: Upload,
  isAgain: boolean,
) => {
  const batches = await keepBatches(
    db,
    openings.map(({ item, lot, expires_on, unit_cost }) => ({ item, lot, expires_on, unit_cost, supplier: null })),
    now,
  )
  const movements = openings.map(({ item, store, quantity }, place) => ({
    item,
    store,
    batch: batches[place]!,
    state: 'usable' as const,
    kind: 'opening' as const,
    quantity,
  }))
  for (const store of storesOf(openings)) {
    const source = isAgain ? null : sourceOf(sha256, store)
    const note = await writeNote(db, { kind: 'opening', store, reason: `Opening stock: ${name}`, by: user.id, now, source })
    const ofStore = movements.filter((one) => one.store === store)
    await writeEntry(db, { number: note.number, document: { stock_note: note.id }, by: user.id, now }, ofStore)
    audit('create', { entity: 'stock note', id: note.id, change: { number: note.number, kind: 'opening', store, lines: ofStore.length } })
  }
  if (wanted.length > 0) await setLevels(db, wanted)
  publish('stock')
}

/** Opens stock by a file: every row or, with one broken cell or in a dry run, none; the report tells each broken cell. */
export const importOpeningFrom = async (input: ParsedOf<typeof importOpeningStock> & Context & { prepared: ReadFile }) => {
  const { db, body, files, now, audit, prepared } = input
  const file = files.file!
  const isDry = body.dry_run === 'true'
  const isAgain = body.again === 'true'
  const { rows, parsed } = prepared
  const problems = prepared.problems.copy()
  const known = await findKnown(db, rows, parsed, now)
  const plan = planOpening(rows, parsed, known, problems)
  const isWritten = !isDry && problems.count === 0 && plan.openings.length > 0
  if (isWritten) await refuseChanged(db, plan.openings, problems)
  if (!isAgain) {
    await refuseSameFile(db, file.sha256, plan.openings)
    await refuseMoved(db, plan.openings, problems)
  }
  if (isWritten && problems.count === 0) await write(input, plan, file, isAgain)
  const report = reportOf(problems, { isDry, rows: rows.length, added: plan.openings.length, changed: 0, unchanged: 0 })
  const { errors: _errors, ...counts } = report
  audit('import', { entity: 'stock', id: null, change: { file: file.name, sha256: file.sha256, ...counts } })
  return report
}
