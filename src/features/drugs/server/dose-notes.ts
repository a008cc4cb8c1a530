import { formatMessage } from '#shared/message.ts'
import type { SafetyWarning } from '../contract.ts'
import { version } from '../knowledge/safety-rules.ts'
import { warningTitles } from '../rules.ts'
import type { DoseFinding } from './measure-dose.ts'

const titles = {
  capped: 'doseCapped',
  'rounded up': 'doseRoundedUp',
  'rounded down': 'doseRoundedDown',
  unmeasurable: 'doseUnmeasurable',
} as const

/** The notes about a dose for each kilogram that became another than the calculated one, or cannot be measured in the item. */
export const doseNotes = (item: { id: number; name: string }, findings: readonly DoseFinding[]): SafetyWarning[] =>
  findings.map(({ kind, ...rest }) => {
    const values: Record<string, string> = { drug: item.name, ...rest }
    return {
      key: `dose:by-weight-${kind.replace(' ', '-')}:${item.id}`,
      kind: 'dose',
      severity: 'note',
      line: String(item.id),
      with: null,
      other_line: null,
      title: formatMessage(warningTitles[titles[kind]], values),
      title_key: titles[kind],
      values,
      detail: kind === 'capped' ? 'Check the weight and the dose per kilogram.' : 'Consider another strength or form.',
      alternatives: null,
      source: '',
      rule: 'by-weight',
      version,
    }
  })
