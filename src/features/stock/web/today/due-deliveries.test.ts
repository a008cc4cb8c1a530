import { expect, test } from 'vitest'
import { findDue } from './due-deliveries.ts'

test('deliveries that are due are counted on every page of the open orders', async () => {
  const pages = [
    { rows: [{ expected_on: '2026-03-05' }, { expected_on: null }], next: 'second' },
    { rows: [{ expected_on: '2026-03-04' }], next: 'third' },
    { rows: [{ expected_on: '2026-02-01' }], next: null },
  ]
  const at = [undefined, 'second', 'third']
  const due = await findDue((cursor) => Promise.resolve(pages[at.indexOf(cursor)]!), '2026-03-04')
  expect(due.map(({ expected_on }) => expected_on)).toEqual(['2026-03-04', '2026-02-01'])
})
