// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { watchFocus } from './watch-focus.ts'

const one = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!
const now = () => document.activeElement?.id
/** After the timers of the watch. */
const later = () => new Promise((resolve) => setTimeout(resolve, 60))

beforeAll(() => {
  // Nothing is laid out here.
  HTMLElement.prototype.checkVisibility = () => true
  watchFocus()
})
beforeEach(async () => {
  document.body.innerHTML = `<main id="page" tabindex="-1"><input id="search">
    <ul id="list"><li id="a"><button id="remove-a"></button></li><li id="b"><button id="remove-b"></button></li></ul>
    <div id="note"><button id="sign"></button></div>
    <form id="form"><button id="discard"></button><input id="first"></form></main>`
  await later()
})

test('what follows a control that is taken away has the focus, else what is before it', async () => {
  one('remove-a').focus()
  one('a').remove()
  await later()
  expect(now()).toBe('remove-b')
})

test('a box to type in has it only in the form of what was taken away', async () => {
  one('discard').focus()
  one('discard').remove()
  await later()
  expect(now()).toBe('first')
})

test('where nothing is left around it the page has it, so that keys of the page work', async () => {
  one('remove-b').focus()
  one('list').remove()
  await later()
  expect(now()).toBe('page')
})

test('it is not taken from where it has gone meanwhile', async () => {
  one('sign').focus()
  one('sign').remove()
  // The watch has seen the loss, and waits.
  await Promise.resolve()
  one('search').focus()
  await later()
  expect(now()).toBe('search')
})

const dialog = (body: string) =>
  document.body.insertAdjacentHTML(
    'beforeend',
    `<section id="dialog" role="dialog" aria-modal="true" tabindex="-1"><h2 id="title"></h2><button id="close" class="mantine-Modal-close"></button>${body}</section>`,
  )

test.each([
  ['its first field', '<button id="other"></button><input id="field">', 'field'],
  ['the field that it names', '<input id="field"><input id="named" data-autofocus>', 'named'],
  ['the chosen one of several', '<input type="radio" id="x"><input type="radio" id="y" checked>', 'y'],
  ['its title, without a field', '<button id="delete"></button>', 'title'],
])('a dialog begins in %s and not on the button that closes it', (_, body, wanted) => {
  one('search').focus()
  dialog(body)
  one('close').focus()
  expect(now()).toBe(wanted)
})

test('a field that comes later takes the focus from the title, and nobody else', async () => {
  one('search').focus()
  dialog('<div id="body"></div>')
  one('close').focus()
  one('body').innerHTML = '<input id="late">'
  await later()
  expect(now()).toBe('late')
})

test('a box that gives the focus up leaves it to the page, or to its dialog', async () => {
  one('search').focus()
  one('search').blur()
  await later()
  expect(now()).toBe('page')
  dialog('<input id="field">')
  one('field').focus()
  one('field').blur()
  await later()
  expect(now()).toBe('dialog')
})

test('Tab leads to the button that closes a dialog', () => {
  dialog('<input id="field">')
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }))
  one('close').focus()
  expect(now()).toBe('close')
})

test('a card that goes to another column keeps the focus', async () => {
  one('list').insertAdjacentHTML('beforeend', '<li data-visit="7" tabindex="0" id="card"></li>')
  one('card').focus()
  one('card').remove()
  one('note').insertAdjacentHTML('beforeend', '<article data-visit="7" tabindex="0" id="moved"></article>')
  await later()
  expect(now()).toBe('moved')
})

test('what takes the place of a control has the focus', async () => {
  one('remove-a').focus()
  one('remove-a').replaceWith(Object.assign(document.createElement('button'), { id: 'undo' }))
  await later()
  expect(now()).toBe('undo')
})

test('a dialog that is taken away gives the focus back, whatever was filled in', async () => {
  one('search').focus()
  dialog(Array.from({ length: 9 }, (_, at) => `<input id="field-${at}">`).join(''))
  for (let at = 0; at < 9; at += 1) one(`field-${at}`).focus()
  one('dialog').remove()
  await later()
  expect(now()).toBe('search')
})
