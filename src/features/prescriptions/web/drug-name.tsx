/** How other rooms say a prescribed drug: its directions, its quantities, and how it stands. */
export { quantityWords, unitName } from './direction-labels.ts'
export { enteredQuantity, otherQuantity, shortQuantity, writerOf } from './drug-amounts.ts'
export { wordsOf } from './say-directions.ts'
