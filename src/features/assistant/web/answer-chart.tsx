import { useNavigate } from 'react-router'
import type { Visualization } from '../contract.ts'
import type { Message } from './chat-state.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { PieChart } from '#web/ui/pie-chart.tsx'
import { cellText } from './cells.ts'
import { barsOf, linesOf, slicesOf } from './charts.ts'

export type Drawn = Extract<Visualization, { type: 'bar' | 'line' | 'pie' }>

/** Whether there is anything to compare: one bar is a figure. */
export const isDrawn = (reply: Message): Drawn | null => {
  const { visualization: how } = reply
  if (how?.type === 'bar') return barsOf(reply, how).bars.length > 1 ? how : null
  if (how?.type === 'pie') return slicesOf(reply, how).length > 1 ? how : null
  if (how?.type === 'line') return (linesOf(reply, how).series[0]?.points.length ?? 0) > 1 ? how : null
  return null
}

const kindOf = ({ columns }: Message, sought: string) => columns.find(({ key }) => key === sought)?.kind ?? 'number'
const titleOf = ({ columns }: Message, sought: string) => t(columns.find(({ key }) => key === sought)?.title ?? sought)

const Bars = ({ of, how }: { of: Message; how: Extract<Drawn, { type: 'bar' }> }) => {
  const go = useNavigate()
  const { kind, bars, rest } = barsOf(of, how)
  const opens = of.row_links.some((link) => link !== null)
  const open = (key: string) => {
    const to = of.row_links[Number(key)]
    if (to) void go(to)
  }
  return (
    <>
      {how.against !== undefined && (
        <p className="answer-key small t2">
          <span className="answer-key-fill" aria-hidden /> {titleOf(of, how.y)}
          <span className="answer-key-line" aria-hidden /> {titleOf(of, how.against)}
        </p>
      )}
      <BarChart label={how.title} kind={kind} bars={bars} onPick={opens ? open : undefined} />
      {rest > 0 && <p className="small t3 num">{t('{{n}} more are in the table.', { count: rest, n: number(rest) })}</p>}
    </>
  )
}

/** The rows of an answer as a picture. */
export const AnswerChart = ({ of, how }: { of: Message; how: Drawn }) => {
  if (how.type === 'bar') return <Bars of={of} how={how} />
  if (how.type === 'line') return <LineChart label={how.title} {...linesOf(of, how)} isFromZero={kindOf(of, how.y) !== 'number'} />
  return (
    <PieChart
      label={how.title}
      slices={slicesOf(of, how)}
      sumText={(sum) => cellText(kindOf(of, how.values), sum.toFixed(kindOf(of, how.values) === 'money' ? 2 : undefined))}
    />
  )
}
