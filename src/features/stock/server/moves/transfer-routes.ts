import { notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { cancelTransfer, createTransfer, listTransfers, readTransfer, receiveTransfer } from '#features/stock/contract-moves.ts'
import { callBack, receiveStock, type OnReturn } from './end-transfer.ts'
import { sendTransfer } from './send-transfer.ts'
import { findTransfer, readTransferPage } from './transfers.ts'

const ENTITY = 'transfer'

/** From one store to another, in two steps. */
export const transferRoutes = (onReturn: OnReturn): Route[] => [
  handle(listTransfers, ({ db, query }) => readTransferPage(db, query)),

  handle(readTransfer, async ({ db, params, user }) => {
    const transfer = await findTransfer(db, params.id, user)
    if (!transfer) throw notFound('Transfer')
    return transfer
  }),

  handle(createTransfer, async ({ db, body, user, now, audit, publish }) => {
    const id = await sendTransfer(db, body, user.id, now)
    const transfer = (await findTransfer(db, id, user))!
    audit('send', { entity: ENTITY, id, change: { number: transfer.number, ...body } })
    publish('stock')
    return transfer
  }),

  handle(receiveTransfer, async ({ db, params, body, user, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, ...change } = body
    await receiveStock(db, params.id, { ...change, seen: version }, user, now, onReturn)
    audit('receive', { entity: ENTITY, id: params.id, change })
    const transfer = (await findTransfer(db, params.id, user))!
    publish('stock')
    if (transfer.requisition !== null) publish('purchasing', transfer.requisition)
    return transfer
  }),

  handle(cancelTransfer, async ({ db, params, body, user, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, ...change } = body
    await callBack(db, params.id, { ...change, seen: version }, user, now, onReturn)
    audit('cancel', { entity: ENTITY, id: params.id, change })
    const transfer = (await findTransfer(db, params.id, user))!
    publish('stock')
    if (transfer.requisition !== null) publish('purchasing', transfer.requisition)
    return transfer
  }),
]
