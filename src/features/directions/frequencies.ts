import type { FrequencyCode } from './directions.ts'

const rates: Record<FrequencyCode, [number, number] | null> = {
  STAT: [1, 1], OD: [1, 1], OM: [1, 1], NOON: [1, 1], EVE: [1, 1], ON: [1, 1], BD: [2, 1], TDS: [3, 1], QDS: [4, 1], '5X': [5, 1], '6X': [6, 1], '8X': [8, 1],
  Q1H: [24, 1], Q2H: [12, 1], Q3H: [8, 1], Q4H: [6, 1], Q6H: [4, 1], Q8H: [3, 1], Q12H: [2, 1], Q48H: [1, 2], Q72H: [1, 3],
  ALT: [1, 2], '2/WK': [2, 7], '3/WK': [3, 7], '4/WK': [4, 7], '5/WK': [5, 7], WKLY: [1, 7], '2WKLY': [1, 14], MONTHLY: [1, 30], PRN: null, MDU: null,
} // prettier-ignore

/** How many doses in how many days, in whole numbers; null where it is not said (PRN, MDU). */
export const rateOf = (frequency: FrequencyCode) => rates[frequency]

/** Doses a day, a part of one for rarer ones; STAT counts for its one day; null where it is not said. */
export const dosesPerDay = (frequency: FrequencyCode): number | null => {
  const rate = rates[frequency]
  return rate && rate[0] / rate[1]
}

/** The parts of a day, in their order. */
export const timesOfDay: readonly FrequencyCode[] = ['OM', 'NOON', 'EVE', 'ON']
