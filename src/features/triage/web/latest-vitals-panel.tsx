import type { ResponseOf } from '#shared/endpoint.ts'
import { t } from '#web/i18n.ts'
import { dayOf } from '#web/text/format.ts'
import { Status } from '#web/ui/status.tsx'
import type { listVitalSigns } from '../contract.ts'
import { isCritical } from '../limits.ts'
import { measureKeys, measureOf } from '../measures.ts'
import { flagWord } from './triage-labels.ts'
import { withUnit } from './vitals-values.ts'
import styles from './triage.module.css'

type Sets = ResponseOf<typeof listVitalSigns>

/** The newest value of each measure, the pressure as one: of an earlier set where the latest lacks it. */
const latestVitals = (sets: Sets) =>
  measureKeys.flatMap((key) => {
    if (key === 'diastolic') return []
    const set = sets.find((one) => one[key] !== null)
    if (!set) return []
    const isPressure = key === 'systolic'
    return [
      {
        key,
        word: isPressure ? t('BP') : t(measureOf(key).short),
        text: isPressure ? `${set.systolic}/${set.diastolic ?? '–'} mmHg` : withUnit(key, set[key]),
        flag: isPressure
          ? isCritical(set.flags.diastolic)
            ? set.flags.diastolic
            : (set.flags.systolic ?? set.flags.diastolic)
          : set.flags[key],
        set,
      },
    ]
  })

/** The latest vital signs with their flags, and the day of what an earlier set says. */
export const LatestVitals = ({ sets }: { sets: Sets }) => (
  <dl className={`flow ${styles.latest}`}>
    {latestVitals(sets).map(({ key, word, text, flag, set }) => (
      <div key={key} className="row wrap">
        <dt className="t3">{word}</dt>
        <dd className="num nowrap strong">{text}</dd>
        {flag && (
          <dd>
            <Status tone={isCritical(flag) ? 'critical' : 'attention'}>{flagWord(flag)}</Status>
          </dd>
        )}
        {set !== sets[0] && <dd className="small t3 num nowrap">{dayOf(set.taken_at)}</dd>}
      </div>
    ))}
  </dl>
)
