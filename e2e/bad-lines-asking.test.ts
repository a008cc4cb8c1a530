import { afterAll, beforeAll, test } from 'vitest'
import { isWhole } from '../src/testing/whole.ts'
import { type BadLines, expectPatience, messageOn, nameOf, openBadLines } from './bad-lines.ts'
import { type Failure, failures } from './failing-line.ts'
import { see } from './screen.ts'

/** Every other way in which it fails is tried in `live-stream.test.ts`, and in the browser with `--whole`. */
const ofStreams: readonly Failure[] = isWhole ? failures : ['60 s delay', 'truncated body']

let bad: BadLines
beforeAll(async () => {
  bad = await openBadLines()
})
afterAll(() => bad?.close())

test('however the line of a question fails, a page asks seldom, says so, and shows what there is once it is good', async () => {
  const all = failures.map(async (failure) => {
    const { page, line } = await bad.openPage('/dashboard/reception-interface')
    const failed = page.getByRole('alert').filter({ hasText: 'Could not be loaded' })
    return {
      page,
      line,
      failure,
      fails: 'GET /api/patients/patients/',
      begin: () => page.getByRole('link', { name: 'All patients' }).click(),
      message: messageOn(page, failure, failed),
      finish: async () => {
        // What was asked for by itself meanwhile needs no hand.
        if (await failed.isVisible()) await failed.getByRole('button', { name: 'Try again' }).press('Enter')
        await see(page.getByText(`${nameOf(failure)} Kept`))
        await page.close()
      },
    }
  })
  await expectPatience(await Promise.all(all))
})

test('however its event stream fails, a page asks seldom, says that it is not live, and is live once the line is good', async () => {
  const all = ofStreams.map(async (failure) => {
    const { page, line } = await bad.openPage('/dashboard/reception-interface')
    const isLive = page.getByText(/^Live, \d+ s ago$/)
    await see(isLive)
    return {
      page,
      line,
      failure,
      fails: 'GET /api/events/',
      begin: async () => null,
      message: page.getByText('Not live').first(),
      finish: async () => {
        await see(isLive)
        await page.close()
      },
    }
  })
  await expectPatience(await Promise.all(all))
})
