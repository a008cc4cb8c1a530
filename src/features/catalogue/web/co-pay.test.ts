import { expect, test } from 'vitest'
import { coPayText, readCoPay, typedCoPay } from './co-pay.ts'

const amount = (co_pay_amount: string) => ({ co_pay_amount, co_pay_percent: null })
const percent = (co_pay_percent: string) => ({ co_pay_amount: null, co_pay_percent })

test.each([
  ['200', amount('200.00')],
  ['1,200.5', amount('1200.50')],
  ['10%', percent('10')],
  ['12,5 %', percent('12.5')],
  ['', { co_pay_amount: null, co_pay_percent: null }],
])('%j is typed for a co-pay', (typed, read) => expect(readCoPay(typed)).toEqual(read))

test('what is no co-pay is refused with the sentence of the contract', () => {
  expect(readCoPay('some')).toMatch(/^Enter an amount/)
  expect(readCoPay('110%')).toMatch(/^Enter a percentage/)
  expect(readCoPay('-5')).toMatch(/^Enter an amount/)
})

test('a co-pay is read with its cents or its sign, and typed over without', () => {
  expect([coPayText(amount('200.00')), coPayText(percent('10.00')), coPayText(readCoPay('') as never)]).toEqual(['200.00', '10 %', ''])
  expect([typedCoPay(amount('200.00')), typedCoPay(percent('12.50'))]).toEqual(['200', '12.5%'])
})
