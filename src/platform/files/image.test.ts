import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { problemOf } from '#platform/errors/wire.ts'
import { FileProblem } from '#platform/sandbox/inside.ts'
import { imageProblem } from './image.ts'

const why = (work: Promise<unknown>) =>
  work.then(
    () => 'was drawn',
    (error: unknown) => problemOf(imageProblem(error, 'file')),
  )
const of = (side: number) => ({ width: side, height: side, channels: 3, background: '#0b7285' }) as const

test('an image is not called damaged when time or room ran out while it was drawn', async () => {
  const slow = 'This image takes too long to read.'
  expect(await why(Promise.reject(new FileProblem(slow)))).toMatchObject({ status: 400, fields: { file: [slow] } })
  const missing = Object.assign(new Error('A sandbox ended'), { code: 'ERR_SANDBOX' })
  expect(await why(Promise.reject(missing))).toBeNull()
  const small = sharp({ create: of(8) }).png()
  if (existsSync('/dev/full')) expect(await why(small.toFile('/dev/full'))).toMatchObject({ status: 503, code: 'disk_full' })
  const full = Object.assign(new Error('ENOSPC: no space left on device, rename'), { code: 'ENOSPC' })
  expect(await why(Promise.reject(full))).toMatchObject({ status: 503, code: 'disk_full' })
  const cut = sharp((await small.toBuffer()).subarray(0, 60))
  expect(await why(cut.toBuffer())).toMatchObject({ status: 400, fields: { file: ['This image is damaged and cannot be read.'] } })
})
