import { expect, test } from 'vitest'
import { visibleTabs } from './visible-tabs.ts'

test.each([
  { why: 'all fit, without room for More', widths: [100, 100, 100], room: 300, open: 0, fitting: [0, 1, 2] },
  { why: 'the last ones go under More', widths: [100, 100, 100, 100], room: 399, open: 0, fitting: [0, 1, 2] },
  { why: 'the open one takes the place of the last that would fit', widths: [100, 100, 100, 100], room: 399, open: 3, fitting: [3, 0, 1] },
  { why: 'order is kept: a narrow one after a wide one does not jump in', widths: [100, 300, 50], room: 300, open: 0, fitting: [0] },
  { why: 'the open one is there although nothing fits', widths: [100, 100], room: 50, open: 1, fitting: [1] },
  { why: 'none is open', widths: [100, 100], room: 190, open: -1, fitting: [0] },
  { why: 'no parts', widths: [], room: 190, open: -1, fitting: [] },
])('$why', ({ widths, room, open, fitting }) => {
  expect([...visibleTabs(widths, room, open)]).toEqual(fitting)
})
