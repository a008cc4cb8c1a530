import type { FieldErrors } from '#platform/errors/problem.ts'
import type { Panel } from '../contract.ts'
import { isLoinc, isUnit, unitKey } from '../rules.ts'

/** What of a panel can be wrong in itself. */
export type PanelFacts = Pick<
  Panel,
  'kind' | 'unit' | 'decimals' | 'units' | 'choices' | 'formula' | 'loinc' | 'delta_absolute' | 'delta_percent' | 'delta_days'
>

const folded = (text: string) => text.normalize('NFC').toLowerCase()
const isAboveZero = (decimal: string) => Number(decimal) > 0

const unitErrors = ({ unit, units }: PanelFacts): FieldErrors => {
  const errors: FieldErrors = {}
  if (unit !== null && !isUnit(unit)) errors['unit'] = ['Enter a UCUM unit, such as mmol/L or 10*9/L.']
  const seen = new Set([unitKey(unit ?? '')])
  for (const [index, other] of units.entries()) {
    const key = unitKey(other.unit)
    if (unit === null) errors[`units.${index}.unit`] = ['Enter the unit of the test first.']
    else if (!isUnit(other.unit)) errors[`units.${index}.unit`] = ['Enter a UCUM unit, such as mmol/L or 10*9/L.']
    else if (seen.has(key)) errors[`units.${index}.unit`] = ['Enter each unit only once, and not the unit of the test.']
    if (!isAboveZero(other.factor)) errors[`units.${index}.factor`] = ['Enter a factor above zero.']
    seen.add(key)
  }
  return errors
}

const choiceErrors = ({ choices }: PanelFacts): FieldErrors => {
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  for (const [index, { value }] of choices.entries()) {
    if (seen.has(folded(value))) errors[`choices.${index}.value`] = ['Enter each choice only once.']
    seen.add(folded(value))
  }
  return errors
}

const deltaErrors = ({ delta_absolute, delta_percent, delta_days }: PanelFacts): FieldErrors => {
  const errors: FieldErrors = {}
  if (delta_absolute !== null && !isAboveZero(delta_absolute)) errors['delta_absolute'] = ['Enter a change above zero.']
  if (delta_percent !== null && !isAboveZero(delta_percent)) errors['delta_percent'] = ['Enter a change above zero.']
  if (delta_percent !== null && !/^\d{1,7}(\.\d{1,2})?$/.test(delta_percent) && isAboveZero(delta_percent))
    errors['delta_percent'] = ['Enter a percentage with at most two decimals.']
  const hasChange = delta_absolute !== null || delta_percent !== null
  if (hasChange && delta_days === null) errors['delta_days'] = ['Enter the number of days for the delta check.']
  if (!hasChange && delta_days !== null) errors['delta_days'] = ['Enter the change to check within these days.']
  return errors
}

/** What only a number has. */
const numberErrors = (panel: PanelFacts): FieldErrors => {
  const errors: FieldErrors = {}
  const only = 'Allowed only for numeric tests.'
  for (const field of ['unit', 'decimals', 'delta_absolute', 'delta_percent', 'delta_days'] as const)
    if (panel[field] !== null) errors[field] = [only]
  if (panel.units.length > 0) errors['units'] = [only]
  return errors
}

/** What is wrong with a panel in itself, by field; nothing is looked up. */
export const panelErrors = (panel: PanelFacts): FieldErrors => {
  const isNumber = panel.kind === 'quantitative' || panel.kind === 'calculated'
  const errors: FieldErrors = isNumber ? { ...unitErrors(panel), ...deltaErrors(panel) } : numberErrors(panel)
  if (panel.kind === 'qualitative' && panel.choices.length === 0) errors['choices'] = ['Enter at least one choice.']
  else if (panel.kind !== 'qualitative' && panel.choices.length > 0) errors['choices'] = ['Choices are allowed only for coded tests.']
  else Object.assign(errors, choiceErrors(panel))
  if (panel.kind === 'calculated' && panel.formula === null) errors['formula'] = ['Enter the formula.']
  if (panel.kind !== 'calculated' && panel.formula !== null) errors['formula'] = ['A formula is allowed only for calculated tests.']
  if (panel.loinc !== null && !isLoinc(panel.loinc)) errors['loinc'] = ['Invalid LOINC code: wrong check digit.']
  return errors
}
