import type { ReplyColumn, Visualization } from '../contract.ts'
import type { Message } from './chat-state.ts'
import { shortDay } from '#web/text/short-day.ts'
import type { Bar } from '#web/ui/bar-chart.tsx'
import type { LinePoint, LineSeries } from '#web/ui/line-chart.tsx'
import type { PieSlice } from '#web/ui/pie-chart.tsx'
import { cellText, valueOf } from './cells.ts'

type Drawn<T extends Visualization['type']> = Extract<Visualization, { type: T }>
type Reply = Pick<Message, 'structured_data' | 'columns'>

/** More names than these are a table. */
export const MAX_BARS = 16
/** Names that fit beneath upright bars: hours, days of the week in short. */
const SHORT = 5

const columnOf = ({ columns }: Reply, key: string): ReplyColumn =>
  columns.find((one) => one.key === key) ?? { key, title: key, kind: 'text' }

interface Named {
  key: string
  label: string
  value: number
  text: string
  against?: { value: number; text: string } | undefined
}

/** What is drawn of each row: its name and its figure; rows without a figure are left out. The key is the row's place. */
const toNamed = (reply: Reply, name: string, value: string, against?: string): Named[] => {
  const [names, figures] = [columnOf(reply, name), columnOf(reply, value)]
  const others = against === undefined ? undefined : columnOf(reply, against)
  return reply.structured_data.flatMap((row, at) => {
    const figure = valueOf(row[value])
    if (figure === null) return []
    const other = others && valueOf(row[others.key])
    return [
      {
        key: String(at),
        label: cellText(names.kind, row[name]),
        value: figure,
        text: cellText(figures.kind, row[value]),
        ...(others && typeof other === 'number' && { against: { value: other, text: cellText(others.kind, row[others.key]) } }),
      },
    ]
  })
}

const isDay = (column: ReplyColumn) => column.kind === 'date'

/** Bars of an answer, upright for days and short names, lying for others. */
export const barsOf = (reply: Reply, { x, y, against }: Drawn<'bar'>): { kind: 'columns' | 'rows'; bars: Bar[]; rest: number } => {
  const all = toNamed(reply, x, y, against)
  const column = columnOf(reply, x)
  const isUpright = isDay(column) || all.every(({ label }) => label.length <= SHORT)
  const bars = (isUpright ? all : all.slice(0, MAX_BARS)).map(({ against: other, ...bar }) => ({
    ...bar,
    ...(isDay(column) && { short: shortDay(String(reply.structured_data[Number(bar.key)]?.[x] ?? '')) }),
    ...(other && { against: other.value, text: `${bar.text} (${other.text})` }),
  }))
  return { kind: isUpright ? 'columns' : 'rows', bars, rest: all.length - bars.length }
}

const pointsOf = (named: readonly Named[], title: string): LinePoint[] =>
  named.map(({ key, label, value, text }) => ({ key, at: Number(key), label: `${label}: ${text}${title}`, value }))

/** Lines of an answer; with a comparison two, each under its column's name. */
export const linesOf = (
  reply: Reply,
  { x, y, against }: Drawn<'line'>,
): { series: LineSeries[]; ends: { from: string; to: string }; unit: string } => {
  const named = toNamed(reply, x, y)
  const others = against === undefined ? [] : toNamed(reply, x, against)
  const column = columnOf(reply, x)
  const end = (at: number) => cellText(column.kind, reply.structured_data.at(at)?.[x])
  const own = columnOf(reply, y).title
  const main = { name: own, points: pointsOf(named, others.length > 0 ? `, ${own}` : '') }
  const other = against === undefined ? [] : [columnOf(reply, against).title]
  return {
    series: [main, ...other.map((name) => ({ name, isQuiet: true as const, points: pointsOf(others, `, ${name}`).map(besides) }))],
    ends: { from: end(0), to: end(-1) },
    unit: own,
  }
}
const besides = (point: LinePoint): LinePoint => ({ ...point, key: `against ${point.key}` })

/** Slices of an answer; what is not above zero has none. */
export const slicesOf = (reply: Reply, { labels, values }: Drawn<'pie'>): PieSlice[] =>
  toNamed(reply, labels, values)
    .filter(({ value }) => value > 0)
    .map(({ key, label, value, text }) => ({ key, label, value, text }))
