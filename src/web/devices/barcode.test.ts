import { expect, test } from 'vitest'
import { barcodeReader } from './barcode.ts'

test('what is scanned begins anew after a pause, and says so at its first character', () => {
  const reader = barcodeReader()
  reader.take('1', 1000)
  expect(reader.isFirst()).toBe(true)
  reader.take('2', 1200)
  expect(reader.isFirst()).toBe(true)
  for (const [at, key] of Array.from('345').entries()) reader.take(key, 1205 + at * 5)
  expect(reader.isFirst()).toBe(false)
  expect(reader.take('Enter', 1221)).toBe('2345')
})

test('the elements of a GS1 code stay apart', () => {
  const reader = barcodeReader()
  for (const [at, key] of ['0', '1', '\u001d', '1', '0'].entries()) reader.take(key, 1000 + at * 5)
  expect(reader.take('Enter', 1026)).toBe('01\u001d10')
})

/** What was pressed, each key with the milliseconds since the one before it; the last is Enter. */
const play = (keys: readonly string[], gaps: readonly number[]) => {
  const reader = barcodeReader()
  let at = 1000
  let firsts = 0
  let code: string | null = null
  for (const [place, key] of [...keys, 'Enter'].entries()) {
    at += gaps[place] ?? gaps.at(-1) ?? 0
    code = reader.take(key, at)
    if (key.length === 1 && reader.isFirst()) firsts++
  }
  return { code, firsts }
}
const EAN = Array.from('6160000420005')
const GS1 = Array.from(']d2010616000042000517280630\u001d10AMX77')
const whole = (keys: readonly string[]) => ({ code: keys.join(''), firsts: 1 })

test.each([
  ['fast', [0, 4, 3, 5, 4, 4, 6, 3, 4, 5, 4, 4, 3, 9]],
  ['with one gap', [0, 4, 5, 62, 4, 4, 5, 4, 3, 5, 4, 4, 5, 4]],
  ['with a gap at its second key', [0, 96, 5, 4, 4, 4, 5, 4, 3, 5, 4, 4, 5, 4]],
  ['with gaps of a busy machine', [0, 6, 4, 310, 5, 88, 4, 5, 4, 71, 5, 4, 240, 130]],
  ['over Bluetooth', [0, 58, 61, 60, 63, 57, 60, 64, 59, 60, 61, 58, 60, 74]],
])('a scan %s is taken whole', (_, gaps) => {
  expect(play(EAN, gaps)).toEqual(whole(EAN))
})

test('a code that says of itself that it was scanned is one, however slowly it comes', () => {
  expect(play(GS1, [0, 4, 180, 5, 900, 130, 4, 260, 45])).toEqual(whole(GS1))
  expect(play(Array.from(']C110A1'), [0, 450])).toEqual(whole(Array.from(']C110A1')))
})

test('capitals that a scanner plays with Shift belong to its code', () => {
  const keys = Array.from('10AMX77').flatMap((key) => (/[A-Z]/.test(key) ? ['Shift', key] : [key]))
  expect(play(keys, [0, 30]).code).toBe('10AMX77')
})

test.each([
  ['a number of the keypad', '120000', [0, 120, 131, 126, 148, 122, 180]],
  ['a quick number of the keypad', '12000', [0, 84, 95, 78, 88, 102]],
  ['a long number', '0712345678', [0, 150, 132, 171, 128, 140, 125, 163, 139, 144, 160]],
  ['a name', 'paracetamol', [0, 124, 130, 122, 141, 135, 128, 166, 150, 127, 139, 170]],
  ['a name from the quickest typist', 'amoxicillin', [0, 55, 62, 50, 48, 71, 66, 52, 60, 58, 49, 60]],
  ['pairs of keys in one roll', '112233', [0, 30, 300, 28, 290, 33, 100]],
  ['a year and a month', '202812', [0, 104, 92, 118, 98, 110, 116]],
])('%s from a quick hand is no scan', (_, text, gaps) => {
  expect(play(Array.from(text), gaps).code).toBeNull()
})

test('what was typed before a scan stays out of it, and what is corrected is typed', () => {
  const [first, ...rest] = EAN
  expect(play(['5', first!, ...rest], [0, 700, 5, 5, 5, 90, 5])).toEqual({ code: EAN.join(''), firsts: 2 })
  expect(play(['1', '2', '3', 'Backspace', '4', '5', '6'], [0, 20])).toEqual({ code: null, firsts: 2 })
})
