import { sql } from 'kysely'
import { Problems } from '#platform/csv/problems.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayColumn, importKind, type ImportRow, type ImportSettings, type ImportWork, type Verdict } from '#platform/imports/kind.ts'
import { line } from '#shared/text.ts'
import { priceErrors, priceOn, type PriceFrame } from '../rules.ts'
import { priceCells } from './csv-columns.ts'
import { type Match, matchRows, meantItem } from './match-rows.ts'
import { type PriceCells, toWantedPrice } from './plan-prices.ts'
import { findPrices, type PriceRow, upsertPrices } from './prices.ts'
import { findToday } from './today.ts'

type Values = PriceCells & { list?: string }
type Row = ImportRow<Values>
interface List {
  id: number
  name: string
  is_cash: boolean
  is_active: boolean
}
type Planned = NonNullable<ReturnType<typeof toWantedPrice>> & { item: number; list: number }

/** The price lists, held in one order when something is to be set on them. */
const findLists = async (db: Db, hold: boolean): Promise<Map<string, List>> => {
  const { rows } = await sql<List>`
    select id, name, insurance_company_id is null as is_cash, is_active from price_lists order by id ${hold ? sql`for no key update` : sql``}`.execute(
    db,
  )
  // Where none is named, those who pay themselves.
  return new Map(rows.flatMap((list) => [[list.name.toLowerCase(), list] as const, ...(list.is_cash ? [['', list] as const] : [])]))
}

const pricesByItem = async (db: Db, lists: readonly number[], items: readonly number[]) => {
  const found = new Map<string, PriceRow[]>()
  for (const list of lists)
    for (const price of await findPrices(db, list, items)) {
      const key = `${list} ${price.item}`
      found.set(key, [...(found.get(key) ?? []), price])
    }
  return found
}

/** Which of these prices this very import has made: what it adds to the past of an item is no change of what anybody was asked. */
const findOwn = async (db: Db, importId: number, prices: readonly PriceRow[]) => {
  const ids = prices.map(({ id }) => id)
  const { rows } = await sql<{ id: number }>`
    select p.id from prices p join audit_log a on a.entity = 'price' and a.entity_id = p.id and a.at = p.created_at
    where p.id = any(${ids}::integer[]) and a.change @> ${JSON.stringify({ import: importId })}::jsonb`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

interface Beside {
  lists: ReadonlyMap<string, List>
  prices: ReadonlyMap<string, readonly PriceRow[]>
  own: ReadonlySet<number>
  frame: Omit<PriceFrame, 'isCash'>
}

/** Past days are history where something was asked on them; where nothing was, a list may bring its past along. */
const errorsOf = (planned: Planned, prices: readonly PriceRow[], { own, frame }: Beside, isCash: boolean) => {
  const others = prices.filter(({ id }) => !own.has(id))
  const isFree = planned.valid_from < frame.today && priceOn(others, planned.valid_from) === undefined
  return priceErrors(planned, { ...frame, today: isFree ? planned.valid_from : frame.today, isCash })
}

const verdictOf = (row: Row, match: Match, beside: Beside): Verdict<Planned> => {
  const problems = new Problems()
  const { values } = row
  const list = beside.lists.get(values.list?.toLowerCase() ?? '')
  if (!list) problems.add(row.row, 'list', 'Price list not found.')
  else if (!list.is_active) problems.add(row.row, 'list', 'This price list is inactive.')
  const item = meantItem({ row: row.row }, match, problems)
  if (item === null) problems.add(row.row, values.code === undefined ? 'name' : 'code', 'Item not found.')
  const { price } = values
  if (price === undefined) problems.add(row.row, 'price', 'This field is required.')
  const refused = (): Verdict<Planned> => ({
    state: 'refused',
    problems: problems.errors.map(({ field, message }) => ({ column: field, message })),
  })
  if (problems.count > 0 || !list || item == null || price === undefined) return refused()
  const prices = beside.prices.get(`${list.id} ${item}`) ?? []
  const wanted = toWantedPrice({ ...values, price }, prices, beside.frame.today)
  if (!wanted) return { state: 'same' }
  const planned = { ...wanted, item, list: list.id }
  const there = prices.find(({ valid_from }) => valid_from === (values.valid_from ?? planned.valid_from))
  if (there)
    return { state: 'duplicate', message: 'The item already has another price from this date, which stays.', resembles: there.price }
  for (const [field, message] of Object.entries(errorsOf(planned, prices, beside, list.is_cash))) problems.add(row.row, field, message)
  return problems.count > 0 ? refused() : { state: 'new', plan: planned }
}

/** Code and name may say the same item in two rows; the first of them counts. */
const once = (verdicts: readonly Verdict<Planned>[]): Verdict<Planned>[] => {
  const seen = new Set<string>()
  return verdicts.map((verdict) => {
    if (verdict.state !== 'new') return verdict
    const { list, item, valid_from } = verdict.plan
    const key = `${list} ${item} ${valid_from}`
    if (seen.has(key)) return { state: 'duplicate', message: 'Duplicate of an earlier row in the file.', resembles: null }
    seen.add(key)
    return verdict
  })
}

const validate = async ({ db, now, import: id }: ImportWork, rows: readonly Row[], { hold }: { hold: boolean }) => {
  const lists = await findLists(db, hold)
  const keys = rows.map(({ row, values }) => ({ row, code: values.code, name: values.name }))
  const matches = await matchRows(db, keys, { hold: false })
  const items = matches.flatMap(({ by_code, by_name }) => [by_code ?? by_name].filter((one) => one !== null))
  const meant = new Set(rows.flatMap(({ values }) => lists.get(values.list?.toLowerCase() ?? '')?.id ?? []))
  const prices = await pricesByItem(db, [...meant], items)
  const own = await findOwn(db, id, [...prices.values()].flat())
  const beside = { lists, prices, own, frame: await findToday(db, now) }
  return once(rows.map((row, place) => verdictOf(row, matches[place]!, beside)))
}

const create = async ({ db, now, user, audit, publish }: ImportWork, planned: readonly Planned[]) => {
  const ids = new Map<string, number>()
  for (const list of new Set(planned.map((price) => price.list))) {
    const mine = planned.filter((price) => price.list === list)
    for (const { id, item, valid_from } of await upsertPrices(db, list, mine, user.id, now)) ids.set(`${list} ${item} ${valid_from}`, id)
  }
  publish('catalogue')
  return planned.map(({ list, item, ...price }) => {
    const id = ids.get(`${list} ${item} ${price.valid_from}`)!
    audit('set', { entity: 'price', id, change: { price_list: list, item, ...price } })
    return id
  })
}

/** A price that was charged by, or that somebody has set anew since, stays. */
const whyKept = async (db: Db, ids: readonly number[]) => {
  await sql`select id from price_lists where id in (select price_list_id from prices where id = any(${ids}::integer[]))
    order by id for no key update`.execute(db)
  const { rows } = await sql<{ id: number; is_own: boolean; is_charged: boolean }>`
    select w.id,
      exists (select from audit_log a where a.entity = 'price' and a.entity_id = p.id and a.at = p.created_at and a.change ? 'import') as is_own,
      exists (select from charges c where c.item_id = p.item_id and c.created_at >= p.created_at) as is_charged
    from unnest(${ids}::integer[]) w(id) left join prices p on p.id = w.id`.execute(db)
  const kept = new Map<number, string>()
  for (const { id, is_own, is_charged } of rows) {
    if (!is_own) kept.set(id, 'This price has been changed since.')
    else if (is_charged) kept.set(id, 'The item has been charged since this price was set.')
  }
  return kept
}

/** Takes prices off their lists; what counted before them counts again. */
const withdraw = async ({ db, audit, publish }: ImportWork, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; price_list: number; item: number; price: string; valid_from: string }>`
    delete from prices where id = any(${ids}::integer[])
    returning id, price_list_id as price_list, item_id as item, price, valid_from`.execute(db)
  for (const { id, ...price } of rows) audit('end', { entity: 'price', id, change: price })
  publish('catalogue')
  return new Map<number, string>()
}

const page = async (db: Db, now: Date, { after, limit }: { after: number; limit: number }) => {
  const { today } = await findToday(db, now)
  const { rows } = await sql<{ id: number; cells: Record<string, string | null> }>`
    select p.id, json_build_object('code', i.code, 'name', i.name, 'list', l.name, 'price', p.price::text, 'co_pay_amount', p.co_pay_amount::text,
      'co_pay_percent', p.co_pay_percent::text, 'valid_from', p.valid_from, 'valid_until', p.valid_until) as cells
    from prices p join items i on i.id = p.item_id and i.is_active join price_lists l on l.id = p.price_list_id and l.is_active
    where p.id > ${after} and (p.valid_from > ${today}::date or p.id = (
      select r.id from prices r where r.price_list_id = p.price_list_id and r.item_id = p.item_id and r.valid_from <= ${today}::date
        and (r.valid_until is null or r.valid_until >= ${today}::date) order by r.valid_from desc limit 1))
    order by p.id limit ${limit}`.execute(db)
  return rows
}

const cells = (settings: ImportSettings) => ({
  ...priceCells,
  list: line(60),
  valid_from: dayColumn(settings, 'valid_from'),
  valid_until: dayColumn(settings, 'valid_until'),
})

/** What each list asks for each item, today and later, as a file. */
export const priceImport = importKind<Values, Planned>({
  columns: [
    { name: 'code', synonyms: ['item code', 'product code', 'sku', 'service code', 'drug code'], examples: ['AMX500', ''] },
    {
      name: 'name',
      synonyms: [
        'item',
        'item name',
        'service',
        'service name',
        'drug',
        'drug name',
        'product',
        'product name',
        'description',
        'nom',
        'jina',
      ],
      examples: ['Amoxicillin 500 mg capsules', 'Consultation, specialist'],
    },
    { name: 'list', synonyms: ['price list', 'insurer', 'insurance', 'scheme', 'payer', 'liste', 'orodha'], examples: ['', ''] },
    {
      name: 'price',
      required: true,
      synonyms: [
        'selling price',
        'unit price',
        'price per unit',
        'amount',
        'rate',
        'fee',
        'charge',
        'tariff',
        'prix',
        'prix unitaire',
        'bei',
      ],
      examples: ['15.00', '1500.00'],
    },
    { name: 'co_pay_amount', synonyms: ['co pay', 'copay', 'co payment'], examples: ['', ''] },
    { name: 'co_pay_percent', synonyms: ['co pay percent', 'copay percent'], examples: ['', ''] },
    {
      name: 'valid_from',
      isDay: true,
      synonyms: ['from', 'starts', 'begins', 'effective', 'effective from', 'à partir de', 'kuanzia'],
      examples: ['', ''],
    },
    { name: 'valid_until', isDay: true, synonyms: ['until', 'to', 'ends', 'jusqu à', 'hadi'], examples: ['', ''] },
  ],
  rights: { run: 'prices.change', undo: 'prices.change', read: 'prices.view' },
  cells,
  needs: [['code', 'name'], ['price']],
  keysOf: ({ list, code, name, valid_from }) => [JSON.stringify([list, code ?? name, valid_from].map((text) => text?.toLowerCase()))],
  validate,
  create,
  whyKept,
  withdraw,
  page,
})
