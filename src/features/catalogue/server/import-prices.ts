import type { ParsedOf } from '#shared/endpoint.ts'
import { fieldError, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { importPrices } from '../contract.ts'
import { priceCells, priceForm } from './csv-columns.ts'
import { readTable } from '#platform/csv/read-table.ts'
import { matchRows } from './match-rows.ts'
import { planPrices, type PricePlan } from './plan-prices.ts'
import { findListName, lockPriceList } from './price-lists.ts'
import { findPrices, type PriceRow, upsertPrices } from './prices.ts'
import { parseCells, Problems, reportOf } from '#platform/csv/problems.ts'
import { findToday } from './today.ts'

type Input = ParsedOf<typeof importPrices> & Context

const byItem = (prices: readonly PriceRow[]) => {
  const map = new Map<number, PriceRow[]>()
  for (const price of prices) map.set(price.item, [...(map.get(price.item) ?? []), price])
  return map
}

const write = async ({ db, user, now, audit, publish }: Context, list: number, { added, changed }: PricePlan) => {
  const planned = [...added, ...changed]
  const rows = await upsertPrices(db, list, planned, user.id, now)
  const ids = new Map(rows.map(({ id, item, valid_from }) => [`${item} ${valid_from}`, id]))
  for (const { item, before, ...price } of planned)
    audit('set', {
      entity: 'price',
      id: ids.get(`${item} ${price.valid_from}`) ?? null,
      change: { price_list: list, item, ...price, ...(before && { price: [before.price, price.price] }) },
    })
  if (planned.length > 0) publish('catalogue')
}

/** Sets prices of a list by a CSV file: every row or, with one broken cell or in a dry run, none; the report tells each broken cell. */
export const importPricesFrom = async (input: Input) => {
  const { db, params, body, files, now, audit } = input
  if (!files.file) throw fieldError('file', 'Choose a file.')
  const isDry = body.dry_run === 'true'
  const list = requireFound(await (isDry ? findListName(db, params.id) : lockPriceList(db, params.id)), 'Price list')
  const problems = new Problems()
  const rows = await readTable(files.file.path, priceForm, problems)
  const parsed = rows.map((row) => parseCells(priceCells, row, problems))
  const keys = rows.map(({ row }, place) => ({ row, code: parsed[place]?.code, name: parsed[place]?.name }))
  const matches = await matchRows(db, keys, { hold: false })
  const ids = matches.flatMap(({ by_code, by_name }) => [by_code ?? by_name].filter((id) => id !== null))
  const frame = { ...(await findToday(db, now)), isCash: list.is_cash }
  const plan = planPrices(rows, parsed, matches, byItem(await findPrices(db, list.id, ids)), frame, problems)
  if (!isDry && problems.count === 0) await write(input, list.id, plan)
  const { added, changed, unchanged } = plan
  const report = reportOf(problems, { isDry, rows: rows.length, added: added.length, changed: changed.length, unchanged })
  const { errors: _errors, ...counts } = report
  audit('import', { entity: 'price list', id: list.id, change: { file: files.file.name, ...counts } })
  return report
}
