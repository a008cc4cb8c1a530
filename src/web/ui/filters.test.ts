// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { ChoiceFilter } from './filters.tsx'

test('an empty filter says what it shows, and a chosen one whose it is; both keep the name of the filter', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const draw = (value: number | undefined) => {
    const props = { label: 'Doctor', any: 'Any doctor', value, onChange: () => {}, data: [{ value: '7', label: 'Amina Hassan' }] }
    return act(async () => root.render(createElement(MantineProvider, null, createElement(ChoiceFilter, props))))
  }
  const shown = () => {
    const box = place.querySelector<HTMLInputElement>('input:not([type=hidden])')!
    return { name: box.ariaLabel ?? box.getAttribute('aria-label'), text: box.value || box.placeholder }
  }
  await draw(undefined)
  expect(shown()).toEqual({ name: 'Doctor', text: 'Any doctor' })
  await draw(7)
  expect(shown()).toEqual({ name: 'Doctor', text: 'Amina Hassan' })
  await act(async () => root.unmount())
})
