export const bmiClasses = [
  'severe_thinness',
  'moderate_thinness',
  'mild_thinness',
  'normal',
  'overweight',
  'obese_1',
  'obese_2',
  'obese_3',
] as const
export type BmiClass = (typeof bmiClasses)[number]
/** Why a body mass index is not classed. */
export const bmiReasons = ['age_unknown', 'under_19', 'pregnant'] as const

/** The lower bounds of the WHO classes, each with the class below it. */
const below: readonly (readonly [number, BmiClass])[] = [
  [16, 'severe_thinness'],
  [17, 'moderate_thinness'],
  [18.5, 'mild_thinness'],
  [25, 'normal'],
  [30, 'overweight'],
  [35, 'obese_1'],
  [40, 'obese_2'],
]

export interface Bmi {
  /** kg/m², one decimal; null when weight or height was not measured. */
  value: number | null
  class: BmiClass | null
  reason: (typeof bmiReasons)[number] | null
}

/**
 * Body mass index from kilograms and centimetres. Classed for adults alone: up to 19 years WHO goes by age and sex, and in pregnancy the
 * classes do not hold. The value as it is shown is the one that is classed, so that 25.0 is never called normal.
 */
export const bmiOf = (
  { weight, height }: { weight: number | null; height: number | null },
  { months, isPregnant }: { months: number | null; isPregnant: boolean },
): Bmi => {
  if (weight === null || height === null || height === 0) return { value: null, class: null, reason: null }
  const value = Math.round((weight / (height / 100) ** 2) * 10 + 1e-9) / 10
  if (months === null) return { value, class: null, reason: 'age_unknown' }
  if (months < 19 * 12) return { value, class: null, reason: 'under_19' }
  if (isPregnant) return { value, class: null, reason: 'pregnant' }
  return { value, class: below.find(([bound]) => value < bound)?.[1] ?? 'obese_3', reason: null }
}
