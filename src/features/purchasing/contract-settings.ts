import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, patchOf } from '#shared/paging.ts'
import { approvalPeople } from './rules.ts'

const settings = {
  /** People who take part in a purchase order: 1, the author may approve it; 2, another person does; 3, two other people do. */
  approval_people: z
    .int(`Choose one of: ${approvalPeople.join(', ')}.`)
    .refine((people) => approvalPeople.some((known) => known === people), `Choose one of: ${approvalPeople.join(', ')}.`),
}
export const PurchasingSettings = z.object({ approval_people: z.int(), version: z.int() }).meta({ id: 'PurchasingSettings' })
export const getPurchasingSettings = endpoint({
  method: 'GET',
  path: '/inventory/purchasing-settings/',
  summary: 'How the clinic buys: how many people it takes to order goods',
  access: 'purchasing.view',
  live: ['purchasing'],
  query: fields({}),
  response: PurchasingSettings,
})
export const updatePurchasingSettings = endpoint({
  method: 'PATCH',
  path: '/inventory/purchasing-settings/',
  summary: 'Change how many people it takes to order goods, from the next approval on',
  access: 'company.change',
  body: patchOf(fields(settings)),
  response: PurchasingSettings,
})
