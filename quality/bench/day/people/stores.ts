import { createGoodsReceipt } from '#features/purchasing/contract-receipts.ts'
import { approvePurchaseOrder, createPurchaseOrder, listPurchaseOrders, sendPurchaseOrder } from '#features/purchasing/contract-orders.ts'
import { submitRequisition } from '#features/purchasing/contract-requisitions.ts'
import { createRequisition, listRequisitions } from '#features/purchasing/contract-requisitions.ts'
import { getStockItem } from '#features/stock/contract-items.ts'
import { getOverview, listItemMovements, listLow, listMovements, listExpiring, listStock } from '#features/stock/contract-ledger.ts'
import { createConsumption, createTransfer, receiveTransfer } from '#features/stock/contract-moves.ts'
import { type Day, typed, type Work } from './facility.ts'
import { isRefused, type Person } from './person.ts'

const YEAR_MS = 365 * 86_400_000
const shortOf = ['not_enough_stock', 'batch_expired', 'batch_recalled'] as const
const notThere = (error: unknown) => {
  if (!isRefused(error, ...shortOf)) throw error
}

/** A lorry comes: rows of drugs with lot and expiry go onto the shelf of the main store. */
const takeIn = async (person: Person, { facts }: Day) => {
  const { dice } = person
  const items = [...new Set(Array.from({ length: 5 }, () => dice.pick(facts.drugs)))].map(({ id }) => ({
    item: id,
    quantity: dice.integer(200, 900),
    purchase_price: '4.00',
    lot: `D${dice.integer(100_000, 999_999)}`,
    expires_on: new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10),
  }))
  await person.think(60)
  await person.write({ kind: 'delivery', what: ({ number, items: rows }) => ({ number, rows: rows.length }) }, createGoodsReceipt, {
    body: { store: facts.stores.main, supplier: facts.suppliers[0] ?? null, items },
  })
  return items
}

/** What the pharmacy runs out of is sent over from the main store, and received there. */
const fillUp = async (person: Person, { facts }: Day, items: readonly { item: number; quantity: number }[]) => {
  const sent = await person.write(
    { kind: 'transfer', what: ({ number, items: rows }) => ({ number, units: rows.map(({ quantity }) => quantity) }) },
    createTransfer,
    {
      body: {
        from_store: facts.stores.main,
        to_store: facts.stores.pharmacy,
        items: items.map(({ item, quantity }) => ({ item, quantity: Math.ceil(quantity / 2) })),
      },
    },
    { may: shortOf },
  )
  await person.think(40)
  await person.write(
    { kind: 'transfer received', what: ({ number }) => ({ number }) },
    receiveTransfer,
    { params: { id: sent.id }, body: { version: sent.version } },
    { may: ['version_conflict', 'not_sent'] },
  )
}

const useUp = async (person: Person, { facts }: Day) => {
  const drug = person.dice.pick(facts.drugs)
  await person
    .write(
      { kind: 'consumption', what: ({ number }) => ({ number, item: drug.id }) },
      createConsumption,
      { body: { store: facts.stores.main, reason: 'Used in the treatment room', items: [{ item: drug.id, quantity: 1 }] } },
      { may: shortOf },
    )
    .catch(notThere)
}

const lookUp = async (person: Person, { facts }: Day) => {
  const drug = person.dice.pick(facts.drugs)
  for (const q of typed(drug.name.slice(0, 8), person.dice)) await person.ask(listStock, { query: { q, limit: 25 } })
  person.turnTo()
  await Promise.all([
    person.read(getStockItem, { params: { id: drug.id } }),
    person.read(listItemMovements, { params: { id: drug.id }, query: { limit: 25 } }),
  ])
  await person.think(20)
}

/** The storekeeper: what is low and what expires, deliveries, transfers to the pharmacy, and what is used up. */
export const keepStores: Work = async (person, day) => {
  const { dice } = person
  person.turnTo()
  await person.read(getOverview, { query: {} })
  await person.think(15)
  await person.read(dice.pick([listLow, listExpiring, listMovements]), { query: { limit: 25 } })
  await person.think(15)
  if (day.facts.drugs.length === 0) return
  await lookUp(person, day)
  if (dice.chance(0.4)) {
    const items = await takeIn(person, day)
    await fillUp(person, day, items).catch((error: unknown) => {
      if (!isRefused(error, ...shortOf, 'version_conflict', 'not_sent')) throw error
    })
  } else if (dice.chance(0.5)) await useUp(person, day)
  await person.think(30)
}

/** Procurement: what was asked for is ordered, approved by another, and sent to the supplier. */
export const buy: Work = async (person, { facts, drafts }) => {
  const { dice } = person
  person.turnTo()
  await Promise.all([person.read(listRequisitions, { query: { limit: 25 } }), person.read(listPurchaseOrders, { query: { limit: 25 } })])
  await person.think(30)
  const supplier = facts.suppliers[0]
  if (facts.drugs.length === 0 || supplier === undefined) return
  const drug = dice.pick(facts.drugs)
  const asked = await person.write({ kind: 'requisition', what: ({ number }) => ({ number }) }, createRequisition, {
    body: { store: facts.stores.main, items: [{ item: drug.id, quantity_requested: 100 }] },
  })
  await person.write(
    { kind: 'requisition submitted', what: ({ number }) => ({ number }) },
    submitRequisition,
    { params: { id: asked.id }, body: { version: asked.version } },
    { may: ['version_conflict'] },
  )
  await person.think(60)
  const order = await person.write({ kind: 'order', what: ({ number }) => ({ number }) }, createPurchaseOrder, {
    body: { supplier, store: facts.stores.main, items: [{ item: drug.id, quantity_purchased: 100, unit_price: '4.00' }] },
  })
  const at = drafts.findIndex(({ by }) => by !== person.email)
  const [other] = at < 0 ? [] : drafts.splice(at, 1)
  drafts.push({ id: order.id, version: order.version, by: person.email })
  if (!other) return
  await person.think(20)
  const ok = await person.write({ kind: 'order approved', what: ({ number }) => ({ number }) }, approvePurchaseOrder, {
    params: { id: other.id },
    body: { version: other.version },
  })
  await person.write({ kind: 'order sent', what: ({ number }) => ({ number }) }, sendPurchaseOrder, {
    params: { id: ok.id },
    body: { version: ok.version },
  })
}
