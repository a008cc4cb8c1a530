// What the folder of requisitions needs of its own feature, and no more: each contract is weight on every page that imports it.
export * from '../contract-requisitions.ts'
export { mayMove, type OrderStatus, type RequisitionMove, requisitionMoves, type RequisitionStatus } from '../rules.ts'
