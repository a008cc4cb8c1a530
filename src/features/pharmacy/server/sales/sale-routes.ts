import { checkSale, createSale } from '#features/pharmacy/contract-sales.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { checkTheSale } from './check-sale.ts'
import { makeSale } from './make-sale.ts'

export const saleRoutes: Route[] = [
  handle(checkSale, async ({ db, body, now, audit }) => {
    const checked = await checkTheSale(db, body, now)
    audit('check', { entity: 'sale', id: null, patient: body.patient ?? null })
    return checked
  }),
  handle(createSale, (context) => makeSale(context, context.body)),
]
