import { dateTime, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { CriticalCall, SampleRow } from '../lab-types.ts'
import { Cap, PriorityMark } from '../lab-labels.tsx'
import { EntryLine, type EntryActions, type EntryRights } from './entry-line.tsx'
import { itemRowOf, type EntryGroup } from '../results/entry-rules.ts'
import type { ResultItems } from '../results/result-items.ts'
import styles from '../results/results.module.css'

interface Props extends EntryRights {
  groups: readonly EntryGroup[]
  samples: readonly SampleRow[]
  items: ResultItems
  calls: readonly CriticalCall[]
  actions: EntryActions
}

const widths = [undefined, 152, 96, 128, 136, 144, 96, 120, 48] as const
const hidden = [false, false, true, false, false, true, true, true, false] as const

const askedAt = ({ requestedAt }: EntryGroup) => requestedAt && t('requested {time}', { time: time(requestedAt) })
const sampleText = (group: EntryGroup) => [group.sample, askedAt(group)].filter(Boolean).join(', ')

const Head = ({ group, sample }: { group: EntryGroup; sample: SampleRow | undefined }) => (
  <span className="row wrap num">
    {sample && <Cap colour={sample.colour} name={sample.specimen_name} />}
    <span className={styles.entryNumber}>{group.sample ?? t('No sample')}</span>
    {sample?.collected_at && (
      <span title={dateTime(sample.collected_at)}>{t('collected {time}', { time: time(sample.collected_at) })}</span>
    )}
    {group.requestedAt && <span title={dateTime(group.requestedAt)}>{askedAt(group)}</span>}
    <PriorityMark priority={group.priority} />
    <span className="t3">{group.sections.join(', ')}</span>
  </span>
)

/** All tests of a visit with their results, sample under sample. */
export const EntryTable = ({ groups, samples, items, calls, actions, mayEnter, mayAmend }: Props) => (
  <div
    className={`table-box block rigid min-h-0 measured ${styles.entryTable}`}
    data-part="entry-table"
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    tabIndex={0}
    role="region"
    aria-label={t('Results')}
  >
    <table className="k-table" aria-label={t('Results')}>
      <colgroup>
        {widths.map((width, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns never move
          <col key={at} className={hidden[at] ? 'not-phone' : undefined} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('Test')}</th>
          <th scope="col" className="r">
            {t('Result')}
          </th>
          <th scope="col" className="not-phone">
            {t('Unit')}
          </th>
          <th scope="col">{t('Flag')}</th>
          <th scope="col" className="r">
            {t('Range')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Previous')}
          </th>
          <th scope="col" className="r not-phone">
            {t('Change')}
          </th>
          <th scope="col" className="not-phone">
            {t('Status')}
          </th>
          <th scope="col">
            <span className="only-heard">{t('More')}</span>
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.key}>
          <tr>
            <th className={styles.entrySection} colSpan={widths.length} scope="colgroup">
              <Head group={group} sample={samples.find((one) => one.patient_sample_code === group.sample)} />
            </th>
          </tr>
          {group.rows.map((row) => (
            <EntryLine
              key={row.id}
              row={row}
              where={sampleText(group)}
              item={items[itemRowOf(row)]?.[row.test_panel]}
              call={calls.find(({ request_panel }) => request_panel === row.id)}
              actions={actions}
              mayEnter={mayEnter}
              mayAmend={mayAmend}
            />
          ))}
        </tbody>
      ))}
    </table>
  </div>
)
