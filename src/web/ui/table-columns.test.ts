import { expect, test } from 'vitest'
import { namingColumn, type Column } from './table-columns.ts'

const column = (key: string, rest: Partial<Column<unknown>> = {}): Column<unknown> => ({ key, title: key, render: () => null, ...rest })

test('a row is named by its name or patient, else by what is never cut, else by its first column with a title', () => {
  expect(namingColumn([column('number'), column('name')])).toBe('name')
  expect(namingColumn([column('when'), column('test', { wraps: true }), column('patient')])).toBe('patient')
  expect(namingColumn([column('when'), column('test', { wraps: true })])).toBe('test')
  expect(namingColumn([column('chosen', { isTitleHidden: true }), column('number'), column('due')])).toBe('number')
})
