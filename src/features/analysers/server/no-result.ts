import type { ResultPanel } from '#features/lab-catalogue/rules.ts'

/** Words by which instruments say that there is no result. */
const NO_RESULT = /\b(?:INDETERMINATE|INCONCLUSIVE|INVALID|ERROR|NO RESULT|ABORTED|FAIL(?:ED|URE)?|UNSUITABLE)\b/i

/** Whether an instrument says that it has no result, or that it cannot tell. */
export const isNoResult = (sent: string): boolean => NO_RESULT.test(sent)

/** Whether a value of this test reads as nothing found: a choice that is normal, or words for it that are no "no result" themselves. */
export const meansNormal = ({ kind, choices }: Pick<ResultPanel, 'kind' | 'choices'>, value: string): boolean => {
  if (kind === 'qualitative')
    return choices.some((choice) => choice.flag === 'normal' && choice.value.toUpperCase() === value.trim().toUpperCase())
  return kind === 'text' && !isNoResult(value) && /\b(?:neg(?:ative)?|not detected|undetected|normal|nil|none|non-reactive)\b/i.test(value)
}
