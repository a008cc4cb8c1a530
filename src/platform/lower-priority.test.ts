import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { giveWay } from './lower-priority.ts'

const asleep = (isDetached: boolean) => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: isDetached })
  onTestFinished(() => void child.kill())
  return child.pid!
}
const sessionOf = (pid: number) => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim()

test.runIf(process.platform !== 'win32')('gives way with its whole session, and never with that of others', () => {
  const [own, shared] = [asleep(true), asleep(false)]
  const hasSessions = existsSync(`/proc/${own}/autogroup`)
  const before = hasSessions && sessionOf(shared)
  giveWay(own)
  giveWay(shared)
  expect(getPriority(own)).toBe(constants.priority.PRIORITY_LOW)
  expect(getPriority(shared)).toBe(constants.priority.PRIORITY_LOW)
  if (hasSessions) {
    expect(sessionOf(own)).toMatch(/ nice 5$/)
    expect(sessionOf(shared)).toBe(before)
  }
})

test('lets a process that has ended be', () => {
  expect(() => giveWay(2 ** 22 + 1)).not.toThrow()
})
