import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tool = `
  import { onSignal } from ${JSON.stringify(join(import.meta.dirname, 'on-signal.ts'))}
  onSignal(() => console.log('folder'))
  onSignal(() => { throw new Error('one that fails') })
  onSignal(() => new Promise((done) => setTimeout(() => done(console.log('program')), 50)))
  onSignal(() => console.log('never'))()
  setInterval(() => {}, 1000)
  console.log('at work')`

test('a tool that is told to end cleans up first, the last things first', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', tool], { stdio: ['ignore', 'pipe', 'pipe'] })
  let message = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (message === '') child.kill('SIGTERM')
    message += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number]
  expect({ message, code }).toEqual({ message: 'at work\nprogram\nfolder\n', code: 130 })
})
