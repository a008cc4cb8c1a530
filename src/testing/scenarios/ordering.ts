import type { PurchaseOrder } from '#features/purchasing/contract-orders.ts'
import type { Requisition } from '#features/purchasing/contract-requisitions.ts'
import type { Person, Reply, TestClinic } from '../clinic.ts'
import { aDrug, aStore, aSupplier } from './stock.ts'

/** A call that has to go well; answers the body. */
export const well = async <T = Record<string, never>>(reply: Promise<Reply>, status = 200): Promise<T> => {
  const answer = await reply
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`)
  return answer.text === '' ? (undefined as T) : answer.json<T>()
}

/** Who asks for goods, who approves first and second, and another who may do all of that. */
export const buyersOf = async (clinic: TestClinic) => ({
  asker: await clinic.signedInAs(['purchasing.view', 'purchasing.request', 'stock.move']),
  head: await clinic.signedInAs(['purchasing.view', 'purchasing.approve_request']),
  officer: await clinic.signedInAs(['purchasing.view', 'purchasing.approve', 'purchasing.order', 'purchasing.suppliers']),
  other: await clinic.signedInAs([
    'purchasing.view',
    'purchasing.request',
    'purchasing.approve_request',
    'purchasing.approve',
    'purchasing.order',
  ]),
})
export type Buyers = Awaited<ReturnType<typeof buyersOf>>

/** A ward, a supplier, and two drugs that come from them. */
export const aShelf = async ({ db }: TestClinic) => {
  const [store, supplier, first, second] = [await aStore(db), await aSupplier(db), await aDrug(db), await aDrug(db)]
  await db.updateTable('stocked_items').set({ supplier_id: supplier.id }).where('item_id', 'in', [first.id, second.id]).execute()
  return { store: store.id, supplier: supplier.id, first: first.id, second: second.id }
}

interface Row {
  item: number
  quantity_requested: number
  pack?: number
  supplier?: number
}
export const aRequisition = (asker: Person, store: number, items: readonly Row[]) =>
  well<Requisition>(asker.call('POST', '/inventory/requisition/', { store, items }), 201)

/** A move of a document, as somebody makes it. */
export const move = <T = Requisition>(
  person: Person,
  document: 'requisition' | 'purchase-order',
  id: number,
  what: string,
  body: object = {},
) => well<T>(person.call('POST', `/inventory/${document}/${id}/${what}/`, body))

/** A requisition that two people approved as it was requested. */
export const anApprovedRequisition = async ({ asker, head, officer }: Buyers, store: number, items: readonly Row[]) => {
  const { id } = await aRequisition(asker, store, items)
  await move(asker, 'requisition', id, 'submit')
  await move(head, 'requisition', id, 'approve-department')
  return move(officer, 'requisition', id, 'approve')
}

interface OrderRow {
  item: number
  quantity_purchased: number
  unit_price: string
  pack?: number
  tax_rate?: string
}
export const anOrder = (officer: Person, supplier: number, items: readonly OrderRow[], more: object = {}) =>
  well<PurchaseOrder>(officer.call('POST', '/inventory/purchase-order/', { supplier, items, ...more }), 201)

/** An order that another person approved, and that was sent. */
export const aSentOrder = async ({ officer, other }: Buyers, supplier: number, items: readonly OrderRow[]) => {
  const { id } = await anOrder(officer, supplier, items)
  await move(other, 'purchase-order', id, 'approve')
  return move<PurchaseOrder>(officer, 'purchase-order', id, 'send')
}
