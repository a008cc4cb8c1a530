// Remembers which checks of the source have passed, by the content that they read: the same content is not checked twice on one machine.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root } from './setup.mjs'

const folders = ['src', 'tools', 'quality', 'e2e', 'db', 'docs', 'testdata']
const KEPT_MS = 30 * 24 * 3_600_000

/** Outside of the checkout, so that a fresh clone of what has passed finds it. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kliniki', 'passed-checks')

const filesIn = (path) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** One hash over every file that a check may read, the pinned packages and the version of Node included. */
const hashOfSource = () => {
  const own = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = [
    ...own.map(({ name }) => join(root, name)),
    ...folders.filter((name) => existsSync(join(root, name))).flatMap((name) => filesIn(join(root, name))),
  ]
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of files.toSorted((one, other) => (one < other ? -1 : 1)))
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 32)
}

const forgetOld = () => {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true })
  }
}

/**
 * What has passed for the source as it is now. A check that writes files must not be remembered before they are as it wants them.
 * @returns {{ has(name: string): boolean, add(name: string): void }}
 */
export const passedChecks = () => {
  const hash = hashOfSource()
  const pathOf = (name) => join(cache, `${name.replaceAll(/\W+/g, '-')}-${hash}`)
  return {
    has: (name) => existsSync(pathOf(name)),
    add: (name) => {
      try {
        mkdirSync(cache, { recursive: true })
        forgetOld()
        writeFileSync(pathOf(name), '')
      } catch {
        // A home that cannot be written to: the check runs again the next time.
      }
    },
  }
}
