import { describe, expect, test } from 'vitest'
import {
  answerOf,
  bodyOf,
  isMeasured,
  problemsOf,
  restOfLine,
  setOf,
  valuesOf,
  withLine,
  type SetOnScreen,
  type TriageRecord,
} from './vitals-values.ts'

const triage = { level: null, level_reason: null, is_pregnant: null, spo2_scale: 1 } as TriageRecord
const empty = valuesOf(triage)

describe('a line and the boxes', () => {
  test('are one: what the line says is in the boxes, what it cannot say stays in the line', () => {
    const typed = { ...empty, pain: '3', line: 'T 38.5 BP 120/80 RA A L 2 bogus' }
    expect(withLine(typed)).toMatchObject({
      temperature: '38.5',
      systolic: '120',
      diastolic: '80',
      on_oxygen: 'air',
      consciousness: 'alert',
      level: '2',
      pain: '3',
    })
    expect(restOfLine(typed.line)).toBe('bogus')
    expect(problemsOf(typed)).toMatchObject({ line: { text: 'Not recognised.' } })
    expect(isMeasured(empty)).toBe(false)
    expect(isMeasured(withLine(typed))).toBe(true)
  })

  test('name what is wrong, each box its own', () => {
    expect(Object.keys(problemsOf({ ...empty, temperature: '101', pulse: '0', systolic: '80', diastolic: '90' })).toSorted()).toEqual([
      'diastolic',
      'pulse',
      'temperature',
    ])
    expect(Object.keys(problemsOf({ ...empty, on_oxygen: 'air', oxygen_flow: '2' }))).toEqual(['oxygen_flow'])
    expect(problemsOf(empty)).toEqual({})
  })

  test('what cannot be right is no value of the set', () => {
    expect(setOf({ ...empty, temperature: '101', pulse: '72', weight: '70,5' })).toMatchObject({
      temperature: null,
      pulse: 72,
      weight: 70.5,
      on_oxygen: null,
    })
  })
})

describe('the request', () => {
  test('names danger signs that were looked for, and the reason for a category below the suggestion', () => {
    expect(bodyOf({ ...empty, danger_signs: [] }, triage, false)).toEqual({ danger_signs: [] })
    expect(isMeasured({ ...empty, danger_signs: [] })).toBe(true)
    expect(bodyOf({ ...empty, level: '4', level_reason: ' Seen by the doctor ' }, triage, false)).toEqual({
      level: 4,
      level_reason: 'Seen by the doctor',
    })
    const chosen = { ...triage, level: 4, level_reason: 'Seen' } as TriageRecord
    expect(bodyOf({ ...empty, level: '4', level_reason: 'Seen' }, chosen, false)).toEqual({})
  })

  test('of a new set has only what was measured', () => {
    expect(bodyOf({ ...empty, line: 'P 72 L 3', notes: ' pale ' }, triage, false)).toEqual({ pulse: 72, notes: 'pale', level: 3 })
    expect(bodyOf({ ...empty, is_pregnant: 'yes', spo2_scale: '2' }, triage, false)).toEqual({ is_pregnant: true, spo2_scale: 2 })
    expect(bodyOf(empty, triage, false)).toEqual({})
  })

  test('says of a pregnancy only what was answered here, not what the record knew', () => {
    const undated = { gestation_days: null, edd: null, said_on: null }
    const pregnant = { ...undated, state: 'pregnant' as const }
    expect([answerOf(triage, pregnant), answerOf(triage, null)]).toEqual(['yes', ''])
    expect(answerOf(triage, { ...undated, state: 'past due' })).toBe('')
    expect(answerOf(triage, { ...undated, state: 'not pregnant' })).toBe('no')
    expect(answerOf({ ...triage, is_pregnant: false }, pregnant)).toBe('no')
    const prefilled = valuesOf(triage, undefined, pregnant)
    expect(bodyOf(prefilled, triage, false, 'yes')).toEqual({})
    expect(bodyOf({ ...prefilled, is_pregnant: 'no' }, triage, false, 'yes')).toEqual({ is_pregnant: false })
    expect(bodyOf({ ...prefilled, is_pregnant: '' }, triage, false, 'yes')).toEqual({ is_pregnant: null })
  })

  test('of a correction says of every box what it is now', () => {
    const set = { temperature: '38.5', pulse: 172, weight: '70.000', notes: null, on_oxygen: false, consciousness: 'alert' } as SetOnScreen
    const values = valuesOf(triage, set)
    expect(values).toMatchObject({ temperature: '38.5', pulse: '172', weight: '70', on_oxygen: 'air' })
    expect(bodyOf({ ...values, pulse: '72', weight: '' }, triage, true)).toMatchObject({
      temperature: 38.5,
      pulse: 72,
      weight: null,
      spo2: null,
      notes: null,
    })
  })
})
