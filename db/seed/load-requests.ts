import { nextNumber } from '#features/stock/public.ts'
import { dateOf } from './calendar.ts'
import { addLines, approved, deliver, linesOf, makeOrder } from './load-purchases.ts'
import { at, type SeedStock, MORNING } from './seed-stock.ts'

/** Orders of today: one is being written, one waits for the supplier, one came in part. */
export const loadOpenOrders = async (seedStock: SeedStock) => {
  const [first = 0, second = 0, third = 0] = seedStock.suppliers
  const draft = await makeOrder(seedStock, first, seedStock.today, {})
  await addLines(seedStock, draft.id, first, seedStock.today, linesOf(seedStock, 0, 6).slice(0, 9))
  const day = seedStock.today - 3
  const sent = await makeOrder(seedStock, second, day, { status: 'sent', ...approved(seedStock, day) })
  await addLines(seedStock, sent.id, second, day, linesOf(seedStock, 1, 5).slice(0, 14))
  const order = await makeOrder(seedStock, third, day, { status: 'part-received', ...approved(seedStock, day) })
  const lines = linesOf(seedStock, 2, 5)
  const rows = await addLines(seedStock, order.id, third, day, lines)
  const came = lines.slice(0, 6).map((line) => ({ ...line, orderItem: rows.find(({ item_id }) => item_id === line.item.id)?.id ?? 0 }))
  await deliver(seedStock, { order, supplier: third, day: seedStock.today - 1, lines: came })
}

/** Requisitions at every step. */
export const loadRequisitions = async ({ db, stock, stores, people, suppliers: ids, today }: SeedStock) => {
  const step = (back: number) => at(today - back, MORNING)
  const department = { department_approved_at: step(2), department_approved_by: people.get('laboratory-manager') ?? 0 }
  const procurement = { procurement_approved_at: step(1), procurement_approved_by: people.get('procurement-officer') ?? 0 }
  const all = [
    { status: 'draft', store: 'Treatment room', by: 'nurse', from: 0, more: {} },
    { status: 'submitted', store: 'Pharmacy', by: 'pharmacist', from: 8, more: { submitted_at: step(1) } },
    {
      status: 'department approved',
      store: 'Laboratory',
      by: 'laboratory-technician',
      from: 69,
      more: { submitted_at: step(3), ...department },
    },
    { status: 'approved', store: 'Pharmacy', by: 'pharmacist', from: 20, more: { submitted_at: step(3), ...department, ...procurement } },
  ] as const
  for (const { status, store, by, from, more } of all) {
    const { id } = await db
      .insertInto('requisitions')
      .values({
        number: await nextNumber(db, 'requisition', step(3)),
        store_id: stores.get(store) ?? 0,
        status,
        needed_by: dateOf(today + 10),
        requested_at: step(3),
        requested_by: people.get(by) ?? 0,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = stock.filter((item) => item.cost !== null).slice(from, from + 5)
    await db
      .insertInto('requisition_items')
      .values(
        rows.map((item) => ({
          requisition_id: id,
          item_id: item.id,
          supplier_id: ids[item.supplier] ?? null,
          pack_id: item.pack?.id ?? null,
          pack_units: item.pack?.units ?? 1,
          quantity_requested: 4,
          quantity_approved: status === 'approved' ? 4 : null,
          date_created: step(3),
        })),
      )
      .execute()
  }
}
