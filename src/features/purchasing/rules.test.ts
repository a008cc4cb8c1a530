import { expect, test } from 'vitest'
import {
  amountOf,
  arrival,
  coverage,
  lineTotals,
  mayMove,
  orderMoves,
  orderStatuses,
  requisitionMoves,
  requisitionStatuses,
  type OrderMove,
  type RequisitionMove,
} from './rules.ts'

const table = <M extends string, S extends string>(moves: Record<M, { from: readonly S[]; to: S }>, statuses: readonly S[]) =>
  Object.fromEntries(
    statuses.map((status) => [status, (Object.keys(moves) as M[]).filter((move) => mayMove(moves[move], status)).join(', ')]),
  )

test('what may be done with a requisition, wherever it stands', () => {
  expect(table<RequisitionMove, (typeof requisitionStatuses)[number]>(requisitionMoves, requisitionStatuses)).toEqual({
    draft: 'submit, cancel',
    submitted: 'approve-department, reject, cancel, reopen',
    'department approved': 'approve, reject, cancel',
    approved: 'cancel, close',
    'part-ordered': 'close',
    closed: '',
    rejected: 'reopen',
    cancelled: '',
  })
})

test('what may be done with an order, wherever it stands', () => {
  expect(table<OrderMove, (typeof orderStatuses)[number]>(orderMoves, orderStatuses)).toEqual({
    draft: 'approve, cancel',
    approved: 'send, cancel',
    sent: 'close, cancel',
    'part-received': 'close',
    received: 'close',
    closed: '',
    cancelled: '',
  })
})

test('a requisition is closed when all that was approved is ordered or issued, refused lines aside', () => {
  const none = { approved: 10, covered: 0 }
  expect(coverage([none, none])).toBe('approved')
  expect(coverage([none, { approved: 10, covered: 1 }])).toBe('part-ordered')
  expect(coverage([{ approved: 10, covered: 10 }, none])).toBe('part-ordered')
  expect(
    coverage([
      { approved: 10, covered: 10 },
      { approved: 0, covered: 0 },
    ]),
  ).toBe('closed')
})

test('an order is received when all of it came', () => {
  expect(arrival([{ units: 5, received_units: 0 }])).toBe('sent')
  expect(
    arrival([
      { units: 5, received_units: 5 },
      { units: 5, received_units: 4 },
    ]),
  ).toBe('part-received')
  expect(arrival([{ units: 5, received_units: 6 }])).toBe('received')
})

const reported = (quantity: number, unit_price: string, tax_rate: string) => {
  const { net, tax, total } = lineTotals({ quantity, unit_price, tax_rate })
  return [amountOf(net), amountOf(tax), amountOf(total)]
}

test('tax is reckoned to the nearest cent, halves up, and totals are exact', () => {
  expect(reported(3, '33.33', '16.00')).toEqual(['99.99', '16.00', '115.99'])
  expect(reported(1, '0.10', '5')).toEqual(['0.10', '0.01', '0.11'])
  expect(reported(1, '0.09', '5')).toEqual(['0.09', '0.00', '0.09'])
  expect(reported(7, '0.00', '16')).toEqual(['0.00', '0.00', '0.00'])
  expect(lineTotals({ quantity: 999_999, unit_price: '9999999999.99', tax_rate: '16' }).net).toBe(999_998_999_999_000_001n)
})
