import { sql } from 'kysely'
import { z } from 'zod'
import { lastOfMonth } from '#platform/csv/day.ts'
import { Problems } from '#platform/csv/problems.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayColumn, importKind, type ImportRow, type ImportSettings, type ImportWork, type Verdict } from '#platform/imports/kind.ts'
import { Expiry } from '#features/stock/contract-items.ts'
import { keepBatches } from '../core/batches.ts'
import { writeEntry, type Movement } from '../core/entries.ts'
import { lockLevels } from '../core/levels.ts'
import { writeNote } from '../core/numbers.ts'
import { holdStores } from '../core/stores.ts'
import { openingCells, type OpeningCells } from './columns.ts'
import { findKnown } from './find-known.ts'
import { findOwnItems } from './opening-template.ts'
import { isUncounted, type Opening, planOpening } from './plan-opening.ts'

type Row = ImportRow<OpeningCells>

/** What an import's own notes are taken over from: by it they are told from what moved stock otherwise. */
const sourceOf = (importId: number) => `import ${importId} `
const startsWithPrefix = (prefix: string) => sql`starts_with(coalesce(n.source, ''), ${prefix})`
const placeOf = ({ item, store }: { item: number; store: number }) => `${item}:${store}`
const batchOf = ({ item, store, lot, expires_on, unit_cost }: Omit<Opening, 'row' | 'quantity'>) =>
  JSON.stringify([item, store, lot, expires_on, Number(unit_cost)])

/** What imports have opened of these items in these stores, batch by batch, and where stock has moved otherwise than by this import. */
const findOpened = async (db: Db, importId: number, places: readonly Opening[]) => {
  const { rows } = await sql<Omit<Opening, 'row'> & { is_moved: boolean }>`
    select m.item_id as item, m.store_id as store, b.lot, b.expires_on, b.unit_cost::text as unit_cost,
      coalesce(sum(m.quantity) filter (where ${startsWithPrefix('import ')}), 0)::integer as quantity,
      bool_or(not ${startsWithPrefix('import ')}) or coalesce(sum(m.quantity) filter (where ${startsWithPrefix('import ')} and not ${startsWithPrefix(sourceOf(importId))}), 0) <> 0
        as is_moved
    from (select distinct * from unnest(${places.map(({ item }) => item)}::integer[], ${places.map(({ store }) => store)}::integer[])
        as p (item, store)) p
    join stock_movements m on m.item_id = p.item and m.store_id = p.store join batches b on b.id = m.batch_id
    join stock_entries e on e.id = m.entry_id left join stock_notes n on n.id = e.stock_note_id
    group by m.item_id, m.store_id, b.id`.execute(db)
  return {
    moved: new Set(rows.filter(({ is_moved }) => is_moved).map(placeOf)),
    opened: new Map(rows.map((row) => [batchOf(row), row.quantity])),
  }
}

const validate = async ({ db, now, import: id }: ImportWork, rows: readonly Row[], { hold }: { hold: boolean }) => {
  const parsed = rows.map(({ values }) => values)
  const plan = async () => {
    const problems = new Problems(Number.POSITIVE_INFINITY)
    const { openings } = planOpening(rows, parsed, await findKnown(db, rows, parsed, now), problems)
    return { openings, problems }
  }
  let { openings, problems } = await plan()
  if (hold && openings.length > 0) {
    await holdStores(
      db,
      openings.map(({ store }) => store),
    )
    await lockLevels(db, openings)
    ;({ openings, problems } = await plan())
  }
  const { moved, opened } = await findOpened(db, id, openings)
  const byRow = new Map(openings.map((opening) => [opening.row, opening]))
  const problemsByRow = Map.groupBy(problems.errors, ({ row }) => row)
  return rows.map(({ row, cells: written }): Verdict<Opening> => {
    if (isUncounted({ cells: written })) return { state: 'same' }
    const opening = byRow.get(row)
    if (!opening)
      return { state: 'refused', problems: (problemsByRow.get(row) ?? []).map(({ field, message }) => ({ column: field, message })) }
    const there = opened.get(batchOf(opening)) ?? 0
    if (there === opening.quantity) return { state: 'same' }
    if (moved.has(placeOf(opening)))
      return { state: 'duplicate', message: 'This store has already moved this item: count it instead.', resembles: null }
    // Rows far apart in a file may name the item once by its code, once by its name.
    if (there !== 0) return { state: 'duplicate', message: 'An earlier row has the same batch.', resembles: null }
    return { state: 'new', plan: opening }
  })
}

const findMovementIds = async (db: Db, entry: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from stock_movements where entry_id = ${entry} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes what moved in one store on a note of its own; answers the movements’ ids in their order. */
const writeOpening = async ({ db, now, user, audit, import: id }: ImportWork, movements: readonly Movement[], reason: string) => {
  const [first] = movements
  if (!first) return []
  const { store } = first
  const { rows } = await sql<{ n: number }>`select count(*) as n from stock_notes n where ${startsWithPrefix(sourceOf(id))}`.execute(db)
  const note = await writeNote(db, { kind: 'opening', store, reason, by: user.id, now, source: `${sourceOf(id)}${(rows[0]?.n ?? 0) + 1}` })
  const entry = await writeEntry(db, { number: note.number, document: { stock_note: note.id }, by: user.id, now }, movements)
  audit('create', { entity: 'stock note', id: note.id, change: { number: note.number, kind: 'opening', store, lines: movements.length } })
  return findMovementIds(db, entry)
}

const create = async (work: ImportWork, openings: readonly Opening[]) => {
  const batches = await keepBatches(
    work.db,
    openings.map(({ item, lot, expires_on, unit_cost }) => ({ item, lot, expires_on, unit_cost, supplier: null })),
    work.now,
  )
  const ids: number[] = openings.map(() => 0)
  const placed = openings.map(({ item, store, quantity }, place) => ({
    place,
    movement: { item, store, quantity, batch: batches[place]!, state: 'usable' as const, kind: 'opening' as const },
  }))
  for (const ofStore of Map.groupBy(placed, ({ movement }) => movement.store).values()) {
    const moved = await writeOpening(
      work,
      ofStore.map(({ movement }) => movement),
      `Opening stock: import ${work.import}`,
    )
    for (const [nth, { place }] of ofStore.entries()) ids[place] = moved[nth]!
  }
  work.publish('stock')
  return ids
}

type Moved = Omit<Movement, 'state' | 'kind'> & { id: number }
const findMoved = async (db: Db, ids: readonly number[]): Promise<Moved[]> => {
  const { rows } = await sql<Moved>`
    select id, store_id as store, item_id as item, batch_id as batch, quantity from stock_movements where id = any(${ids}::bigint[]) order by id`.execute(
    db,
  )
  return rows
}

/** Whatever the batch did in the store since, other than to be opened once more, is a use of it. */
const whyKept = async (db: Db, ids: readonly number[]) => {
  await lockLevels(db, await findMoved(db, ids))
  const { rows } = await sql<{ id: number }>`
    select m.id from stock_movements m where m.id = any(${ids}::bigint[]) and (exists (
        select from stock_movements s join stock_entries e on e.id = s.entry_id left join stock_notes n on n.id = e.stock_note_id
        where s.batch_id = m.batch_id and s.store_id = m.store_id and s.id > m.id and not ${startsWithPrefix('import ')})
      or not exists (select from batch_stock b
        where b.item_id = m.item_id and b.batch_id = m.batch_id and b.store_id = m.store_id and b.state = 'usable' and b.quantity >= m.quantity))`.execute(
    db,
  )
  return new Map(rows.map(({ id }) => [id, 'The batch has since been used, moved or counted.']))
}

/** Posts the reverse of what was opened; the ledger keeps both. */
const withdraw = async (work: ImportWork, ids: readonly number[]) => {
  const moved = await findMoved(work.db, ids)
  for (const ofStore of Map.groupBy(moved, ({ store }) => store).values())
    await writeOpening(
      work,
      ofStore.map(({ store, item, batch, quantity }) => ({ store, item, batch, state: 'usable', kind: 'opening', quantity: -quantity })),
      `Opening stock undone: import ${work.import}`,
    )
  work.publish('stock')
  return new Map<number, string>()
}

const page = async (db: Db, _now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; cells: Record<string, string | null> }>`
    select s.id, json_build_object('code', i.code, 'name', i.name, 'store', t.name, 'lot', nullif(b.lot, ''), 'expiry', b.expires_on,
      'quantity', s.quantity::text, 'unit_cost', trim_scale(b.unit_cost)::text) as cells
    from batch_stock s join batches b on b.id = s.batch_id join items i on i.id = s.item_id join stores t on t.id = s.store_id
    where s.id > ${after} and s.quantity > 0 and s.state = 'usable' order by s.id limit ${limit}`.execute(db)
  return rows
}

const { minimum: _minimum, reorder_level: _reorder, ...openingShape } = openingCells(null)
const cells = (settings: ImportSettings) => ({
  ...openingShape,
  expiry: z.string().transform(lastOfMonth).pipe(dayColumn(settings, 'expiry')).pipe(Expiry.optional()),
})

/** What lies in the stores when a clinic begins, batch by batch, as a file. */
export const stockImport = importKind<OpeningCells, Opening>({
  columns: [
    {
      name: 'code',
      synonyms: ['item code', 'product code', 'drug code', 'medicine id', 'item id', 'sku', 'code article'],
      examples: ['AMX500', ''],
    },
    {
      name: 'name',
      synonyms: [
        'item',
        'item name',
        'drug',
        'drug name',
        'product',
        'product name',
        'description',
        'item description',
        'désignation',
        'nom',
        'jina',
      ],
      examples: ['Amoxicillin 500 mg capsules', 'Gloves, examination'],
    },
    { name: 'store', synonyms: ['store name', 'location', 'warehouse', 'facility', 'shelf', 'magasin', 'stoo'], examples: ['', ''] },
    { name: 'lot', synonyms: ['batch', 'lot number', 'batch number', 'batch no', 'lot no', 'numéro de lot'], examples: ['A1234', ''] },
    {
      name: 'expiry',
      isDay: true,
      synonyms: [
        'expiry date',
        'expires',
        'expires on',
        'exp',
        'exp date',
        'date expiration',
        'use by',
        'péremption',
        'date de péremption',
        'mwisho wa matumizi',
      ],
      examples: ['2030-06-30', ''],
    },
    {
      name: 'quantity',
      required: true,
      synonyms: [
        'qty',
        'physical qoh',
        'physical count',
        'quantity on hand',
        'qty on hand',
        'qty on hand batch',
        'stock on hand',
        'closing stock',
        'closing balance',
        'soh',
        'qoh',
        'stock',
        'on hand',
        'balance',
        'units',
        'quantité',
        'idadi',
      ],
      examples: ['500', '40'],
    },
    {
      name: 'unit_cost',
      synonyms: [
        'cost',
        'unit price',
        'cost price',
        'buying price',
        'purchase price',
        'cost per unit',
        'coût',
        'coût unitaire',
        'prix d achat',
      ],
      examples: ['4.50', '12.00'],
    },
    { name: 'pack', synonyms: ['pack size', 'packing'], isAlternative: true, examples: ['', ''] },
    { name: 'pack_cost', synonyms: ['pack price', 'cost of a pack'], isAlternative: true, examples: ['', ''] },
  ],
  rights: { run: 'stock.settings', undo: 'stock.settings', read: 'stock.view' },
  cells,
  needs: [['code', 'name'], ['quantity'], ['unit_cost', 'pack_cost']],
  ownRows: findOwnItems,
  keysOf: ({ code, name, store, lot, expiry, unit_cost, pack, pack_cost }) => [
    JSON.stringify([code ?? name, store, lot, expiry, unit_cost, pack, pack_cost].map((text) => text?.toLowerCase())),
  ],
  validate,
  create,
  whyKept,
  withdraw,
  page,
})
