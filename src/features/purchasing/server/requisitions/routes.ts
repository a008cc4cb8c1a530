import { mainStore, nextNumber, requireStore } from '#features/stock/public.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/records/version.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { without } from '#shared/paging.ts'
import {
  clearRequisition,
  createRequisition,
  deleteRequisitionItem,
  getRequisition as getContract,
  listItemsOfRequisition,
  listRequisitionItems,
  listRequisitionLines,
  listRequisitions,
  saveRequisitionItem,
  updateRequisition,
} from '#features/purchasing/contract-requisitions.ts'
import { countItems, countRequisitions, findItem, findItems, findRequisitionItems, findRequisitions, getRequisition } from './find.ts'
import { lockOwnDraft, touch } from './lock.ts'
import { countOpenLines, findOpenLines } from './open-lines.ts'
import { removeRows, saveRows } from './save-rows.ts'

const ENTITY = 'requisition'
const rowsOf = (items: readonly { item: number; quantity_requested: number }[]) =>
  items.map(({ item, quantity_requested }) => ({ item, quantity_requested }))

/** Requisitions as they are read and written; moves.ts approves and ends them. */
export const requisitionRoutes: Route[] = [
  listRoute(listRequisitions, {
    find: (db, query, position, { user }) => findRequisitions(db, query, user, position),
    count: (db, query, { user }) => countRequisitions(db, query, user),
  }),

  handle(getContract, ({ db, params }) => getRequisition(db, params.id)),

  handle(createRequisition, async ({ db, body, user, now, audit, publish }) => {
    const { store, needed_by = null, note, items = [] } = body
    const { id: store_id } = await requireStore(db, store ?? (await mainStore(db)))
    const { id, number } = await db
      .insertInto('requisitions')
      .values({
        number: await nextNumber(db, 'requisition', now),
        store_id,
        needed_by,
        note: note ?? '',
        requested_at: now,
        requested_by: user.id,
      })
      .returning(['id', 'number'])
      .executeTakeFirstOrThrow()
    await saveRows(db, id, items, now, 'items')
    audit('create', { entity: ENTITY, id, change: { number, store: store_id, needed_by, note, items: rowsOf(items) } })
    publish('purchasing', id)
    return getRequisition(db, id)
  }),

  handle(updateRequisition, async ({ db, params: { id }, body, user, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, items, store, ...change } = body
    const draft = await lockOwnDraft(db, id, user, version)
    requireVersion(version)
    if (store !== undefined) await requireStore(db, store)
    await db
      .updateTable('requisitions')
      .set({ ...change, ...(store !== undefined && { store_id: store }), version: draft.version + 1 })
      .where('id', '=', id)
      .execute()
    if (items) {
      await removeRows(
        db,
        id,
        items.map(({ item }) => item),
      )
      await saveRows(db, id, items, now, 'items')
    }
    audit('change', { entity: ENTITY, id, change: { ...change, store, ...(items && { items: rowsOf(items) }) } })
    publish('purchasing', id)
    return getRequisition(db, id)
  }),

  listRoute(listRequisitionItems, { find: findItems, count: countItems }),

  handle(listItemsOfRequisition, async ({ db, params }) => {
    const items = await findRequisitionItems(db, params.id)
    if (items.length === 0) await getRequisition(db, params.id)
    return items
  }),

  handle(saveRequisitionItem, async ({ db, body, user, now, audit, publish }) => {
    const { requisition, ...row } = without(body, ['id', 'date_created'])
    await lockOwnDraft(db, requisition, user)
    const [id = 0] = await saveRows(db, requisition, [row], now)
    await touch(db, requisition)
    audit('change', { entity: ENTITY, id: requisition, change: { row } })
    publish('purchasing', requisition)
    return findItem(db, id)
  }),

  handle(deleteRequisitionItem, async ({ db, params, user, audit, publish }) => {
    const row = await db
      .selectFrom('requisition_items')
      .select(['requisition_id', 'item_id'])
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!row) throw notFound('Row')
    await lockOwnDraft(db, row.requisition_id, user)
    await db.deleteFrom('requisition_items').where('id', '=', params.id).execute()
    await touch(db, row.requisition_id)
    audit('change', { entity: ENTITY, id: row.requisition_id, change: { removed: [row.item_id] } })
    publish('purchasing', row.requisition_id)
  }),

  handle(clearRequisition, async ({ db, params: { id }, user, audit, publish }) => {
    await lockOwnDraft(db, id, user)
    await removeRows(db, id)
    await touch(db, id)
    audit('change', { entity: ENTITY, id, change: { removed: 'all' } })
    publish('purchasing', id)
  }),

  listRoute(listRequisitionLines, { find: findOpenLines, count: countOpenLines }),
]
