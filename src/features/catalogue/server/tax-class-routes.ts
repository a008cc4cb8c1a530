import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
import { taxClasses } from '../contract.ts'
import { DEFAULT_TAX_CLASS } from './tax-classes.ts'

const isInUse = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('items').select('id').where('tax_class_id', '=', id).where('is_active', '=', true).limit(1).executeTakeFirst()) !==
  undefined

export const taxClassRoutes = catalogueRoutes(taxClasses, {
  table: 'tax_classes',
  entity: 'tax class',
  topics: ['catalogue'],
  check: async ({ db, sent, before }) => {
    if (sent.is_active !== false || !before?.is_active) return
    if (before.id === DEFAULT_TAX_CLASS) throw conflict('Items without a tax class of their own have this one; it stays in use.')
    if (await isInUse(db, before.id)) throw conflict('Items have this tax class. Give them another one first.')
  },
})
