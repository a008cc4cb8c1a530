import { unitsOf, type Packed, type Units } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { type FieldErrors, invalidInput, Problem } from '#platform/errors/problem.ts'

export interface Place {
  /** Where rows stand in the request, such as `items`; undefined when the request is one row. */
  path: string | undefined
  /** What the request calls a quantity. */
  quantity: string
}

/** The name of a field of one row of the request. */
export const fieldOf = (path: string | undefined, place: number, name: string) => (path === undefined ? name : `${path}.${place}.${name}`)

/** How many units these rows are; 400 names the fields as this request does. */
export const unitsAt = async (db: Db, rows: readonly Packed[], { path, quantity }: Place): Promise<Units[]> => {
  try {
    return await unitsOf(db, rows)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    const renamed = Object.entries(error.fields).map(([field, messages]) => {
      const [, place = '0', name = ''] = field.split('.')
      return [fieldOf(path, Number(place), name === 'quantity' ? quantity : name), messages]
    })
    throw invalidInput(Object.fromEntries(renamed) as FieldErrors)
  }
}

/** 400 for an item that stands in the request twice: one line for each. */
export const requireOnce = (rows: readonly { item: number }[], path: string | undefined) => {
  const errors: FieldErrors = {}
  const seen = new Set<number>()
  for (const [place, { item }] of rows.entries()) {
    if (seen.has(item)) errors[fieldOf(path, place, 'item')] = ['This item is already in the list.']
    seen.add(item)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}
