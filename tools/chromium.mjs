// The browser of the tests: one that is there, else one that is fetched.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nodePath, root } from './setup.mjs'

const places = [
  // The same engine without windows, tool bars and a viewer of PDFs: it takes a quarter of the processor for each page that a test opens.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** A Chrome, Chromium or Edge of this machine, or undefined. CHROME names another. */
export const findChromium = () => [process.env.CHROME, ...places].find((path) => path && existsSync(path))

const fetchWithApt = () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
  // Some distributions have the whole browser alone.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { status } = spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { stdio: 'inherit', env })
    if (status === 0 && findChromium()) return
  }
}

/** Makes sure that there is a browser; undefined leaves it to Playwright's own. */
export const ensureChromium = () => {
  if (findChromium()) return findChromium()
  fetchWithApt()
  if (findChromium()) return findChromium()
  spawnSync(nodePath(), [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'], { stdio: 'inherit' })
  return undefined
}
