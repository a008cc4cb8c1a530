import { expect, test } from 'vitest'
import { findHome, sayWithoutBox } from './form-paths.ts'

const boxes = new Set(['note', 'packs.2.barcodes', 'items'])
const home = (path: string) =>
  findHome(
    path,
    (name) => boxes.has(name),
    (line) => line === 'items.0',
  )

test('an error is said at its box, at the box of its list, or in its line', () => {
  expect(['note', 'packs.2.barcodes.0', 'items.0.received', 'items.7.received', 'version'].map(home)).toEqual([
    'note',
    'packs.2.barcodes',
    'items.0.received',
    null,
    null,
  ])
})
test('without a box it names its line and no field', () => {
  expect(sayWithoutBox('items.2.quantity', 'Too many.')).toBe('Line 3: Too many.')
  expect(sayWithoutBox('packs.0.barcodes.4', 'Known.')).toBe('Line 1: Known.')
  expect(sayWithoutBox('version', 'This field is required.')).toBe('This field is required.')
})
