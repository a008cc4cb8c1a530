import { Amount, Percent } from '#shared/money.ts'
import { amountText, bareAmount } from '#web/text/amount-text.ts'
import { money, number } from '#web/text/format.ts'

export interface CoPay {
  co_pay_amount: string | null
  co_pay_percent: string | null
}
export const noCoPay: CoPay = { co_pay_amount: null, co_pay_percent: null }

/** A co-pay as it is read: `200.00`, `10 %`; empty when there is none. */
export const coPayText = ({ co_pay_amount, co_pay_percent }: CoPay): string =>
  co_pay_percent === null ? money(co_pay_amount) : `${number(Number(co_pay_percent))} %`

/** The same as it is typed over: `200`, `10%`. */
export const typedCoPay = ({ co_pay_amount, co_pay_percent }: CoPay): string =>
  co_pay_percent === null ? bareAmount(co_pay_amount) : `${Number(co_pay_percent)}%`

/** What was typed as a co-pay: an amount, or a percentage with its sign; the sentence that refuses it otherwise. */
export const readCoPay = (typed: string): CoPay | string => {
  const text = typed.trim()
  if (text === '') return noCoPay
  const percent = /^(.*?)\s*%$/.exec(text)?.[1]
  const read = percent === undefined ? Amount.safeParse(amountText(text)) : Percent.safeParse(percent.replace(',', '.'))
  if (!read.success) return read.error.issues[0]?.message ?? 'Not valid.'
  return percent === undefined ? { ...noCoPay, co_pay_amount: read.data } : { ...noCoPay, co_pay_percent: read.data }
}
