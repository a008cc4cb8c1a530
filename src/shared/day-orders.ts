/** Which of the two small numbers of 03/04/1990 is the day. */
export const dayOrders = ['day first', 'month first'] as const
export type DayOrder = (typeof dayOrders)[number]
