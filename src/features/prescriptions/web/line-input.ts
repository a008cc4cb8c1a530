import type { z } from 'zod'
import { amountText } from '#web/text/amount-text.ts'
import type { createPrescription } from '../contract.ts'
import type { BasketLine } from './basket.ts'

export type LineInput = NonNullable<z.input<(typeof createPrescription)['body']>['prescribed_drugs']>[number]

/** A typed quantity in the way of the wire; null when it is none. */
export const quantityText = (typed: string): string | null => {
  const text = amountText(typed)
  return /^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text) > 0 ? text : null
}

/** A line as the server takes it: what is empty is left out, and so is a quantity that cannot be one. */
export const lineInput = ({ item, directions, structure, quantity, note }: BasketLine): LineInput => ({
  item,
  ...(directions.trim() !== '' && { directions: directions.trim() }),
  ...(structure !== null && { structure }),
  ...(quantityText(quantity) !== null && { quantity: quantityText(quantity) ?? '' }),
  ...(note.trim() !== '' && { note: note.trim() }),
})
