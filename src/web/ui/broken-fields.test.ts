// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BrokenFields } from './broken-fields.tsx'

let root: Root
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = `<div id="page"></div>
    <label for="first">First name *</label><input id="first" data-path="first_name">
    <div role="group" aria-label="Sex"><button type="button" data-path="gender">Female</button></div>
    <input aria-label="Phone" data-path="phone">`
  root = createRoot(document.querySelector('#page')!)
})
afterEach(() => act(() => root.unmount()))

const getInputNode = (path: string) => document.querySelector<HTMLElement>(`[data-path="${path}"]`)

const show = (errors: Record<string, string>) => {
  act(() => root.render(createElement(BrokenFields, { form: { errors, getInputNode } })))
  return [...document.querySelectorAll<HTMLElement>('#page li')]
}

test('names every broken box in the order of the page and leads to it', () => {
  const lines = show({ phone: 'Not a phone number.', gender: 'Choose one.', first_name: 'Enter a name.', lost: 'Without a box.' })
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'First name: Enter a name.',
    'Sex: Choose one.',
    'Phone: Not a phone number.',
  ])
  act(() => lines[2]?.querySelector('a')?.click())
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Phone')
})

test('says nothing of a single one, which has the cursor', () => {
  expect(show({ phone: 'Not a phone number.' })).toEqual([])
})
