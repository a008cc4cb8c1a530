import { dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { LineChart } from '#web/ui/line-chart.tsx'
import type { OwnResult } from './calls.ts'
import { placeWord, withUnit } from './words.ts'

const numberOf = (limit: string | null) => (limit === null ? null : Number(limit))

/** How a result was before: a line where there are numbers, and the same in a table. */
export const Trend = ({ of: result }: { of: OwnResult }) => {
  const { previous, name, low, high } = result
  if (previous.length === 0) return null
  const all = [...previous, result]
  const points = all.flatMap(({ id, taken_at, result: said, unit, value, flag }) =>
    value === null
      ? []
      : [
          {
            key: String(id),
            label: `${dayOf(taken_at)}: ${withUnit({ result: said, unit })}`,
            value: Number(value),
            ...(flag !== null && flag !== 'normal' && { isMarked: true }),
          },
        ],
  )
  return (
    <>
      {points.length > 1 && (
        <LineChart
          label={t('{{name}} over time', { name })}
          series={[{ name, points }]}
          band={{ low: numberOf(low), high: numberOf(high) }}
          from={dayOf(all[0]!.taken_at)}
          to={dayOf(result.taken_at)}
        />
      )}
      <table className="trend num">
        <caption className="small t3">{t('Earlier results of this test')}</caption>
        <tbody>
          {all.toReversed().map(({ id, taken_at, result: said, unit, flag }) => (
            <tr key={id}>
              <th scope="row">{dayOf(taken_at)}</th>
              <td>{withUnit({ result: said, unit })}</td>
              <td>{placeWord(flag)?.word}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
