import { memo, type KeyboardEvent } from 'react'
import { dateTime, dayOf, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FlagMark, flagTone } from '../lab-labels.tsx'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { rangeText } from '../range-text.ts'
import { originWord } from '../results/labels.ts'
import { bySection, type CumulativeRow } from './cumulative.ts'
import chartsStyles from './charts.module.css'
import resultsStyles from '../results/results.module.css'

interface Props {
  rows: readonly CumulativeRow[]
  times: readonly string[]
  chosen: number | null
  onChoose: (panel: number) => void
}

const lastRange = ({ series }: CumulativeRow) => {
  const last = series.points.at(-1)
  return last ? rangeText(last.low, last.high) : ''
}

const walk = (event: KeyboardEvent<HTMLButtonElement>) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const buttons = [...(event.currentTarget.closest('[data-part="cumulative"]')?.querySelectorAll<HTMLElement>('th button') ?? [])]
  event.preventDefault()
  buttons[buttons.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

interface LineProps {
  row: CumulativeRow
  isChosen: boolean
  onChoose: (panel: number) => void
}
const Line = memo(({ row, isChosen, onChoose }: LineProps) => {
  const { series, points } = row
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <button type="button" className="plain link" aria-pressed={isChosen} onClick={() => onChoose(series.test_panel)} onKeyDown={walk}>
          {series.test_panel_name}
        </button>
        <span className="small t3 num">{[unitText(series.unit), lastRange(row)].filter(Boolean).join(' · ')}</span>
      </th>
      {points.map((point, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a column is a time, and stays where it is
        <td
          key={at}
          className="r"
          data-tone={flagTone(point?.flag)}
          title={point ? rangeText(point.low, point.high) || undefined : undefined}
        >
          {point && (
            <span className={`stack items-end ${chartsStyles.cumulativeValue}`}>
              <span className={`strong ${resultsStyles.resultValue}`}>{point.result}</span>
              <FlagMark flag={point.flag} limits={point} />
              {point.origin === 'imported' && <span className="small t3">{originWord('imported')}</span>}
              {point.is_amended && <span className="small t3">{t('amended')}</span>}
            </span>
          )}
        </td>
      ))}
      <td className={resultsStyles.fill} aria-hidden />
    </tr>
  )
})
Line.displayName = 'Line'

/** Tests by the times at which they were measured, newest first. Arrows go from test to test, Enter draws one. */
export const CumulativeTable = ({ rows, times, chosen, onChoose }: Props) => {
  return (
    <div
      className={`table-box block rigid min-h-0 ${resultsStyles.cumulative}`}
      data-part="cumulative"
      role="region"
      aria-label={t('Results over time')}
    >
      <table className="k-table" aria-label={t('Results over time')} style={{ minWidth: 208 + times.length * 128 }}>
        <colgroup>
          <col style={{ width: 208 }} />
          {times.map((at) => (
            <col key={at} style={{ width: 128 }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('Test')}</th>
            {times.map((at) => (
              <th key={at} scope="col" className="r" title={dateTime(at)}>
                <span>{dayOf(at)}</span>
                <span className="small t3">{time(at)}</span>
              </th>
            ))}
            <th className={resultsStyles.fill} aria-hidden />
          </tr>
        </thead>
        {bySection(rows).map(([section, own]) => (
          <tbody key={section}>
            {section !== '' && (
              <tr>
                <th className={resultsStyles.entrySection} scope="colgroup" colSpan={times.length + 2}>
                  {section}
                </th>
              </tr>
            )}
            {own.map((row) => (
              <Line key={row.series.test_panel} row={row} isChosen={row.series.test_panel === chosen} onChoose={onChoose} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
