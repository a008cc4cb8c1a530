import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { openPages } from './screen.ts'

const failures = join(import.meta.dirname, '../.cache/failures')

// What was on the screens when a test failed, what went wrong on them, and what they were waiting for.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const name = task.name.replaceAll(/\W+/g, '-').slice(0, 60)
  const picture = async (page: Page, at: number) => page.screenshot({ path: join(failures, `${name}-${at}.png`) }).catch(() => null)
  await Promise.all(openPages().map(([page], at) => picture(page, at)))
  for (const [page, { problems, pending }] of openPages()) {
    const waitsFor = [...pending].map((request) => `waits for ${request.url()}`)
    console.error([`${task.name}, at ${page.url()}:`, ...problems, ...waitsFor].join('\n'))
  }
})
