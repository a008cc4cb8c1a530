/** Decimals that a difference is counted in. */
const SCALE = 18
const pattern = new RegExp(`^(\\d{1,10})(?:\\.(\\d{1,${SCALE}}))?$`)

export interface Rounded {
  /** With two decimals. */
  amount: string
  /** How much more that is than what was written, in units of 10^-18. */
  difference: bigint
}

/** An amount rounded half up to `decimals` (two at most), exact at any length; null for what is no amount from 0 up. */
export const roundHalfUp = (text: string, decimals = 2): Rounded | null => {
  const [, whole, part = ''] = pattern.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const value = BigInt(whole + part.padEnd(SCALE, '0'))
  const step = 10n ** BigInt(SCALE - decimals)
  const rounded = ((2n * value + step) / (2n * step)) * step
  const digits = (rounded / 10n ** BigInt(SCALE - 2)).toString().padStart(3, '0')
  return { amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, difference: rounded - value }
}

/** A difference as a decimal, without zeros at its end. */
export const decimalOf = (difference: bigint): string => {
  const digits = (difference < 0n ? -difference : difference).toString().padStart(SCALE + 1, '0')
  const part = digits.slice(-SCALE).replace(/0+$/, '')
  return `${difference < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${part && `.${part}`}`
}
