import { shortQuantity } from '#features/directions/web/quantity-name.tsx'
import { cents, fromCents } from '#shared/money.ts'
import { date } from '#web/text/format.ts'
import { quantityFor } from '../rules.ts'
import type { PrescribedDrug } from './prescription-types.ts'

type Counted = Pick<PrescribedDrug, 'quantity' | 'computed_quantity'>
/** What the directions come to, where that is another quantity than the one that was entered; null where it is the same, or not known. */
export const otherQuantity = ({ quantity, computed_quantity: computed }: Counted): string | null =>
  computed === null || Number(computed) === Number(quantity) ? null : shortQuantity(computed)

/** The quantity that a person has entered; '' where it follows from the directions, and for the one of earlier versions that nobody entered. */
export const enteredQuantity = (drug: Counted & Pick<PrescribedDrug, 'directions' | 'structure' | 'item_name' | 'unit'>): string => {
  const { quantity, computed_quantity: kept, directions, structure, item_name: name, unit } = drug
  // Of lines from before it was kept, what the text alone comes to.
  const computed = kept ?? (structure && unit !== null ? quantityFor(structure, { name, unit }) : null)
  const isOldDefault = computed === null && directions === null && Number(quantity) === 1
  return isOldDefault || (computed !== null && Number(computed) === Number(quantity)) ? '' : shortQuantity(quantity)
}

/** What is still to be handed out, as text. Quantities have three decimals at most. */
export const remainingOf = ({ quantity, quantity_dispensed }: Pick<PrescribedDrug, 'quantity' | 'quantity_dispensed'>): string =>
  shortQuantity(((Math.round(Number(quantity) * 1000) - Math.round(Number(quantity_dispensed) * 1000)) / 1000).toFixed(3))

/** Who wrote the paper that was sent in, and when, where it says. */
export const writerOf = ({ written_by, written_on }: Pick<PrescribedDrug, 'written_by' | 'written_on'>): string =>
  [written_by, written_on && date(written_on)].filter(Boolean).join(', ')

/** What a line was charged; null while it has no price. */
export const lineTotal = ({ sale_price, quantity }: Pick<PrescribedDrug, 'sale_price' | 'quantity'>): string | null =>
  sale_price === null ? null : fromCents((cents(sale_price) * Math.round(Number(quantity) * 1000)) / 1000)

type Stand = Pick<PrescribedDrug, 'cancelled_at' | 'refused_at' | 'is_dispensed' | 'quantity_dispensed' | 'replaced_by'>
export const isCancelled = ({ cancelled_at }: Pick<Stand, 'cancelled_at'>) => cancelled_at !== null
export const isPartlyDispensed = ({ is_dispensed, quantity_dispensed }: Pick<Stand, 'is_dispensed' | 'quantity_dispensed'>) =>
  !is_dispensed && Number(quantity_dispensed) > 0
/** Handed out in no part, and not cancelled: it may still be changed or cancelled. */
export const isUntouched = (drug: Stand) => !isCancelled(drug) && Number(drug.quantity_dispensed) === 0
/** Something of it is still to be handed out. */
export const isWaiting = (drug: Pick<PrescribedDrug, 'cancelled_at' | 'refused_at' | 'is_dispensed' | 'is_external'>) =>
  !isCancelled(drug) && drug.refused_at === null && !drug.is_dispensed && !drug.is_external
