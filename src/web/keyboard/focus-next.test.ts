// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { focusNext } from './focus-next.ts'

const box = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`)
const now = () => document.activeElement?.id
/** After the timers that stand at this moment. */
const later = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  document.body.innerHTML = '<main id="page" tabindex="-1"><input id="first"><input id="second"><input id="third"></main>'
  box('first')?.focus()
})

test('what is drawn already has the focus before the next key', async () => {
  focusNext(() => box('second'))
  await Promise.resolve()
  expect(now()).toBe('second')
})

test('what is drawn a moment later has it then, also when the box with the focus has gone', async () => {
  focusNext(() => box('new'))
  await Promise.resolve()
  box('first')?.remove()
  document.querySelector('#page')?.insertAdjacentHTML('beforeend', '<input id="new">')
  await later()
  expect(now()).toBe('new')
})

test('it is never taken from where somebody has gone meanwhile', async () => {
  focusNext(() => box('new'))
  await Promise.resolve()
  box('third')?.focus()
  document.querySelector('#page')?.insertAdjacentHTML('beforeend', '<input id="new">')
  await later()
  expect(now()).toBe('third')
})

test('an effect that is over takes it back', async () => {
  const end = focusNext(() => box('second'))
  end()
  await later()
  expect(now()).toBe('first')
})
