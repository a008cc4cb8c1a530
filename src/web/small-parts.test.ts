import { expect, test } from 'vitest'
import { z } from 'zod'
import { barcodeReader } from './devices/barcode.ts'
import { withoutEmptyTexts } from './forms/empty-fields.ts'
import { matchesKey } from './keyboard/keys.ts'
import { messageCutter } from './calls/live-stream.ts'
import { htmlAllowed, scriptUrlAllowed } from './trusted-types.ts'
import { windowOf } from './ui/row-window.ts'

const type = (text: string, pause: number) => {
  const reader = barcodeReader()
  return Array.from(text)
    .concat('Enter')
    .map((key, at) => reader.take(key, 1000 + at * pause))
    .at(-1)
}
const pressed = (key: string, more = {}) => ({ key, code: '', altKey: false, ctrlKey: false, metaKey: false, ...more })

test('fast typing that began outside a box is no scan', () => {
  const reader = barcodeReader()
  for (const [at, key] of Array.from('1819').entries()) {
    reader.take(key, 1000 + at * 10)
    reader.forget()
  }
  expect(reader.take('Enter', 1045)).toBeNull()
})

test('an empty box is null, nothing, or the empty text that the contract refuses', () => {
  const schema = z
    .strictObject({
      name: z.string(),
      phone: z.string().nullish(),
      note: z.string().optional(),
      kin: z.array(z.strictObject({ relation: z.string().optional(), tel: z.string().nullable() })),
    })
    .refine(() => true)
  expect(withoutEmptyTexts(schema, { name: '', phone: '', note: '', kin: [{ relation: '', tel: '' }] })).toEqual({
    name: '',
    phone: null,
    kin: [{ tel: null }],
  })
})

test('a scanner is told from a hand by its speed', () => {
  expect(type('P-01029', 8)).toBe('P-01029')
  expect(type('P-01029', 120)).toBeNull()
  expect(type('P-1', 8)).toBeNull()
})

test('keys are matched with their modifiers', () => {
  expect(matchesKey('N', pressed('n'))).toBe(true)
  expect(matchesKey('+', pressed('+'))).toBe(true)
  expect(matchesKey('+', pressed('n'))).toBe(false)
  expect(matchesKey('N', pressed('n', { ctrlKey: true }))).toBe(false)
  expect(matchesKey('Mod+K', pressed('k', { ctrlKey: true }))).toBe(true)
  expect(matchesKey('Alt+A', pressed('å', { altKey: true, code: 'KeyA' }))).toBe(true)
})

test('server-sent events are cut out of any pieces of text', () => {
  const cut = messageCutter()
  const text = 'event: hello\ndata: {"at":"x"}\n\nevent: news\ndata: [{"topic":"patients","id":4}]\n\n'
  const heard = [text.slice(0, 20), text.slice(20, 61), text.slice(61)].flatMap(cut)
  expect(heard).toEqual([
    { event: 'hello', data: { at: 'x' } },
    { event: 'news', data: [{ topic: 'patients', id: 4 }] },
  ])
})

test('only plain text becomes HTML, and only our own files become scripts', () => {
  expect(htmlAllowed(':root{--a:1}')).toBe(':root{--a:1}')
  expect(htmlAllowed('<img onerror=x>')).toBeNull()
  const origin = 'https://clinic.example'
  expect(scriptUrlAllowed('/assets/live-worker-1.js', origin)).toBe('https://clinic.example/assets/live-worker-1.js')
  for (const url of ['https://evil.example/assets/x.js', '/uploads/x.js', 'data:text/javascript,1', '/assets/../uploads/x.js'])
    expect(scriptUrlAllowed(url, origin)).toBeNull()
})

test('a long list draws only the rows near the view, and its height stays true', () => {
  expect(windowOf(50, 28, 0, 600)).toEqual({ from: 0, to: 50, above: 0, below: 0 })
  for (const top of [0, 5000, 27_400]) {
    const { from, to, above, below } = windowOf(1000, 28, top, 600)
    expect(from * 28 <= top && to * 28 >= Math.min(28_000, top + 600)).toBe(true)
    expect(above + (to - from) * 28 + below).toBe(28_000)
    expect(to - from).toBeLessThan(100)
  }
})
