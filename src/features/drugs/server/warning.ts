import { formatMessage } from '#shared/message.ts'
import { version } from '../knowledge/safety-rules.ts'
import { warningTitles, type Warning } from '../rules.ts'
import { byText, type Checked } from './medicine.ts'

interface Finding extends Pick<Warning, 'kind' | 'severity' | 'titleKey' | 'values' | 'detail' | 'source' | 'rule'> {
  /** Substances or words that make this finding another one than the next by the same rule. */
  about: readonly string[]
  /** What may be taken instead and was held against the patient's record; null or absent where the rule names nothing. */
  alternatives?: readonly string[] | null
  at: Checked
  other?: Checked | null
  with?: string | null
}

/** Makes a warning with its title filled in and a key that does not depend on lines or their order. */
export const warningOf = ({
  about,
  at,
  other = null,
  alternatives = null,
  with: side = other?.label ?? null,
  ...rest
}: Finding): Warning => ({
  key: `${rest.kind}:${rest.rule}:${[...new Set(about)].toSorted(byText).join('+')}`,
  ...rest,
  alternatives,
  line: at.key ?? '',
  otherLine: other?.key ?? null,
  with: side,
  title: formatMessage(warningTitles[rest.titleKey], rest.values),
  version,
})
