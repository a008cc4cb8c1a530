/** The number of a box, as it is sent: nothing typed is no zero, and is left for the contract to refuse in its own words. */
export const sentNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

/** The decimal number of a box, as it is sent: with a point; null for an empty box. */
export const sentDecimal = (typed: string): string | null => typed.trim().replace(',', '.') || null
