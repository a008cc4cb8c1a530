import { useState } from 'react'
import { changeEntity, decideEntities, fileEntities, unfileEntity, getRecord } from '#features/records/contract.ts'
import type { EntityState } from '#features/records/contract-fields.ts'
import { ApiError, call, messageOf, query } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import type { Entity, FullRecord } from '../record-types.ts'

const MOST_FILED = 200
const MOST_DECIDED = 2000

const keyOf = (id: number) => query(getRecord, { params: { id } }).queryKey
const putRecord = (record: FullRecord) => queryClient.setQueryData<FullRecord>(keyOf(record.id), record)
/** Shows a finding as it is now. */
export const putEntity = (entity: Entity) =>
  queryClient.setQueryData<FullRecord>(
    keyOf(entity.record),
    (record) => record && { ...record, entities: record.entities.map((one) => (one.id === entity.id ? entity : one)) },
  )
const newest = ({ id, record }: Entity): Entity | undefined =>
  queryClient.getQueryData<FullRecord>(keyOf(record))?.entities.find((one) => one.id === id)

const whyRefused = (error: unknown) =>
  error instanceof ApiError && error.status === 412
    ? t('Another user has decided in the meantime. The current state is shown.')
    : messageOf(error)

// One after the other: each change starts from the version that the one before has made.
let queue: Promise<unknown> = Promise.resolve()
const inTurn = <T>(action: () => Promise<T>): Promise<T> => {
  const done = queue.then(action, action)
  queue = done.catch(() => undefined)
  return done
}

/** Decisions about the findings of a document: shown at once, sent one after the other, and the refusals of the server by finding. */
export const useReview = (record: FullRecord) => {
  const { id } = record
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const [decided, setDecided] = useState<readonly (readonly number[])[]>([])
  const [isRunning, setRunning] = useState(false)
  const refuse = (ids: readonly number[], why: string | null) =>
    setRefusals((all) => {
      const next = new Map(all)
      for (const one of ids) {
        if (why === null) next.delete(one)
        else next.set(one, why)
      }
      return next
    })

  const change = async (entity: Entity, state: EntityState) => {
    const before = newest(entity) ?? entity
    refuse([entity.id], null)
    putEntity({ ...before, state })
    try {
      putEntity(
        await inTurn(() => call(changeEntity, { params: { id: entity.id }, body: { state, version: (newest(entity) ?? before).version } })),
      )
    } catch (error) {
      putEntity(before)
      refuse([entity.id], whyRefused(error))
      void queryClient.invalidateQueries({ queryKey: keyOf(id) })
    }
  }
  const decide = (entity: Entity, state: EntityState) => {
    setDecided((all) => (state === 'suggested' ? all : [...all, [entity.id]]))
    return change(entity, state)
  }
  const whole = async (action: () => Promise<FullRecord>, ids: readonly number[]): Promise<boolean> => {
    setRunning(true)
    refuse(ids, null)
    try {
      putRecord(await inTurn(action))
      return true
    } catch (error) {
      // The finding that stands in the way is named by its words.
      const why = whyRefused(error)
      const named = record.entities.filter((one) => ids.includes(one.id) && why.includes(`“${one.text}”`)).map((one) => one.id)
      refuse(ids.length === 1 ? ids : named, why)
      if (ids.length > 1) toast.failed(why)
      return false
    } finally {
      setRunning(false)
    }
  }
  /** Takes decisions back that still stand and of which nothing came. */
  const undecide = async (ids: readonly number[]) => {
    const [one] = record.entities.filter(({ id: each }) => each === ids[0])
    if (ids.length === 1 && one) await change(one, 'suggested')
    else await whole(() => call(decideEntities, { params: { id }, body: { reopen: [...ids] } }), ids)
  }
  /** Takes the last decision back; answers the finding it was about. */
  const undo = (): number | undefined => {
    const last = decided.at(-1)
    if (!last) return undefined
    setDecided(decided.slice(0, -1))
    void undecide(last)
    return last[0]
  }
  const decideAll = async (entities: readonly Entity[], state: 'confirmed' | 'rejected') => {
    const ids = entities.slice(0, MOST_DECIDED).map((one) => one.id)
    const body = state === 'confirmed' ? { confirm: ids } : { reject: ids }
    if (!(await whole(() => call(decideEntities, { params: { id }, body }), ids))) return
    setDecided((all) => [...all, ids])
    const message =
      state === 'confirmed'
        ? t('{count, plural, one {# finding confirmed} other {# findings confirmed}}', { count: ids.length })
        : t('{count, plural, one {# finding rejected} other {# findings rejected}}', { count: ids.length })
    toast.done(message, { label: t('Undo'), run: () => void undecide(ids) })
  }
  const file = async (entities: readonly Entity[], observed_at?: string) => {
    const ids = entities.slice(0, MOST_FILED).map((one) => one.id)
    const body = { entities: ids, ...(observed_at && { observed_at }) }
    if (!(await whole(() => call(fileEntities, { params: { id }, body }), ids))) return
    void queryClient.invalidateQueries()
    toast.done(t('{count, plural, one {# finding added} other {# findings added}}', { count: ids.length }))
  }
  /** Takes back, with a reason, the result or the set of vital signs that came of a finding. */
  const unfile = async (entity: Entity) => {
    const reason = await askReason({
      title: t('Undo adding “{text}” to the record?', { text: entity.text }),
      text: t('The entry leaves the patient’s history and stays on file as withdrawn. Values of the same set are withdrawn with it.'),
      action: t('Undo'),
      isGrave: true,
    })
    if (reason === null) return
    const { version } = newest(entity) ?? entity
    if (await whole(() => call(unfileEntity, { params: { id: entity.id }, body: { reason, version } }), [entity.id]))
      void queryClient.invalidateQueries()
  }
  return { refusals, isRunning, decide, decideAll, undo, file, unfile, mayUndo: decided.length > 0 }
}
