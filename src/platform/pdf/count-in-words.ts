const small = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen',
  'sixteen', 'seventeen', 'eighteen', 'nineteen',
] as const // prettier-ignore
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const

const whole = (count: number): string => {
  if (count < 20) return small[count]!
  if (count < 100) return [tens[Math.floor(count / 10)], count % 10 > 0 && small[count % 10]].filter(Boolean).join('-')
  const [size, word] = count < 1000 ? [100, 'hundred'] : count < 1_000_000 ? [1000, 'thousand'] : [1_000_000, 'million']
  const rest = count % size
  return `${whole(Math.floor(count / size))} ${word}${rest === 0 ? '' : `${rest < 100 ? ' and' : ''} ${whole(rest)}`}`
}

/** A quantity in English words, so that nobody can add a digit to it: twenty-one, two point five. */
export const countInWords = (quantity: string): string => {
  const [units = '0', part = ''] = quantity.split('.')
  const decimals = part.replace(/0+$/, '')
  return `${whole(Number(units))}${decimals === '' ? '' : ` point ${Array.from(decimals, (digit) => small[Number(digit)]).join(' ')}`}`
}
