import { amountText } from '#web/text/amount-text.ts'
import { number } from '#web/text/format.ts'

const MOST = 999_999
const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/

const GROUPED = 12_345
/** What stands before three digits in the person's language, a comma or none; spaces and apostrophes mean nothing else anywhere. */
const groupSigns = () => `[\\s'’${number(GROUPED).includes(',') ? ',' : ''}]`

/**
 * A whole number, zero or more, as it was typed; null for everything else. Thousands may be grouped as the person's language does it:
 * `1,500` is no number where a comma stands before decimals, and `1.5` and `1,50` are none anywhere.
 */
export const readWhole = (typed: string): number | null => {
  const text = typed.trim()
  const isWhole = /^\d{1,15}$/.test(text) || new RegExp(`^\\d{1,3}(${groupSigns()}\\d{3}){1,4}$`, 'u').test(text)
  return isWhole ? Number(text.replaceAll(/\D/g, '')) : null
}

/** A whole number from 1 to 999,999 as it was typed; null for everything else. */
export const readCount = (typed: string): number | null => {
  const count = readWhole(typed) ?? 0
  return count > 0 && count <= MOST ? count : null
}

/** The same where nothing typed, or nought, is none of it. */
export const countOrNone = (typed: string): number | null => (/^\s*0*\s*$/.test(typed) ? 0 : readCount(typed))

/** A count as it is sent: what is too much, or no number, is left for the contract to refuse in its words. */
export const sentCount = (typed: string): number => readWhole(typed) ?? Number.NaN

/** An amount as it was typed, in the way of the wire; null when it is none. */
export const priceOf = (typed: string): string | null => {
  const text = amountText(typed)
  return AMOUNT.test(text) ? text : null
}

/** So many packs that hold at least so many units. */
export const packsFor = (units: number, packUnits: number): number => Math.max(1, Math.ceil(units / packUnits))
