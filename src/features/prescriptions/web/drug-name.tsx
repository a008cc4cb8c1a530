/** How other rooms say a prescribed drug: its directions, its quantities, and how it stands. */
export { quantityWords, shortQuantity, unitName } from '#features/directions/web/quantity-name.tsx'
export { enteredQuantity, otherQuantity, writerOf } from './drug-amounts.ts'
export { wordsOf } from './say-directions.ts'
