import type { InfiniteData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, messageOf, type RowPage } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { endPrice, listPrices, type PriceRow, setPrice } from '../contract.ts'
import { type CellColumn, isSame, type Terms, termsAfter } from './price-cells.ts'

interface Props {
  list: number
  /** The day that what is typed counts from, when it is not today. */
  day: string | null
}
/** What was typed and refused, and why. */
export interface Broken {
  name: string
  text: string
  why: string
}
const withoutKey = <T>(cells: Record<string, T>, key: string | number): Record<string, T> =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => name !== String(key)))
const keyOf = (id: number, column: CellColumn) => `${id} ${column}`

/** Puts what was saved into the replies that are shown, until they are asked for again. */
const patch = (list: number, id: number, terms: Terms) =>
  queryClient.setQueriesData<InfiniteData<RowPage<PriceRow>>>(
    {
      queryKey: [listPrices.path, 'pages'],
      predicate: ({ queryKey }) => (queryKey[2] as { params: { id: number } }).params.id === list,
    },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...terms } : row)) })),
      },
  )

/**
 * Prices changed cell by cell: what was typed is shown at once and saved in the order in which it was typed, so that a co-pay typed
 * right after a price is saved with that price. What the server refuses stays in its cell, with the reason.
 */
export const usePriceCells = ({ list, day }: Props) => {
  const [waiting, setWaiting] = useState<Record<number, Terms>>({})
  const [broken, setBroken] = useState<Record<string, Broken>>({})
  const newest = useRef(new Map<number, Terms>())
  const queue = useRef(Promise.resolve())

  const mark = (row: PriceRow, column: CellColumn, fault: Omit<Broken, 'name'> | null) =>
    setBroken((all) => ({
      ...withoutKey(all, keyOf(row.id, column)),
      ...(fault && { [keyOf(row.id, column)]: { name: row.name, ...fault } }),
    }))
  const wait = (id: number, terms: Terms | null) => {
    if (terms) newest.current.set(id, terms)
    else newest.current.delete(id)
    setWaiting((all) => ({ ...withoutKey(all, id), ...(terms && { [id]: terms }) }))
  }

  const send = async (row: PriceRow, { price, ...coPay }: Terms) => {
    const params = { id: list, item: row.id }
    if (price === null) await call(endPrice, { params })
    else await call(setPrice, { params, body: { price, ...coPay, valid_until: row.valid_until, ...(day && { valid_from: day }) } })
    patch(list, row.id, { price, ...coPay })
  }
  const enqueue = (row: PriceRow, column: CellColumn, typed: string, before: Terms, after: Terms) => {
    wait(row.id, after)
    queue.current = queue.current.then(async () => {
      try {
        await send(row, after)
        void queryClient.invalidateQueries()
        if (after.price === null)
          toast.done(t('{name} is removed from this list.', { name: row.name }), {
            label: t('Undo'),
            run: () => enqueue(row, 'price', before.price ?? '', after, before),
          })
      } catch (error) {
        mark(row, column, { text: typed, why: messageOf(error) })
      }
      if (newest.current.get(row.id) === after) wait(row.id, null)
    })
  }

  /** Takes in what was typed; the reason when it cannot be. */
  const save = (row: PriceRow, column: CellColumn, typed: string): string | null => {
    const { price, co_pay_amount, co_pay_percent } = newest.current.get(row.id) ?? row
    const before = { price, co_pay_amount, co_pay_percent }
    const after = termsAfter(column, typed, before)
    if (typeof after === 'string') return t(after)
    if (after.price === null && before.price !== null && day !== null)
      return t('An item can be removed from a list only from today, not from a later date.')
    mark(row, column, null)
    if (!isSame(before, after)) enqueue(row, column, typed, before, after)
    return null
  }
  return {
    save,
    mark,
    /** The row as it will be once everything is saved. */
    shown: (row: PriceRow): PriceRow => ({ ...row, ...waiting[row.id] }),
    isWaiting: (row: PriceRow) => waiting[row.id] !== undefined,
    brokenAt: (row: PriceRow, column: CellColumn): Broken | undefined => broken[keyOf(row.id, column)],
    allBroken: Object.values(broken),
  }
}
