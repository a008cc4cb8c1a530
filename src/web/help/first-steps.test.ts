import { expect, test } from 'vitest'
import pages from 'virtual:manual/staff'
import { seededGroups } from '#shared/permissions.ts'
import { firstStepsFor, firstStepsOfGroup } from './first-steps.ts'
import { textOfPiece } from './manual-page.ts'

test('each group of a new clinic has three to five steps, which have different names', () => {
  expect(Object.keys(firstStepsOfGroup).toSorted()).toEqual(Object.keys(seededGroups).toSorted())
  for (const [group, steps] of Object.entries(firstStepsOfGroup)) {
    expect(steps.length, group).toBeGreaterThanOrEqual(3)
    expect(steps.length, group).toBeLessThanOrEqual(5)
    expect(new Set(steps.map(({ label }) => label)).size, group).toBe(steps.length)
  }
})

test('each step leads to a page of the manual that names its control', () => {
  const all = [...Object.values(firstStepsOfGroup).flat(), ...firstStepsFor(['A group of the clinic'])]
  for (const { label, page: id } of all) {
    const page = pages.find((one) => one.id === id)
    const pieces = page?.blocks.flatMap((block) =>
      block.type === 'paragraph' ? block.pieces : block.type === 'list' ? block.items.flat() : [],
    )
    expect(pieces?.map(textOfPiece), `${label}: ${id}`).toContain(label)
  }
})

test('a member of several groups gets the steps of the first that has some', () => {
  expect(firstStepsFor(['Own group', 'Cashier', 'Nurse'])).toBe(firstStepsOfGroup['Cashier'])
  expect(firstStepsFor([]).map(({ label }) => label)).toEqual(['Find anything', 'More', 'Keyboard shortcuts'])
})
