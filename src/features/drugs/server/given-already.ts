import { formatMessage } from '#shared/message.ts'
import type { SafetyWarning } from '../contract.ts'
import { warningTitles } from '../rules.ts'
import { version } from '../knowledge/safety-rules.ts'

interface GivenAlready {
  /** The line of the earlier dispensing. */
  id: number
  item: number
  name: string
  /** What was handed out then, how much of it, and on which day. */
  given: string
  units: string
  day: string
}

/** The warning that the same was handed out to this patient already: a stop, so that nobody gets a course twice without a reason. */
export const givenAlready = ({ id, item, name, given, units, day }: GivenAlready): SafetyWarning => {
  const values = { drug: name, given, units, day }
  return {
    key: `handed-out:${id}:${item}`,
    kind: 'handed out',
    severity: 'stop',
    line: String(item),
    with: given,
    other_line: null,
    title: formatMessage(warningTitles.handedOut, values),
    title_key: 'handedOut',
    values,
    detail: 'Ask the patient how much is left.',
    alternatives: null,
    source: 'The clinic’s own record of what was handed out.',
    rule: 'handed-out',
    version,
  }
}
