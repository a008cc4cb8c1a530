import { changedFields } from '#platform/audit/audit.ts'
import { conflict, notFound, stale } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { createTaxClass, listTaxClasses, updateTaxClass } from '../contract.ts'
import { DEFAULT_TAX_CLASS, findTaxClasses, insertTaxClass, isTaxClassInUse, lockTaxClass, updateTaxClassRow } from './tax-classes.ts'

export const taxClassRoutes = [
  handle(listTaxClasses, ({ db }) => findTaxClasses(db)),

  handle(createTaxClass, async ({ db, body, audit, publish }) => {
    const taxClass = await insertTaxClass(db, body)
    audit('create', { entity: 'tax class', id: taxClass.id, change: body })
    publish('catalogue')
    return taxClass
  }),

  handle(updateTaxClass, async ({ db, params, body, ifMatch, audit, publish }) => {
    const before = await lockTaxClass(db, params.id)
    if (!before) throw notFound('Tax class')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    if (change.is_active === false && before.is_active) {
      if (before.id === DEFAULT_TAX_CLASS) throw conflict('Items without a tax class of their own have this one; it stays in use.')
      if (await isTaxClassInUse(db, before.id)) throw conflict('Items have this tax class. Give them another one first.')
    }
    const after = await updateTaxClassRow(db, params.id, change)
    audit('change', { entity: 'tax class', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    return after
  }),
]
