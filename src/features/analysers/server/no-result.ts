import type { ResultPanel } from '#features/lab-catalogue/rules.ts'
import { isNoResult } from '#features/laboratory/rules.ts'

/**
 * Whether a value of this test reads as a finding: a choice that is normal, words for nothing found, and of a quantitative test whatever is no
 * "no result" itself (too little sample is one).
 */
export const meansNormal = ({ kind, choices }: Pick<ResultPanel, 'kind' | 'choices'>, value: string): boolean => {
  if (kind === 'qualitative')
    return choices.some((choice) => choice.flag === 'normal' && choice.value.toUpperCase() === value.trim().toUpperCase())
  if (kind === 'quantitative') return !isNoResult(value)
  return kind === 'text' && !isNoResult(value) && /\b(?:neg(?:ative)?|not detected|undetected|normal|nil|none|non-reactive)\b/i.test(value)
}
