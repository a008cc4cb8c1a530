// Pictures of the screens that documents show, of the demonstration clinic: always the same people, the same size, the same look.
// With --all every screen in every width and scheme, below .cache, to be looked at. Names behind it take those pictures alone.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { goTo, launchBrowser, openContext, type ScreenOptions, signIn } from '../e2e/browser.ts'
import { startProgram } from '../e2e/own-program.ts'
import { type Shown, subjects } from './screenshots/subjects.ts'
import { all, type Picture, pictures, wide } from './screenshots/pictures.ts'
import { portalPictures } from './screenshots/portal.ts'
import { pagePictures } from './screenshots/pages.ts'
import { findChromium } from './chromium.mjs'
import { ensureBrowserBuild, root } from './setup.mjs'

const isAll = process.argv.includes('--all')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const target = isAll ? join(root, '.cache', 'screenshots') : join(root, 'docs', 'screenshots')
const MOST_BYTES = 120_000
const PASSWORD = 'pictures of the clinic'

const settled = async (page: Page) => {
  await page.waitForFunction(() => document.querySelector('.skeleton') === null)
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

const fileOf = (name: string, { width, dark }: ScreenOptions) => `${name}-${width}-${dark ? 'dark' : 'light'}.png`

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
const shownInDocuments = new Set(documents.flatMap((text) => [...text.matchAll(/screenshots\/([\w-]+\.png)/g)].map(([, file]) => file)))
const looksOf = ({ name, looks }: Picture) => (isAll ? all : looks.filter((look) => shownInDocuments.has(fileOf(name, look))))

/** A picture with as few colours as keep it small. */
const keep = async (page: Page, name: string, look: ScreenOptions) => {
  const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  for (const colours of [128, 64, 32]) {
    const file = await sharp(taken).png({ palette: true, colours, effort: 10 }).toBuffer()
    if (file.length > MOST_BYTES && colours > 32) continue
    const path = join(target, fileOf(name, look))
    writeFileSync(path, file)
    console.log(`${path} ${Math.round(file.length / 1000)} KB`)
    return
  }
}

const take = async (browser: Browser, url: string, picture: Picture) => {
  const { name, address, sign, person, prepare } = picture
  const looks = looksOf(picture)
  if (looks.length === 0 || (wanted.length > 0 && !wanted.includes(name))) return
  const context = await openContext(browser, wide)
  const page = await context.newPage()
  if (person) await signIn(page, url, { email: person, password: PASSWORD })
  await goTo(page, url + address)
  // At the widest, where nothing is left out.
  await page.getByText(sign).filter({ visible: true }).first().waitFor()
  await settled(page)
  await prepare?.(page)
  for (const look of looks) {
    await page.setViewportSize({ width: look.width ?? wide.width, height: look.height ?? wide.height })
    await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light', reducedMotion: 'reduce' })
    await settled(page)
    await keep(page, name, look)
  }
  await context.close()
}

await ensureBrowserBuild()
mkdirSync(target, { recursive: true })
process.env['CHROME'] ??= findChromium()
const browser = await launchBrowser([])
const fresh = await startProgram()
const demo = await startProgram({ flags: ['--demo'], env: { KLINIKI_DEMO_PASSWORD: PASSWORD } })
try {
  await take(browser, fresh.url, { name: 'wizard', address: '/set-up', sign: 'Set-up code', looks: [wide] })
  await demo.sql(`update users set preferences = preferences || '{"first_steps_closed": true}'`)
  const idOf = async (text: string) => (await demo.sql<{ id: number }>(text))[0]?.id ?? 1
  const found = await Promise.all(Object.entries(subjects).map(async ([subject, query]) => [subject, await idOf(query)]))
  const shown = Object.fromEntries(found) as Shown
  for (const picture of [...pictures(shown), ...pagePictures(shown), ...portalPictures]) await take(browser, demo.url, picture)
} finally {
  await browser.close()
  await fresh.close()
  await demo.close()
}
