import {
  emptyDirections,
  frequencyText,
  sayDirections,
  type Directions,
  type FoodCode,
  type FrequencyCode,
  type RouteCode,
} from '#features/directions/rules.ts'
import { t } from '#web/i18n.ts'

const noDose = { amount: null, amount_max: null, unit: null, frequency: null, frequency_min: null, days: null }
/** With a capital, as a sentence begins. */
export const capital = (text: string) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1)
const say = (part: Partial<Directions>) => capital(sayDirections({ ...emptyDirections, ...part }, t))

/** Codes as words of their own, in the words of the sentence that the patient reads. */
export const frequencyWord = (frequency: FrequencyCode): string =>
  frequency === 'PRN' ? say({ is_prn: true }) : say({ doses: [{ ...noDose, frequency }] })
export const routeWord = (route: RouteCode): string => say({ route })
export const foodWord = (food: FoodCode): string => say({ food })

/** The dose alone, how often, for how long, and when or where: '' for what is not said. */
export const tilesOf = (structure: Directions) => ({
  dose: say({
    doses: structure.doses
      .filter(({ amount }) => amount !== null)
      .map((dose) => ({ ...dose, frequency: null, frequency_min: null, days: null })),
  }),
  often: capital(frequencyText(structure, t)),
  length: structure.days === null ? '' : capital(t('{count, plural, one {# day} other {# days}}', { count: structure.days })),
  when: [structure.food && foodWord(structure.food), structure.route && routeWord(structure.route)].filter(Boolean).join(', '),
})
