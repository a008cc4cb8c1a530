import { describe, expect, test } from 'vitest'
import { isTyping, placeAfter, stepOf, stepOut } from './grid-moves.ts'
import { placeBlock, placeColumn, readBlock } from './paste.ts'
import { gridRows, headOf, isOpen, isOutOfOrder, stillRows } from '../results/work-rows.ts'
import type { WorkCell, WorkRow } from '../results/work-types.ts'

const key = (name: string, more: { shiftKey?: boolean; ctrlKey?: boolean; metaKey?: boolean } = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})
const size = { rows: 3, columns: 4 }

describe('moves', () => {
  test.each([
    ['down', [0, 0], [1, 0]],
    ['down', [2, 1], [2, 1]],
    ['up', [0, 2], [0, 2]],
    ['right', [1, 3], [1, 3]],
    ['left', [1, 1], [1, 0]],
    ['next', [0, 3], [1, 0]],
    ['back', [1, 0], [0, 3]],
    ['first', [1, 3], [1, 0]],
    ['last', [1, 0], [1, 3]],
    ['top', [2, 1], [0, 1]],
    ['bottom', [0, 1], [2, 1]],
    ['page-down', [0, 1], [2, 1]],
    ['page-up', [2, 1], [0, 1]],
  ] as const)('%s from %j', (step, [row, column], [toRow, toColumn]) =>
    expect(placeAfter({ row, column }, step, size)).toEqual({ row: toRow, column: toColumn }),
  )
  test('Tab leaves the sheet at its ends', () => {
    expect(placeAfter({ row: 2, column: 3 }, 'next', size)).toBeNull()
    expect(placeAfter({ row: 0, column: 0 }, 'back', size)).toBeNull()
  })
  test('keys of a cell, and of one that is typed in', () => {
    expect(['ArrowDown', 'Home', 'PageUp', 'a', 'Enter'].map((name) => stepOf(key(name)))).toEqual(['down', 'first', 'page-up', null, null])
    expect(stepOf(key('Tab', { shiftKey: true }))).toBe('back')
    expect(stepOf(key('End', { ctrlKey: true }))).toBe('bottom')
    expect(['Enter', 'Tab', 'ArrowUp', 'ArrowLeft', 'x'].map((name) => stepOut(key(name)))).toEqual(['down', 'next', 'up', null, null])
    expect(stepOut(key('Enter', { shiftKey: true }))).toBe('up')
    expect(['5', '<', 'ä', ' ', 'F2', 'Dead'].map((name) => isTyping(key(name)))).toEqual([true, true, true, false, false, false])
    expect(isTyping(key('v', { ctrlKey: true }))).toBe(false)
  })
})

describe('a block from a spreadsheet', () => {
  test.each([
    ['5.4', [['5.4']]],
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['1\n\n3', [['1'], [''], ['3']]],
    ['"two\nlines"\t"say ""so"""', [['two\nlines', 'say "so"']]],
    [' <0.5 \t', [['<0.5', '']]],
    ['5" tape', [['5" tape']]],
    ['', [['']]],
  ])('%j', (text, lines) => expect(readBlock(text)).toEqual(lines))
  test('comes into the cells from the place on; the rest is counted', () => {
    const { cells, overflow } = placeBlock(
      [
        ['1', '', '3'],
        ['4', '5', '6'],
      ],
      { row: 2, column: 2 },
      size,
    )
    expect(cells).toEqual([{ place: { row: 2, column: 2 }, text: '1' }])
    expect(overflow).toBe(4)
    const down = placeColumn([['1', 'x'], [''], ['3'], ['4']], 1, 4)
    expect([down.cells.map(({ place, text }) => [place.row, text]), down.overflow]).toEqual([[[1, '1'], [3, '3']], 2]) // prettier-ignore
    expect(placeColumn([['1', '2', '3']], 0, 2)).toMatchObject({ cells: [{ text: '1' }, { place: { row: 1 }, text: '2' }], overflow: 1 })
    expect(placeBlock(readBlock(''), { row: 0, column: 0 }, size)).toEqual({ cells: [], overflow: 0 })
  })
})

const cell = (id: number, test_panel: number): WorkCell => ({
  id,
  test_panel,
  state: 'requested',
  result: null,
  unit: null,
  flag: null,
  is_delta_exceeded: false,
  has_range: false,
  is_range_confirmed: null,
  instrument_comment: '',
  instrument_flags: '',
  comment: '',
  entered_by: null,
  origin: null,
  version: 1,
})
const row = (...cells: WorkCell[]) => ({ key: 's1', sample_state: 'received', cells }) as WorkRow

describe('lines of the sheet', () => {
  test('a test that is there twice has a line of its own, and the same row the same lines', () => {
    const line = row(cell(1, 7), cell(2, 8), cell(3, 7))
    const lines = gridRows([line])
    expect(lines.map(({ key: name, cells }) => [name, [...cells.values()].map(({ id }) => id)])).toEqual([
      ['s1', [1, 2]],
      ['s1#2', [3]],
    ])
    expect(gridRows([line])[0]).toBe(lines[0])
  })
  test('takes results once the sample was taken, until they are approved, and never of what is calculated', () => {
    const typed = { kind: 'quantitative' } as const
    expect(isOpen(row(), cell(1, 7), typed)).toBe(true)
    expect(isOpen({ sample_state: null }, cell(1, 7), typed)).toBe(true)
    expect(isOpen({ sample_state: 'to collect' }, cell(1, 7), typed)).toBe(false)
    expect(isOpen({ sample_state: 'rejected' }, cell(1, 7), typed)).toBe(false)
    expect(isOpen(row(), { ...cell(1, 7), state: 'approved' }, typed)).toBe(false)
    expect(isOpen(row(), cell(1, 7), { kind: 'calculated' })).toBe(false)
  })
  test('what is worked on stays where it is', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ key: name })) as [{ key: string }, { key: string }, { key: string }]
    const newB = { key: 'b' }
    const before = [a, b]
    expect(stillRows(before, [a, b])).toBe(before)
    expect(stillRows(before, [c, newB])).toEqual([a, newB, c])
    expect(stillRows(before, [c, newB])[1]).toBe(newB)
    const doneA = { key: 'a' }
    expect(stillRows(before, [newB], [doneA, c])).toEqual([doneA, newB])
    expect(stillRows(before, [newB], [doneA])[0]).toBe(doneA)
    expect([isOutOfOrder(before, [a, b]), isOutOfOrder(before, [b, a]), isOutOfOrder(before, [a])]).toEqual([false, true, true])
  })
  test('heads are short', () => {
    expect([headOf({ code: 'NA', name: 'Sodium' }), headOf({ code: 'MCHC', name: 'Mean cell haemoglobin' })]).toEqual(['Sodium', 'MCHC'])
  })
})
