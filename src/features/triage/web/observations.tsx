import { useMediaQuery } from '@mantine/hooks'
import { PHONE } from '#web/look/tokens.ts'
import { dateTime, time, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DocumentLink } from '#web/ui/document-link.tsx'
import { findDangerSign } from '../danger-signs.ts'
import { isCritical, type Flag } from '../limits.ts'
import type { MeasureKey } from '../measures.ts'
import { consciousnessWord, flagMark, flagWord } from './triage-labels.ts'
import { figure, tenths, withUnit, type SetOnScreen } from './vitals-values.ts'
import styles from './triage.module.css'

type Key = keyof SetOnScreen['flags']

const Figure = ({ text, flag }: { text: string; flag: Flag | undefined }) =>
  text === '' ? (
    <span className="t3">–</span>
  ) : (
    <span className={flag ? `strong ${styles.vitalFlag}` : undefined} data-tone={flag && (isCritical(flag) ? 'critical' : 'attention')}>
      {text}
      {flag && (
        <abbr className={`small no-underline ${styles.vitalMark}`} title={flagWord(flag)}>
          {flagMark(flag)}
        </abbr>
      )}
    </span>
  )

const worst = (...flags: (Flag | undefined)[]) => flags.find(isCritical) ?? flags.find(Boolean)

interface Cell {
  key: string
  text: string
  flag?: Flag | undefined
}

/** The figures of one set, each with its flag, in the order of the head of the table. */
const cells = (set: SetOnScreen): Cell[] => {
  const flag = (key: Key) => set.flags[key]
  const pressure = set.systolic === null ? '' : `${set.systolic}/${set.diastolic ?? 'p'}`
  const air = set.on_oxygen === null ? '' : set.on_oxygen ? `O2${set.oxygen_flow ? ` ${figure(set.oxygen_flow)}` : ''}` : t('Room air')
  return [
    { key: 'temperature', text: tenths(set.temperature), flag: flag('temperature') },
    { key: 'pulse', text: figure(set.pulse), flag: flag('pulse') },
    { key: 'pressure', text: pressure, flag: worst(flag('systolic'), flag('diastolic')) },
    { key: 'respiration', text: figure(set.respiration), flag: flag('respiration') },
    { key: 'spo2', text: figure(set.spo2), flag: flag('spo2') },
    { key: 'air', text: air },
    { key: 'mind', text: set.consciousness ? consciousnessWord(set.consciousness) : '', flag: flag('consciousness') },
    { key: 'pain', text: figure(set.pain), flag: flag('pain') },
    { key: 'glucose', text: figure(set.glucose), flag: flag('glucose') },
    { key: 'weight', text: tenths(set.weight) },
    { key: 'height', text: figure(set.height) },
    { key: 'muac', text: figure(set.muac), flag: flag('muac') },
    { key: 'head', text: figure(set.head_circumference) },
    { key: 'news2', text: set.news2 === null ? '' : String(set.news2) },
  ]
}

const heads = (): Record<string, string> => ({
  temperature: `${t('Temp')} °C`,
  pulse: `${t('Pulse')} /min`,
  pressure: 'BP mmHg',
  respiration: `${t('Resp')} /min`,
  spo2: 'SpO2 %',
  air: t('Air or oxygen'),
  mind: t('Consciousness'),
  pain: `${t('Pain')} /10`,
  glucose: `${t('Glucose')} mmol/L`,
  weight: `${t('Weight')} kg`,
  height: `${t('Height')} cm`,
  muac: 'MUAC mm',
  head: `${t('Head')} cm`,
  news2: 'NEWS2',
})

/** What stands beside the figures: danger signs, values that were confirmed with who and why, the paediatric score, notes. */
const remarksOf = (set: SetOnScreen): string[] => {
  const { danger_signs: signs, confirmed, pews, notes } = set
  return [
    ...(signs?.length === 0 ? [t('No danger signs')] : (signs ?? []).map((key) => t(findDangerSign(key)?.label ?? key))),
    ...(pews ? [t('Paediatric score at least {score}', { score: pews })] : []),
    ...confirmed.map((one) =>
      t('{value} confirmed by {who}: {reason}', {
        value: withUnit(one.field as MeasureKey, one.value),
        who: one.by_name,
        reason: one.reason,
      }),
    ),
    ...(notes === null ? [] : [notes]),
  ]
}

const timeText = ({ taken_at }: SetOnScreen) => (today(taken_at) === today() ? time(taken_at) : dateTime(taken_at))

const When = ({ set }: { set: SetOnScreen }) => (
  <>
    <span className="num">{timeText(set)}</span> <span className="small t3">{set.taken_by_name}</span>
    <DocumentLink patient={set.patient} document={set.document} />
    {set.replaced_by !== null && <span className="small t3"> · {t('corrected')}</span>}
  </>
)

/** On a phone each set is a paragraph of names and figures: in a table that scrolls to the side a critical value is out of sight. */
const OnPhone = ({ sets, label }: { sets: readonly SetOnScreen[]; label: string }) => (
  <ul className={`bare-list panel ${styles.sets}`} aria-label={label}>
    {sets.map((set) => (
      <li
        key={set.id}
        className="pad-4-5 stack gap-2"
        data-tone={set.is_critical && set.replaced_by === null ? 'critical' : undefined}
        data-corrected={set.replaced_by ?? undefined}
      >
        <span title={dateTime(set.taken_at)}>
          <When set={set} />
        </span>
        <dl className={styles.latest}>
          {cells(set)
            .filter(({ text }) => text !== '')
            .map(({ key, text, flag }) => (
              <div key={key} className="row">
                <dt className="small t3">{heads()[key]}</dt>
                <dd className="num nowrap">
                  <Figure text={text} flag={flag} />
                </dd>
              </div>
            ))}
        </dl>
        {remarksOf(set).length > 0 && <span className="small t2">{remarksOf(set).join(' · ')}</span>}
      </li>
    ))}
  </ul>
)

/** Sets of vital signs, newest first, with what was measured in any of them. Those that were corrected stay to be read, struck through. */
export const Observations = ({ sets, label }: { sets: readonly SetOnScreen[]; label: string }) => {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false
  const rows = sets.map((set) => ({ set, cells: cells(set) }))
  const used = Object.entries(heads()).filter(([key]) => rows.some((row) => row.cells.some((cell) => cell.key === key && cell.text !== '')))
  const hasNotes = sets.some((set) => remarksOf(set).length > 0)
  if (isPhone) return <OnPhone sets={sets} label={label} />
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing inside takes the focus
    <div className={`table-box rigid min-h-0 flow ${styles.observations}`} tabIndex={0} role="region" aria-label={label}>
      <table className="k-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('When')}</th>
            {used.map(([key, head]) => (
              <th key={key} scope="col" className="r">
                {head}
              </th>
            ))}
            {hasNotes && <th scope="col">{t('Notes')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ set, cells: all }) => (
            <tr
              key={set.id}
              data-tone={set.is_critical && set.replaced_by === null ? 'critical' : undefined}
              data-corrected={set.replaced_by ?? undefined}
            >
              <th scope="row" title={dateTime(set.taken_at)}>
                <When set={set} />
              </th>
              {used.map(([key]) => {
                const cell = all.find((one) => one.key === key)
                return (
                  <td key={key} className="r">
                    <Figure text={cell?.text ?? ''} flag={cell?.flag} />
                  </td>
                )
              })}
              {hasNotes && (
                <td className={styles.noteCell} title={remarksOf(set).join(' · ')}>
                  {remarksOf(set).join(' · ')}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
