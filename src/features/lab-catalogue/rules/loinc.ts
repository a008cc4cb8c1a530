const FORM = /^([1-9]\d{0,6})-(\d)$/

/** The check digit of the number before the dash: LOINC's mod 10, every second digit from the right doubled. */
export const loincCheckDigit = (number: string): number => {
  const sum = Array.from(number)
    .toReversed()
    .reduce((sum, digit, place) => {
      const weighed = Number(digit) * (place % 2 === 0 ? 2 : 1)
      return sum + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return (10 - (sum % 10)) % 10
}

/** True for a code in the form of LOINC (`718-7`) whose check digit is right: a mistyped digit or two exchanged ones are found. */
export const isLoinc = (code: string): boolean => {
  const [, number, digit] = FORM.exec(code) ?? []
  return number !== undefined && loincCheckDigit(number) === Number(digit)
}
