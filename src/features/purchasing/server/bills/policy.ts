import { cents } from '#shared/money.ts'
import type { User } from '#platform/http/handle.ts'
import type { OrderBillSummary } from '#features/purchasing/contract-bills.ts'

type Bill = Pick<OrderBillSummary, 'needs_approval' | 'is_cancelled' | 'created_by' | 'paid' | 'balance'>

/** What a person may make of a bill now. */
export const toRights = ({ needs_approval, is_cancelled, created_by, paid, balance }: Bill, { id, permissions }: User) => ({
  approve: needs_approval && created_by !== id && permissions.has('purchasing.approve_bill'),
  cancel: !is_cancelled && cents(paid) === 0 && permissions.has('purchasing.bill'),
  pay: !needs_approval && cents(balance) > 0 && permissions.has('purchasing.pay'),
})
