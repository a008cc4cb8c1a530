/** How long the country code is that a number begins with: one digit in North America and Russia, two where the ITU has given two, else three. */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/
const countryDigits = (digits: string) => (/^[17]/.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3)
/** Groups of three from the left; the last ones have four where a digit or two would be left alone. */
const inGroups = (digits: string) => {
  if (digits.length < 6) return digits
  const threes = digits.length - 4 * (digits.length % 3)
  return [...(digits.slice(0, threes).match(/.{3}/g) ?? []), ...(digits.slice(threes).match(/.{4}/g) ?? [])].join(' ')
}

/** A phone number in groups: +254 716 123 456, 0716 123 456. What is no plain number stays as it was typed. */
export const phone = (value: string | null | undefined): string => {
  const typed = (value ?? '').trim()
  const plain = typed.replaceAll(/[\s().-]/g, '').replace(/^00/, '+')
  if (/^\+\d{8,15}$/.test(plain)) {
    const code = countryDigits(plain.slice(1)) + 1
    return `${plain.slice(0, code)} ${inGroups(plain.slice(code))}`
  }
  return /^0\d{8,11}$/.test(plain) ? `${plain.slice(0, 4)} ${inGroups(plain.slice(4))}` : typed
}
