import { cents, hasTooManyDecimals } from '#shared/money.ts'

/** A price as somebody wants it; days are YYYY-MM-DD in the clinic. */
export interface WantedPrice {
  price: string
  co_pay_amount: string | null
  co_pay_percent: string | null
  valid_from: string
  valid_until: string | null
}
export interface PriceFrame {
  today: string
  currency: string
  /** The list of those who pay themselves. */
  isCash: boolean
}

/** The fields of a price that its list, its currency or the calendar forbid, with the reason of each. */
export const priceErrors = (wanted: WantedPrice, { today, currency, isCash }: PriceFrame): Record<string, string> => {
  const { price, co_pay_amount, co_pay_percent, valid_from, valid_until } = wanted
  const errors: Record<string, string> = {}
  if (valid_from < today) errors['valid_from'] = 'Past prices cannot be changed. Choose today or a later date.'
  if (valid_until !== null && valid_until < valid_from) errors['valid_until'] = 'The last day must not be before the first.'
  if (hasTooManyDecimals(price, currency)) errors['price'] = 'Too many decimals for the clinic’s currency.'
  if (co_pay_amount !== null && co_pay_percent !== null) errors['co_pay_percent'] = 'A co-pay is an amount or a percentage, not both.'
  if (co_pay_amount !== null && hasTooManyDecimals(co_pay_amount, currency))
    errors['co_pay_amount'] = 'Too many decimals for the clinic’s currency.'
  else if (co_pay_amount !== null && cents(co_pay_amount) > cents(price)) errors['co_pay_amount'] = 'The co-pay is more than the price.'
  if (isCash && co_pay_percent !== null) errors['co_pay_percent'] = 'Self-pay patients pay the full price: there is no co-pay.'
  if (isCash && co_pay_amount !== null) errors['co_pay_amount'] = 'Self-pay patients pay the full price: there is no co-pay.'
  return errors
}

const isSameNumber = (a: string | null, b: string | null) => (a === null || b === null ? a === b : cents(a) === cents(b))

/** True when two prices ask the same, to the same last day; when they begin does not count. */
export const isSamePrice = (a: Omit<WantedPrice, 'valid_from'>, b: Omit<WantedPrice, 'valid_from'>): boolean =>
  isSameNumber(a.price, b.price) &&
  isSameNumber(a.co_pay_amount, b.co_pay_amount) &&
  isSameNumber(a.co_pay_percent, b.co_pay_percent) &&
  a.valid_until === b.valid_until

const covers = ({ valid_from, valid_until }: { valid_from: string; valid_until: string | null }, day: string) =>
  valid_from <= day && (valid_until === null || valid_until >= day)

/** Of several prices of one item, the one that counts on a day: the one that began last of those that cover it. */
export const priceOn = <T extends { valid_from: string; valid_until: string | null }>(prices: readonly T[], day: string): T | undefined =>
  prices.filter((price) => covers(price, day)).toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))[0]
