import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { BillLine } from './bill-lines.ts'
import { differenceWord, hintsOf } from './difference-labels.ts'
import type { Matched } from './use-bill-form.ts'

interface Props {
  match: Matched
  lines: readonly BillLine[]
  /** Something of the supplier's paper was typed: what was filled in agrees with itself. */
  isTyped: boolean
}

const Hints = ({ lines }: { lines: readonly BillLine[] }) =>
  lines.flatMap((line) => hintsOf(line).map((text) => <li key={`${line.key}-${text}`}>{`${line.name}: ${text}`}</li>))

/** Whether order, receipts and bill agree; where they do not, what follows from that, and what else is to be known. */
export const MatchNote = ({ match: { differences, isFresh }, lines, isTyped }: Props) => {
  const differs = differences !== undefined && differences.length > 0
  const hasHints = lines.some((line) => hintsOf(line).length > 0)
  const agrees = isTyped && isFresh && differences?.length === 0
  if (!differs && hasHints)
    return (
      <Note tone="attention">
        <b>{agrees ? t('The invoice matches the order. Noted at receipt:') : t('Noted at receipt:')}</b>
        <ul>
          <Hints lines={lines} />
        </ul>
      </Note>
    )
  if (!differs) return agrees ? <Note tone="done">{t('The invoice matches the order and the goods received.')}</Note> : null
  return (
    <Note tone="attention">
      <b>{t('The invoice differs. Another user must approve it before it is paid.')}</b>
      <ul>
        {differences.map((one) => (
          <li key={`${one.kind}-${one.item}-${one.billed}`}>{[one.item_name, differenceWord(one)].filter(Boolean).join(': ')}</li>
        ))}
        <Hints lines={lines} />
      </ul>
    </Note>
  )
}
