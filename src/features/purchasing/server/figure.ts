/** An amount as sentences write it: 101,207.10. */
export const figure = (amount: string): string => amount.replace(/\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','))
