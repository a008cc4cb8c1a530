import { expect, test } from 'vitest'
import { placeToasts } from './toast-place.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, right: left + width, bottom: top + height })

test('a toast is below the top bar where nothing is in its way', () => {
  expect(placeToasts(1440, [], [])).toEqual({ top: 68, isAside: false })
  expect(placeToasts(1440, [box(20, 70, 200, 40)], [box(500, 100, 440, 600)])).toEqual({ top: 68, isAside: false })
})

test('it goes over the top bar where the head of the page has buttons, but not for one at the foot of the page', () => {
  expect(placeToasts(1440, [box(1300, 800, 120, 36)], [])).toEqual({ top: 68, isAside: false })
  expect(placeToasts(1440, [box(1300, 64, 120, 36), box(1300, 800, 120, 36)], [])).toEqual({ top: 4, isAside: false })
})

test('it goes to the other side of a dialog or drawer that reaches there', () => {
  expect(placeToasts(1440, [], [box(900, 0, 540, 900)])).toEqual({ top: 68, isAside: true })
})

test('on a phone it stays at the top, for the foot of a dialog has its buttons', () => {
  expect(placeToasts(390, [box(200, 64, 120, 36)], [box(0, 0, 390, 844)])).toEqual({ top: 68, isAside: false })
})
