import { describe, expect, test } from 'vitest'
import { readDirections } from '#features/directions/rules.ts'
import { emptyLine } from './basket.ts'
import { lineInput } from './line-input.ts'
import { readLine, withStructure } from './read-line.ts'

const tablets = emptyLine({ id: 1, name: 'Metformin 500 mg tablet', unit: 'tablet' })
const typed = (directions: string) => ({ ...tablets, directions })

describe('a line as it is typed', () => {
  test('is shown in structure, as a sentence, and with its quantity', () => {
    const { tiles, sentence, quantity, unread, why } = readLine(typed('1 tab bd 5/7 after food'))
    expect(tiles).toEqual({ dose: 'One tablet', often: 'Twice a day', length: '5 days', when: 'After food' })
    expect(sentence).toBe('One tablet twice a day for 5 days, after food')
    expect([quantity, unread, why]).toEqual(['10', [], null])
  })

  test('names the words that are not understood, and guesses nothing of them', () => {
    const { structure, unread } = readLine(typed('1 tab bd 5/7 zorp'))
    expect(unread).toEqual(['zorp'])
    expect(structure?.note).toBe('zorp')
  })

  test('claims nothing where the text contradicts itself', () => {
    const { structure, why, sentence, quantity } = readLine(typed('1 tab bd tds repeat every other zz unless'))
    expect([structure, sentence, quantity]).toEqual([null, '', null])
    expect(why).not.toBeNull()
  })

  test('counts nothing that the item is not counted in', () => {
    expect(readLine({ ...typed('5 ml tds 7/7'), unit: 'bottle' }).quantity).toBeNull()
    expect(readLine({ ...typed('5 ml tds 7/7'), unit: 'ml' }).quantity).toBe('105')
    expect(readLine(typed(''))).toMatchObject({ structure: null, quantity: null, why: null })
  })
})

const quantityOf = (directions: string, unit = 'tablet', name = 'Warfarin 2 mg tablet') =>
  readLine({ name, unit, directions, structure: null }).quantity

describe('a number without a unit', () => {
  test.each([
    ['1 bd 5 weeks', 'tablet', '70'],
    ['1 bd 5/7', 'Tablets', '10'],
    ['1-2 qds 3/7', 'capsule', '24'],
    ['1/2 od 1/52', 'tab', '4'],
    ['1 mane 1 nocte 5/7', 'caps', '10'],
    ['1 nocte 3/7', 'pessaries', '3'],
  ])('"%s" of what is counted in %s comes to %s', (directions, unit, expected) => {
    expect(quantityOf(directions, unit, 'Metformin 500 mg')).toBe(expected)
  })

  test('counts what is no part of the name', () => {
    expect(quantityOf('2 tds 1/52', 'capsule', 'Amoxicillin 250 mg capsule')).toBe('42')
    expect(quantityOf('2 od 1/52')).toBeNull()
    expect(quantityOf('2 tabs od 1/52')).toBe('14')
  })

  test.each(['bottle', 'vial', 'each', 'ml', 'unit'])('is nothing where the item is handed out by the %s', (unit) => {
    expect(quantityOf('1 bd 5/7', unit)).toBeNull()
  })
})

describe('the boxes', () => {
  const { directions } = readDirections('1 tab bd 5/7')

  test('write the usual short text, which says the same', () => {
    const line = withStructure(tablets, { ...directions, food: 'PC' })
    expect(line.structure).toBeNull()
    expect(readLine(line).structure).toEqual({ ...directions, food: 'PC' })
  })

  test('keep their structure where the text alone would be read as something else', () => {
    const odd = { ...directions, is_prn: true, prn_reason: 'pain 5/7 bd' }
    const line = withStructure(tablets, odd)
    expect(readLine(line).structure).toEqual(odd)
  })
})

test('what is empty is not sent, and neither is a quantity that is none', () => {
  expect(lineInput({ ...tablets, directions: ' 1 od ', quantity: 'ten', note: ' ' })).toEqual({ item: 1, directions: '1 od' })
  expect(lineInput({ ...tablets, quantity: '1,200', note: 'By hand' })).toEqual({ item: 1, quantity: '1200', note: 'By hand' })
  expect(lineInput({ ...tablets, quantity: '2,5' }).quantity).toBe('2.5')
})
