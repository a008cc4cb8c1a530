import { ConfigurationError } from '#platform/config.ts'

/** The whole number that a command was given, or its usual one where it was given none. Throws ConfigurationError, with the name and the bounds. */
export const wholeOption = (name: string, text: string | undefined, usual: number, least: number, most = Number.MAX_SAFE_INTEGER) => {
  const value = text === undefined ? usual : Number(text.trim() || Number.NaN)
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value
  throw new ConfigurationError(`--${name} is a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}.`)
}

/** The same for a number above 0, whole or not. */
export const numberOption = (name: string, text: string | undefined, usual: number, most = Number.MAX_SAFE_INTEGER) => {
  const value = text === undefined ? usual : Number(text.trim() || Number.NaN)
  if (value > 0 && value <= most) return value
  throw new ConfigurationError(`--${name} is a number above 0${most === Number.MAX_SAFE_INTEGER ? '' : `, up to ${most}`}.`)
}
