import { cents, fromCents } from '#shared/money.ts'

/** What the orders that are chosen and not sent come to: the drugs, and each test by its price. What has no price counts as nothing. */
export const trayTotal = (drugs: string | null | undefined, tests: readonly (string | null)[]): string =>
  fromCents([drugs, ...tests].reduce((sum, price) => sum + cents(price ?? '0.00'), 0))
