import { expect, test } from 'vitest'
import type { Flag } from '../contract-fields.ts'
import type { Request, RequestPanel } from './lab-types.ts'
import { cancellable, ordersOf, activeTests } from './asked-orders.ts'

const panel = (id: number, order: number, rest: Partial<RequestPanel> = {}, flag: Flag | null = null) =>
  ({
    id,
    order,
    test_panel: id,
    test_panel_name: `test ${id}`,
    profile: null,
    profile_name: null,
    state: 'requested',
    current: flag && { flag },
    ...rest,
  }) as RequestPanel
const request = (id: number, ...panels: RequestPanel[]) => ({ id, panels }) as Request
const fbc = { profile: 4, profile_name: 'Full blood count' }

test('shows orders with a critical value first, and in a profile the critical and the abnormal before the others', () => {
  const orders = ordersOf([
    request(1, panel(1, 10), panel(2, 11, { state: 'cancelled' })),
    request(2, panel(3, 20, fbc), panel(4, 20, fbc, 'high'), panel(5, 20, fbc, 'critical low'), panel(6, 20, fbc, 'normal')),
  ])
  expect(orders.map(({ title, isProfile, hasCritical }) => [title, isProfile, hasCritical])).toEqual([
    ['Full blood count', true, true],
    ['test 1', false, false],
  ])
  expect(orders[0]?.panels.map(({ id }) => id)).toEqual([5, 4, 3, 6])
})

test('a cancelled test does not stand, and an approved one is not cancelled', () => {
  const panels = [panel(1, 1), panel(2, 1, { state: 'cancelled' }), panel(3, 1, { state: 'approved' }), panel(4, 1, { state: 'entered' })]
  expect([...activeTests([request(1, ...panels)])]).toEqual([1, 3, 4])
  expect(cancellable(panels).map(({ id }) => id)).toEqual([1, 4])
})
