/**
 * What a person typed as an amount, in the way of the wire: without spaces, with a point before the cents. `1,200`, `1 200,50` and
 * `1’200.50` are read; what cannot be one stays as it was typed, for the contract to refuse.
 */
export const amountText = (typed: string): string => {
  const text = typed.replace(/[\s\u00A0\u202F'’]/gu, '')
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return text.replaceAll(',', '')
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return text.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
}

/** An amount as it is shown in a box to be typed over: no cents where there are none. */
export const bareAmount = (amount: string | null | undefined): string => (amount ?? '').replace(/\.00$/, '')
