import { expect, test } from 'vitest'
import { moved } from '../panel/panel-values.ts'
import { convertedExample } from '../panel/units-editor.tsx'
import { formulaState } from '../panel/formula-state.ts'
import { rangeBody, rangeFaults, rangeValues } from './range-values.ts'

const DAY = '2026-11-22'
const fresh = rangeValues(null, DAY)

test('reads ages and limits as people type them, and gives back what was kept', () => {
  const body = rangeBody({ ...fresh, age_from_days: '2 mo', age_to_days: '5 y', low: ' 3,5 ', high: '5.1', sex: 'female' })
  expect(body).toMatchObject({ age_from_days: 60, age_to_days: 1826, low: '3.5', high: '5.1', sex: 'female', is_pregnant: null })
  const kept = {
    ...body,
    id: 1,
    panel: 1,
    version: 1,
    valid_from: DAY,
    is_pregnant: false,
    source: '',
    confirmed_at: null,
    confirmed_by_name: null,
  }
  expect(rangeBody(rangeValues(kept, DAY))).toEqual({ ...body, is_pregnant: false })
})

test('says at which box a range is wrong', () => {
  expect(rangeFaults({ ...fresh, low: '3' }, DAY)).toEqual({})
  expect(Object.keys(rangeFaults({ ...fresh, age_to_days: 'five', low: '9', high: '3' }, DAY))).toEqual(['age_to_days'])
  expect(Object.keys(rangeFaults({ ...fresh, low: '9', high: '3' }, DAY))).toEqual(['high'])
  expect(Object.keys(rangeFaults(fresh, DAY))).toEqual(['low'])
})

test('moves a choice by a step, and works out the example of a unit', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(convertedExample('0.0555', '0', 2)).toBe('0.56')
  expect(convertedExample('0,5', '-3.5', 2)).toBe('1.50')
  expect(convertedExample('', '0', 2)).toBeNull()
})

const aPanel = (id: number, code: string, more: object = {}) => ({
  id,
  code,
  name: code.toLowerCase(),
  kind: 'quantitative' as const,
  formula: null,
  is_active: true,
  ...more,
})

test('says of a formula what it needs, what is missing, and when tests need each other', () => {
  const panels = [
    aPanel(1, 'CHOL'),
    aPanel(2, 'HDL', { is_active: false }),
    aPanel(3, 'NONHDL', { kind: 'calculated', formula: 'LDL + 1' }),
  ]
  const self = { id: 9, code: 'LDL' }
  expect(formulaState(' ', self, panels)).toEqual({ kind: 'empty' })
  expect(formulaState('CHOL -', self, panels)).toMatchObject({ kind: 'unreadable', position: 6 })
  expect(formulaState('CHOL - HDL - X', self, panels)).toMatchObject({
    kind: 'read',
    cycle: null,
    needs: [{ fault: null }, { fault: 'out of use' }, { code: 'X', name: null, fault: 'unknown' }],
  })
  expect(formulaState('NONHDL', self, panels)).toMatchObject({ kind: 'read', cycle: expect.arrayContaining(['LDL', 'NONHDL']) as string[] })
})
