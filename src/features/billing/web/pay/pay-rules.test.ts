import { expect, test } from 'vitest'
import type { PaymentMode } from '#features/billing/contract-payments.ts'
import { changeOf, leftToPay, modesFor, nextPart, problemsOf, typedCents, usualMode, type PartValues, withRestFirst } from './pay-rules.ts'

const mode = (id: number, payment_category: PaymentMode['payment_category'], more: Partial<PaymentMode> = {}): PaymentMode => ({
  id,
  payment_mode: `Mode ${id}`,
  payment_category,
  insurance: null,
  requires_reference: payment_category !== 'cash',
  is_default: id === 1,
  is_active: true,
  version: 1,
  ...more,
})
const cash = mode(1, 'cash')
const mobile = mode(2, 'mobile money')
const insurer = mode(5, 'insurer', { insurance: 7 })
const modes = [cash, mobile, insurer]
const part = (mode: PaymentMode, amount: string, more: Partial<PartValues> = {}): PartValues => ({
  payment_mode: String(mode.id),
  amount,
  tendered: '',
  reference: '',
  same_reference: false,
  ...more,
})
const sums = { patient_balance: '1200.00', insurer_balance: '800.00' }

test.each([
  ['500', 50_000],
  ['1,200', 120_000],
  ['1,200.50', 120_050],
  ['1 200', 120_000],
  ['1 200,5', 120_050],
  ['12,50', 1250],
  ['1,200,300', 120_030_000],
])('an amount typed as %s is %i cents', (typed, amount) => expect(typedCents(typed)).toBe(amount))

test.each(['', '-5', '1.234', 'five', '1.2.3', '12345678901', '12,', '1,20,0', '1,5000'])('%s is no amount', (typed) =>
  expect(typedCents(typed)).toBe(0),
)

test('the next way of paying takes what is left, of its own side', () => {
  const first = part(cash, '700')
  expect(nextPart(mobile, sums, [first], modes).amount).toBe('500.00')
  expect(nextPart(insurer, sums, [first], modes).amount).toBe('800.00')
  expect(nextPart(mobile, sums, [part(cash, '1,200')], modes).amount).toBe('')
  expect(leftToPay('patient', sums, [first, part(mobile, '600')], modes)).toBe(-100_00)
})

test('change is what was handed over less what is taken, never less than nothing', () => {
  expect(changeOf({ amount: '450', tendered: '500' })).toBe(50_00)
  expect(changeOf({ amount: '0.30', tendered: '1' })).toBe(70)
  expect(changeOf({ amount: '450', tendered: '' })).toBe(0)
  expect(changeOf({ amount: '450', tendered: '400' })).toBe(0)
})

test('what cannot be taken is named at its box', () => {
  expect(problemsOf([part(cash, '1200.00')], sums, modes)).toEqual({})
  expect(problemsOf([part(cash, '1200.01')], sums, modes)).toEqual({ 'payments.0.amount': 'too much' })
  expect(problemsOf([part(cash, '')], sums, modes)).toEqual({ 'payments.0.amount': 'amount' })
  expect(problemsOf([part(cash, '0')], sums, modes)).toEqual({ 'payments.0.amount': 'amount' })
  expect(problemsOf([part(cash, '500', { tendered: '400' })], sums, modes)).toEqual({ 'payments.0.tendered': 'too little cash' })
  expect(problemsOf([part(cash, '700'), part(mobile, '500.50')], sums, modes)).toEqual({
    'payments.1.amount': 'too much',
    'payments.1.reference': 'reference',
  })
  expect(problemsOf([part(cash, '1200'), part(insurer, '800', { reference: 'R1' })], sums, modes)).toEqual({})
})

test('a patient who owes nothing, or is owed, pays nothing', () => {
  const paid = { patient_balance: '-50.00', insurer_balance: '0.00' }
  expect(problemsOf([part(cash, '1')], paid, modes)).toEqual({ 'payments.0.amount': 'too much' })
})

test("an insurer's mode is there only where that insurer still owes", () => {
  const all = [...modes, mode(6, 'insurer', { insurance: 8 }), mode(9, 'card', { is_active: false })]
  const idsFor = (insurance_company: number | null, insurer_balance: string) =>
    modesFor(all, { insurance_company, insurer_balance }).map(({ id }) => id)
  expect(idsFor(null, '0.00')).toEqual([1, 2])
  expect(idsFor(7, '800.00')).toEqual([1, 2, 5])
  expect(idsFor(7, '0.00')).toEqual([1, 2])
})

test('the default mode comes first, never an insurer’s', () => {
  expect(usualMode([insurer, mobile, cash])?.id).toBe(1)
  expect(usualMode([insurer, mobile])?.id).toBe(2)
  expect(usualMode([])).toBeUndefined()
})

const after = (...parts: PartValues[]) => withRestFirst(parts, sums, modes).map(({ amount }) => amount)

test('another amount reduces the first one by as much, of its own side', () => {
  expect(after(part(cash, '1200.00'), part(mobile, '1,000'))).toEqual(['200.00', '1,000'])
  expect(after(part(cash, '200.00'), part(mobile, '100'))).toEqual(['1100.00', '100'])
  expect(after(part(cash, '1200.00'), part(mobile, ''))).toEqual(['1200.00', ''])
  expect(after(part(cash, '1200.00'), part(insurer, '800'))).toEqual(['1200.00', '800'])
  expect(after(part(cash, '1200.00'), part(mobile, '1300'))).toEqual(['', '1300'])
  expect(after(part(cash, '200.00'))).toEqual(['1200.00'])
})
