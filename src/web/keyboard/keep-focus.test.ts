// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

/** Longer than anything waits here. */
const LONG_MS = 1000

const box = (id: string) => document.querySelector<HTMLElement>(`#${id}`)
const now = () => document.activeElement?.id
const row = (name: string) => `<li id="row-${name}"><button id="${name}">${name}</button></li>`

beforeAll(() => {
  // The environment draws nothing.
  Element.prototype.checkVisibility ??= () => true
  keepFocus()
})
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  document.body.innerHTML = `<div><main id="page" tabindex="-1"><button id="add">Add</button><ul>${row('a')}${row('b')}${row('c')}</ul></main></div>`
})

test('a row that is removed gives the focus to the next one, the last one to the one before', async () => {
  box('b')?.focus()
  box('row-b')?.remove()
  await expect.poll(now).toBe('c')
  box('row-c')?.remove()
  await expect.poll(now).toBe('a')
})

test('what is drawn in another place keeps the focus', async () => {
  box('page')?.insertAdjacentHTML('beforeend', '<ol></ol>')
  box('b')?.focus()
  box('row-b')?.remove()
  document.querySelector('ol')?.insertAdjacentHTML('beforeend', row('b'))
  await expect.poll(now).toBe('b')
  expect(document.activeElement?.closest('ol')).not.toBeNull()
})

test('what takes the place of a button has the focus, else the page around it', async () => {
  box('a')?.focus()
  box('a')?.replaceWith(Object.assign(document.createElement('button'), { id: 'undo' }))
  await expect.poll(now).toBe('undo')
  box('page')?.replaceChildren(document.createElement('p'))
  await expect.poll(now).toBe('page')
})

test('a dialog that is taken away gives the focus back to what opened it, whatever was filled in', async () => {
  box('add')?.focus()
  const fields = Array.from({ length: 9 }, (_, at) => `<input id="field-${at}">`).join('')
  document.body.insertAdjacentHTML('beforeend', `<div id="dialog" role="dialog" aria-modal="true">${fields}</div>`)
  for (let at = 0; at < 9; at += 1) box(`field-${at}`)?.focus()
  box('dialog')?.remove()
  await expect.poll(now).toBe('add')
})

test('a button that is disabled while it saves has the focus again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const save = box('add') as HTMLButtonElement
  save.focus()
  save.disabled = true
  save.blur()
  box('page')?.append(document.createElement('p'))
  await vi.advanceTimersByTimeAsync(LONG_MS)
  save.disabled = false
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(now()).toBe('add')
})

test('a place that was left on purpose does not get it back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  box('a')?.focus()
  box('a')?.blur()
  box('page')?.append(document.createElement('p'))
  await vi.advanceTimersByTimeAsync(LONG_MS)
  expect(document.activeElement).toBe(document.body)
})
