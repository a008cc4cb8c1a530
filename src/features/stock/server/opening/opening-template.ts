import { sql } from 'kysely'
import { csvHead, csvLines } from '#platform/csv/write-csv.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Download } from '#shared/endpoint.ts'

const COLUMNS = ['code', 'name', 'unit', 'store', 'lot', 'expiry', 'quantity', 'pack', 'unit_cost']

type OwnItem = Record<'code' | 'name' | 'unit', string | null>

/** The clinic's items that are kept in stock, by name. */
export const findOwnItems = async (db: Db): Promise<OwnItem[]> => {
  const { rows } = await sql<OwnItem>`
    select i.code, i.name, i.unit from stocked_items s join items i on i.id = s.item_id where s.is_active and i.is_active
    order by lower(i.name), i.id`.execute(db)
  return rows
}

/** A file of opening stock with the clinic's own items, whose quantities, lots and costs are to be filled in; what is left empty is passed over. */
export const makeOpeningTemplate = async (db: Db): Promise<Download> => ({
  body: Buffer.concat([csvHead(COLUMNS), csvLines(COLUMNS, await findOwnItems(db))]),
  filename: 'opening-stock.csv',
})
