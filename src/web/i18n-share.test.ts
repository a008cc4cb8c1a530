// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { connection, restore } from './calls/connection-state.ts'
import type * as I18n from './i18n.ts'
import sw from 'virtual:texts/sw'

/** As in a page that has just been opened: the module keeps what it has fetched, for other files too. */
const opened = (page: string) => import(/* @vite-ignore */ `./i18n.ts?${page}`) as Promise<typeof I18n>

afterEach(() => {
  vi.doUnmock('virtual:texts/sw')
  vi.unstubAllGlobals()
})

test('a page that began with a share of the texts has all of them once the line lets it', async () => {
  // As a browser does, which remembers that it could not fetch a script.
  vi.doMock('virtual:texts/sw', () => {
    throw new Error('There is no line.')
  })
  const line = { isThere: false }
  vi.stubGlobal('fetch', () => (line.isThere ? Promise.resolve(Response.json(sw)) : Promise.reject(new TypeError('There is no line.'))))
  const { beginWith, changeLanguage, completeTexts, redraws, t } = await opened('without-line')
  beginWith(() => Promise.resolve({ 'Try again': sw['Try again'] ?? '' }))
  await changeLanguage('sw')
  expect([t('Try again'), t('Appointments')]).toEqual([sw['Try again'], 'Appointments'])
  connection.set({ ...connection.get(), isLost: true })
  await expect(completeTexts()).rejects.toThrow('There is no line.')
  expect([t('Appointments'), redraws.get()]).toEqual(['Appointments', 0])

  line.isThere = true
  restore()
  await expect.poll(() => t('Appointments')).toBe(sw['Appointments'])
  // Drawn again once all of it has come.
  await expect.poll(() => redraws.get()).toBe(1)
  // Nothing of a share is left for a language that is chosen later.
  await changeLanguage('fr')
  expect(t('Appointments')).not.toBe('Appointments')
})

test('what a share does not have is fetched as soon as it is to be shown', async () => {
  const { beginWith, changeLanguage, t } = await opened('with-line')
  beginWith(() => Promise.resolve({}))
  await changeLanguage('sw')
  expect(t('Appointments')).toBe('Appointments')
  await expect.poll(() => t('Appointments')).toBe(sw['Appointments'])
})
