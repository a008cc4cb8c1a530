import { expect, test } from 'vitest'
import { chooseType } from './accept.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const offers = ['text/csv', xlsx, 'application/pdf']
const chosen = (header: string | undefined) => chooseType(header, offers)

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/json'],
  ['application/*', 'application/json'],
  ['text/csv', 'text/csv'],
  ['TEXT/CSV', 'text/csv'],
  ['text/csv; charset=utf-8; header=present', 'text/csv'],
  ['text/*', 'text/csv'],
  ['application/pdf, */*', 'application/pdf'],
  ['application/pdf;q=0.5, text/csv;q=0.9', 'text/csv'],
  ['application/json;q=0.1, application/pdf', 'application/pdf'],
  ['application/json;q=0, application/*', xlsx],
  ['text/csv;q=0, */*;q=0.1', 'application/json'],
  ['nonsense', 'application/json'],
  [xlsx, xlsx],
])('Accept %s is answered with %s', (header, type) => {
  expect(chosen(header)).toBe(type)
})

test.each(['image/png', 'text/html, image/*', 'application/json;q=0', '*/*;q=0'])('Accept %s is refused', (header) => {
  expect(() => chosen(header)).toThrow(expect.objectContaining({ status: 406, code: 'not_acceptable' }))
})
