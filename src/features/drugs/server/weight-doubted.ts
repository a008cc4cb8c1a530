import { formatMessage } from '#shared/message.ts'
import type { SafetyWarning } from '../contract.ts'
import { version } from '../knowledge/safety-rules.ts'
import { warningTitles } from '../rules.ts'

interface Doubted {
  item: number
  name: string
  /** In kg. */
  weight: number
  /** Why the weight is not believed. */
  text: string
}

/** A stop: the last weight is implausible and no person confirmed it, so no dose was computed or held against it. */
export const weightDoubted = ({ item, name, weight, text }: Doubted): SafetyWarning => {
  const values = { drug: name, weight: String(weight) }
  return {
    key: `dose:weight-doubted:${item}:${weight}`,
    kind: 'dose',
    severity: 'stop',
    line: String(item),
    with: null,
    other_line: null,
    title: formatMessage(warningTitles.weightDoubted, values),
    title_key: 'weightDoubted',
    values,
    detail: `${text} Weigh the patient again, or confirm the weight at triage.`,
    alternatives: null,
    source: '',
    rule: 'weight-doubted',
    version,
  }
}
