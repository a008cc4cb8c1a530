import type { User } from '#platform/http/handle.ts'

/** Who may charge another price than the list's. */
export const mayPrice = (user: User) => user.permissions.has('billing.price')
/** Who may give discounts and waive what a patient owes. */
export const mayDiscount = (user: User) => user.permissions.has('billing.discount')
