import type { Client } from 'pg'

/** What a large hospital would have after years. */
export const STOCK = { items: 20_000, stores: 10, movements: 10_000_000 } as const
/** What a clinic of 100,000 patients would. */
export const CLINIC_STOCK = { items: 4000, stores: 10, movements: 2_000_000 } as const
/** A tenth of that. */
export const TENTH_STOCK = { items: 400, stores: 10, movements: 200_000 } as const
type StockSize = { readonly [part in keyof typeof STOCK]: number }
/** Lines of one paper. */
const LINES = 20
const SUPPLIERS = 50

/** Every index of the ledger, taken away while it is filled. */
const withoutIndexes = async (client: Client, table: string, work: () => Promise<void>) => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::regclass and not i.indisprimary`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}

const loadShelves = async (client: Client, size: StockSize) => {
  await client.query(`insert into suppliers (name) select 'Supplier ' || n from generate_series(1, $1::integer) n`, [SUPPLIERS])
  await client.query(`insert into stores (name, kind) select 'Ward ' || n, 'ward' from generate_series(4, $1::integer) n`, [size.stores])
  await client.query(
    `with added as (
       insert into items (name, code, category, unit)
       select substance || ' ' || strength || ' mg ' || form || ' ' || n, 'STK-' || n, 'drug', form
       from (
         select n, (array['Abacavir', 'Cefalexin', 'Digoxin', 'Enalapril', 'Fluconazole', 'Gentamicin', 'Ibuprofen', 'Losartan', 'Metformin', 'Nifedipine',
           'Omeprazole', 'Prednisolone', 'Ranitidine', 'Salbutamol', 'Tramadol'])[1 + n % 15] as substance, 5 * (1 + n % 200) as strength,
           (array['tablet', 'capsule', 'vial', 'bottle'])[1 + n % 4] as form
         from generate_series(1, $1::integer) n
       ) s returning id
     )
     insert into prices (price_list_id, item_id, price, valid_from)
     select l.id, a.id, 5 + a.id % 400, '2000-01-01' from added a, price_lists l where l.insurance_company_id is null`,
    [size.items],
  )
  await client.query(`insert into item_packs (item_id, name, units) select id, 'Box of 100', 100 from items where code like 'STK-%'`)
  await client.query(
    `insert into barcodes (code, item_id, pack_id) select '616' || lpad(item_id::text, 10, '0'), item_id, id from item_packs`,
  )
}

/**
 * Items in ten stores with fifty movements each behind them, as the triggers would have written them, in the order of time: a page of
 * one item's ledger lies all over the table.
 */
export const loadStockLedger = async (client: Client, today: string, size: StockSize): Promise<void> => {
  const each = size.movements / (size.items * size.stores)
  await loadShelves(client, size)
  await client.query(
    `create temporary table shelf as
     select s.id as store_id, i.id as item_id, row_number() over (order by i.id) - 1 as place
     from items i cross join (select id from stores order by id limit $1) s where i.code like 'STK-%'`,
    [size.stores],
  )
  // Of each item a batch that is nearly used up, and a new one; every twentieth expires soon.
  await client.query(
    `insert into batches (item_id, lot, expires_on, unit_cost, supplier_id, received_at)
     select i.id, 'L' || b || '-' || i.id, current_date + case when i.id % 20 = 0 and b = 1 then 20 + i.id % 60 else 200 + i.id % 600 end, 1 + i.id % 90, 1 + i.id % $1::integer,
       now() - interval '1 year' from items i cross join generate_series(1, 2) b where i.code like 'STK-%'`,
    [SUPPLIERS],
  )
  await client.query(
    `insert into stock_notes (number, kind, reason, created_at)
     select 'BENCH-' || n, case when n in (0, $2::integer - 1) then 'opening' else 'consumption' end::stock_note_kind, 'Used', $1::date - (($2 - n) * 7) from generate_series(0, $2::integer - 1) n`,
    [today, each],
  )
  await client.query(
    `insert into stock_entries (number, stock_note_id, happened_at, day)
     select t.number, t.id, t.created_at, t.created_at::date
     from (select * from stock_notes where number like 'BENCH-%' order by id) t, generate_series(1, (select ceil(count(*)::numeric / ${LINES}) from shelf)::integer) order by t.id`,
  )
  await client.query('alter table stock_movements disable trigger user')
  await withoutIndexes(client, 'stock_movements', async () => {
    await client.query(
      `insert into stock_movements (entry_id, store_id, item_id, batch_id, state, kind, quantity, balance, happened_at, day)
       select e.first + n * e.papers + l.place / ${LINES}, l.store_id, l.item_id, case when n = $2::integer - 1 then b.second else b.first end, 'usable',
         case when n in (0, $2 - 1) then 'opening' else 'consume' end::movement_kind,
         case n when 0 then 10 * $2 when $2 - 1 then 40 else -10 end, case n when $2 - 1 then 60 else 10 * $2 - 10 * n end,
         $1::date - (($2 - n) * 7), $1::date - (($2 - n) * 7)
       from generate_series(0, $2::integer - 1) n cross join shelf l
       join (select item_id, min(id) as first, max(id) as second from batches group by 1) b on b.item_id = l.item_id
       cross join (select min(id) as first, count(*) / $2::integer as papers from stock_entries) e
       order by n, l.place`,
      [today, each],
    )
  })
  await client.query('alter table stock_movements enable trigger user')
  await client.query(
    `insert into stock_levels (store_id, item_id, usable, minimum, reorder_level, maximum, moved_at)
     select store_id, item_id, 60, 10, case when item_id % 25 = 0 then 80 else 20 end, 400, now() from shelf`,
  )
  await client.query(
    `insert into batch_stock (store_id, item_id, batch_id, state, quantity)
     select l.store_id, l.item_id, b.id, 'usable', case b.id when m.first then 20 else 40 end
     from shelf l join batches b on b.item_id = l.item_id join (select item_id, min(id) as first from batches group by 1) m on m.item_id = l.item_id`,
  )
  await client.query('drop table shelf')
}
