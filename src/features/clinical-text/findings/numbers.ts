/** A number with a point as its decimal mark and no separators of thousands; null for what is no single number. */
export const plainNumber = (written: string): string | null => {
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(written) && !written.startsWith('0')) return written.replaceAll(',', '')
  if (/^\d+,\d+$/.test(written)) return written.replace(',', '.')
  return /^\d+(\.\d+)?$/.test(written) ? written : null
}

/** The readings a number may have: `1,015` is 1015, and 1.015 where that is what can be. */
export const readingsOf = (written: string): string[] => {
  const first = plainNumber(written)
  if (first === null || first.length > 12) return []
  return /^\d{1,3},\d{3}$/.test(written) && !written.startsWith('0') ? [first, written.replace(',', '.')] : [first]
}

export const isWithin = (value: string, least: number, most: number) => Number(value) >= least && Number(value) <= most
