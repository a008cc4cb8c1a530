import { conflict } from '#platform/errors/problem.ts'

/** Of what there is less than is wanted. */
export interface Short {
  item: number
  name: string
  wanted: number
  left: number
}

/** 409 not_enough_stock when anything is short, which says of what. */
export const refuseShort = (short: readonly Short[]) => {
  const [first] = short
  if (!first) return
  const { name, wanted, left } = first
  throw conflict(`There is not enough in stock: ${name}, ${wanted} wanted, ${left} left.`, { short }, 'not_enough_stock')
}
