import { expect, test } from 'vitest'
import { changedFields } from './change-labels.ts'

test('a change is told by the names of its fields, before and after', () => {
  expect(
    changedFields('update', {
      first_name: ['Amina', 'Aminah'],
      birthday: [null, '1990-02-03'],
      is_active: [true, false],
      reason: 'a mistake',
    }),
  ).toEqual([
    { label: 'First name', before: 'Amina', after: 'Aminah' },
    { label: 'Birthday', before: '–', after: '3 Feb 1990' },
    { label: 'Is active', before: 'Yes', after: 'No' },
    { label: 'Reason', after: 'a mistake' },
  ])
})

test('what was recorded at once has no before; groups and lists are told in a row', () => {
  expect(changedFields('create', { tests: ['FBC', 'ESR'], cover: { member_number: 'A 1', limit: null }, notes: [] })).toEqual([
    { label: 'Tests', after: 'FBC, ESR' },
    { label: 'Cover', after: 'Member number: A 1; Limit: –' },
    { label: 'Notes', after: '–' },
  ])
  expect(changedFields('update', null)).toEqual([])
  expect(changedFields('update', 'all')).toEqual([{ label: 'Details', after: 'all' }])
})
