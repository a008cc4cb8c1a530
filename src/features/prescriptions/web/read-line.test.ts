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
