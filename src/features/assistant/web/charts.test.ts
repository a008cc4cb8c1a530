import { expect, test } from 'vitest'
import { topSlices } from '#web/ui/pie-chart.tsx'
import { cellText } from './cells.ts'
import { barsOf, linesOf, MAX_BARS, slicesOf } from './charts.ts'
import { answerText } from './answer-text.ts'
import { followedBy } from './followed.ts'
import { replyOf } from './reply-samples.ts'

const byDay = replyOf({
  columns: [
    { key: 'day', title: 'Day', kind: 'date' },
    { key: 'wait', title: 'Wait', kind: 'minutes' },
    { key: 'before', title: 'The week before', kind: 'minutes' },
  ],
  structured_data: [
    { day: '2026-11-20', wait: '80', before: 12 },
    { day: '2026-11-21', wait: null, before: 14 },
    { day: '2026-11-22', wait: 47.4, before: null },
  ],
})
const named = (count: number) =>
  replyOf({
    columns: [
      { key: 'drug', title: 'Drug', kind: 'text' },
      { key: 'sum', title: 'Sales', kind: 'money' },
    ],
    structured_data: Array.from({ length: count }, (_, at) => ({ drug: `Drug number ${at}`, sum: `${(count - at) * 100}.00` })),
  })

test('cells are written as the clinic writes them', () => {
  expect(cellText('minutes', 80)).toBe('80 min')
  expect(cellText('money', '1234.5')).toBe('1,234.50')
  expect(cellText('money', '90071992547409.93', { withCurrency: true })).toBe('KES 90,071,992,547,409.93')
  expect(cellText('date', '2026-11-22')).toBe('22 Nov 2026')
  expect(cellText('percent', '12.345')).toBe('12.3 %')
  expect([cellText('days', 1), cellText('days', 3.04)]).toEqual(['1 day', '3 days'])
  expect([cellText('count', 1200), cellText('text', '1200'), cellText('count', null)]).toEqual(['1,200', '1200', '–'])
})

test('bars take their keys from the rows, stand upright for days and lie for names, of which few are drawn', () => {
  const days = barsOf(byDay, { type: 'bar', x: 'day', y: 'wait', against: 'before', title: '' })
  expect(days).toEqual({
    kind: 'columns',
    bars: [
      { key: '0', label: '20 Nov 2026', short: '20 Nov', value: 80, against: 12, text: '80 min (12 min)' },
      { key: '2', label: '22 Nov 2026', short: '22 Nov', value: 47.4, text: '47 min' },
    ],
    rest: 0,
  })
  const names = barsOf(named(40), { type: 'bar', x: 'drug', y: 'sum', title: '' })
  expect([names.kind, names.bars.length, names.rest]).toEqual(['rows', MAX_BARS, 40 - MAX_BARS])
})

test('a line keeps the place of what is missing, and its comparison beside it', () => {
  const { series, ends, unit } = linesOf(byDay, { type: 'line', x: 'day', y: 'wait', against: 'before', title: '' })
  expect([ends, unit]).toEqual([{ from: '20 Nov 2026', to: '22 Nov 2026' }, 'Wait'])
  expect(series.map(({ name, points }) => [name, points.map(({ at, value }) => [at, value])])).toEqual([
    [
      'Wait',
      [
        [0, 80],
        [2, 47.4],
      ],
    ],
    [
      'The week before',
      [
        [0, 12],
        [1, 14],
      ],
    ],
  ])
  expect(series[0]?.points[0]?.label).toBe('20 Nov 2026: 80 min, Wait')
})

test('a pie shows seven slices and the sum of the others', () => {
  const slices = slicesOf(named(10), { type: 'pie', labels: 'drug', values: 'sum', title: '' })
  const top = topSlices(slices, (sum) => String(sum))
  expect(top).toHaveLength(8)
  expect(top.at(-1)).toEqual({ key: 'others', label: '3 others', value: 600, text: '600' })
  expect(topSlices(slices.slice(0, 7), String)).toHaveLength(7)
  const withNothing = replyOf({
    ...named(2),
    structured_data: [
      { drug: 'A', sum: '0.00' },
      { drug: 'B', sum: '-5.00' },
    ],
  })
  expect(slicesOf(withNothing, { type: 'pie', labels: 'drug', values: 'sum', title: '' })).toEqual([])
})

test('an answer is copied with its rows and with what was counted', () => {
  expect(answerText(replyOf({ ...named(1), question: 'Sales?', response: 'One drug.', filter: ['In October 2026.'] }))).toBe(
    'Sales?\nOne drug.\nDrug\tSales\nDrug number 0\t100.00\nIn October 2026.',
  )
})

test('a question follows the last answer, for half an hour', () => {
  const messages = [replyOf({ id: 4 }), replyOf({ id: 5, status: 'refused' })]
  const at = Date.parse(replyOf({}).asked_at)
  expect(followedBy(messages, at + 60_000)?.id).toBe(4)
  expect(followedBy(messages, at + 31 * 60_000)).toBeNull()
  expect(followedBy([], at)).toBeNull()
})
