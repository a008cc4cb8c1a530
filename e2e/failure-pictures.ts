import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { openPages } from './screen.ts'

const failures = join(import.meta.dirname, '../.cache/failures')

// What stood on the screens when a test failed, and what went wrong on them.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const name = task.name.replaceAll(/\W+/g, '-').slice(0, 60)
  const picture = async (page: Page, at: number) => page.screenshot({ path: join(failures, `${name}-${at}.png`) }).catch(() => null)
  await Promise.all(openPages().map(([page], at) => picture(page, at)))
  for (const [page, problems] of openPages())
    if (problems.length > 0) console.error(`${task.name}, at ${page.url()}:\n${problems.join('\n')}`)
})
