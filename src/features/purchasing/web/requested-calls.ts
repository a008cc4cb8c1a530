// What is approved and waits to be ordered.
export { listRequisitionLines } from '../contract-requisitions.ts'
