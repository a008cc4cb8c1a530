const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0
/** With as many decimals as its fellow has: 0.4 beside 0.54 is 0.40. */
const asFine = (text: string, as: string) => (decimalsOf(text) < decimalsOf(as) ? Number(text).toFixed(decimalsOf(as)) : text)

/** The range in words: `3.5 – 5.1`, `≤ 5`, `≥ 1`. */
export const rangeText = (low: string | null, high: string | null): string =>
  low !== null && high !== null
    ? `${asFine(low, high)} – ${asFine(high, low)}`
    : high !== null
      ? `≤ ${high}`
      : low !== null
        ? `≥ ${low}`
        : ''
