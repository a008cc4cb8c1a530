import type { z } from 'zod'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { dayOf } from '#web/text/format.ts'
import type { LatestResults } from '../contract-reports.ts'
import { FlagMark } from './lab-labels.tsx'
import { rangeText } from './range-text.ts'

type Abnormal = z.input<typeof LatestResults>['abnormal']

/** Results out of range in a few words each: value, flag, range and day. */
export const AbnormalResults = ({ results }: { results: Abnormal }) => (
  <ul className="bare-list">
    {results.map(({ id, test_panel_name, result, unit, flag, low, high, observed_at }) => (
      <li key={id} className="row wrap">
        <bdi className="grow break-anywhere">{test_panel_name}</bdi>
        <span className="num nowrap strong">
          {result} {unitText(unit)}
        </span>
        <FlagMark flag={flag} />
        <span className="small t3 num nowrap">{[rangeText(low, high), dayOf(observed_at)].filter(Boolean).join(' · ')}</span>
      </li>
    ))}
  </ul>
)
