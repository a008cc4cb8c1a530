import type { catalogue } from '#shared/catalogue.ts'
import type { ParsedOf, ReplyOf } from '#shared/endpoint.ts'
import type { Fields } from '#shared/record.ts'
import type { Topic } from '#shared/topics.gen.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { type CatalogueTable, findRow, findRows, insertRow, lockRow, updateRow } from './catalogue-rows.ts'
import { changeFrom } from './version.ts'

type Contracts = ReturnType<typeof catalogue<Fields>>
/** A row as every catalogue has it. */
interface AnyRow extends Record<string, unknown> {
  id: number
  is_active: boolean
  version: number
}

interface Options<R, C> extends Omit<CatalogueTable, 'fields'> {
  /** What a row is called in the audit trail and in refusals: `insurance company`. */
  entity: string
  topics: readonly Topic[]
  /** Before anything is read: what a change is decided with is held in the same order by all. `id` is null for a new row. */
  lock?: (db: Db, id: number | null) => Promise<unknown>
  /** Refuses by throwing; `before` is null for a new row. */
  check?: (input: { db: Db; now: Date; sent: C; before: R | null }) => Promise<void>
  /** What goes with a change, such as a mark that only one row has. */
  beforeWrite?: (input: { db: Db; sent: C; before: R | null }) => Promise<unknown>
  /** Adds a row where more is written than what was sent, such as its place in an order; answers its id. */
  insert?: (db: Db, sent: C) => Promise<number>
}

const asName = (entity: string) => entity.charAt(0).toUpperCase() + entity.slice(1)

/** The routes of a plain catalogue: listed, added, changed with a version check; each with its audit row and its news. */
export const catalogueRoutes = <const K extends Contracts>(
  contracts: K,
  { entity, topics, lock, check, beforeWrite, insert, ...where }: Options<ReplyOf<K['create']>, ParsedOf<K['update']>['body']>,
): Route[] => {
  const at: CatalogueTable = { ...where, fields: contracts.fields }
  // Without an id: records of the same topic show the row's name, and its id is no id of theirs.
  const notify = (publish: Context['publish']) => {
    for (const topic of topics) publish(topic)
  }
  type R = ReplyOf<K['create']>
  type C = ParsedOf<K['update']>['body']
  return [
    handle(contracts.list, ({ db, query }) => findRows(db, at, query.active)),

    handle(contracts.create, async ({ db, body, now, audit, publish }) => {
      const sent = body as C
      await lock?.(db, null)
      await check?.({ db, now, sent, before: null })
      await beforeWrite?.({ db, sent, before: null })
      const id = insert ? await insert(db, sent) : await insertRow(db, at, body)
      audit('create', { entity, id, change: body })
      notify(publish)
      return (await findRow<AnyRow>(db, at, id)) as never
    }),

    handle(contracts.update, async ({ db, params, body, ifMatch, now, audit, publish }) => {
      await lock?.(db, params.id)
      const { before, change } = await changeFrom(await lockRow<AnyRow>(db, at, params.id), body, { ifMatch, what: asName(entity) })
      const sent = change as C
      await check?.({ db, now, sent, before: before as R })
      await beforeWrite?.({ db, sent, before: before as R })
      await updateRow(db, at, params.id, change)
      const after = (await findRow<AnyRow>(db, at, params.id))!
      audit('change', { entity, id: params.id, change: changedFields(before, after) })
      notify(publish)
      return after
    }),
  ]
}
