import type { SafetyWarning } from '#features/drugs/contract.ts'
import { quantityKept } from '#features/drugs/public.ts'
import type { PlannedLine } from './plan-line.ts'

/** A note for each line whose entered quantity stays although its directions come to another, with both. */
export const warnOfKeptQuantities = (lines: readonly PlannedLine[]): SafetyWarning[] =>
  lines.flatMap(({ item, isKept, quantity, computed }) =>
    isKept && quantity !== null ? [quantityKept({ item: item.id, name: item.name, quantity, computed })] : [],
  )
