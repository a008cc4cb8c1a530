import type { User } from '#platform/http/handle.ts'
import { forbidden } from '#platform/errors/problem.ts'

/** Throws 403 unless the person may set prices: whoever may only change the catalogue adds items without one. */
export const requirePriceRight = (user: User) => {
  if (!user.permissions.has('prices.change')) throw forbidden('prices.change')
}
