import { join } from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './screen.ts'

const failures = join(import.meta.dirname, '../.cache/failures')

// What stood on the screens when a test failed.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const name = task.name.replaceAll(/\W+/g, '-').slice(0, 60)
  await Promise.all(openPages().map((page, at) => page.screenshot({ path: join(failures, `${name}-${at}.png`) }).catch(() => null)))
})
