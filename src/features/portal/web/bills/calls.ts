import type { listOwnBills, getOwnBill, getOwnBalance } from '#calls/portal/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export type OwnBill = ResponseOf<typeof listOwnBills>[number]
export type OwnBillDetails = ResponseOf<typeof getOwnBill>
export type OwnBalance = ResponseOf<typeof getOwnBalance>
