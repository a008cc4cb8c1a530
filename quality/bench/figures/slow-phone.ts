import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'

/** Bytes in a second each way, milliseconds of a round trip, how much slower the processor is. */
export interface Line {
  down: number
  up: number
  latency: number
  slower: number
}
/** A cheap telephone on 3G. */
const SLOW_PHONE: Line = { down: 1_600_000 / 8, up: 750_000 / 8, latency: 300, slower: 4 }
/** A cheaper one, far from the mast. */
export const SLOWEST_PHONE: Line = { down: 400_000 / 8, up: 400_000 / 8, latency: 400, slower: 6 }

export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env['CHROME'] ? { executablePath: process.env['CHROME'] } : { channel: 'chromium' }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

/** What came over the line, in bytes as sent, by kind. */
export type Bytes = Record<string, number>

const listen = (line: CDPSession) => {
  const kinds = new Map<string, string>()
  let bytes: Bytes = {}
  line.on('Network.responseReceived', ({ requestId, type }) => void kinds.set(requestId, type))
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  return {
    bytes: () => ({ ...bytes }),
    forget: () => void (bytes = {}),
  }
}

// In the page: when a card can be pressed, which is when nothing lies over it and what lies around it is not inert.
const watch = (selector: string) => {
  const seen: { usable?: number } = {}
  Object.assign(globalThis, { seen })
  const look = () => {
    const one = document.querySelector(selector)
    const box = one?.getBoundingClientRect()
    const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    if (one && top && one.contains(top) && !one.closest('[inert]')) seen.usable = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

export interface Phone {
  page: Page
  bytes: () => Bytes
  forget: () => void
  /** Milliseconds from the beginning of the page load until what the phone was taken for can be pressed. */
  usable: () => Promise<number>
  /** Milliseconds from the beginning of the page load until something was painted: the splash. */
  painted: () => Promise<number>
  close: () => Promise<void>
}

/** A telephone with an empty cache that waits for `selector` on the page that it opens; `stored` is what its browser keeps of the clinic. */
export const takeSlowPhone = async (
  browser: Browser,
  url: string,
  stored: Record<string, string>,
  selector: string,
  { down, up, latency, slower }: Line = SLOW_PHONE,
): Promise<Phone> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-GB' })
  const page = await context.newPage()
  // Something small of the same origin.
  await page.goto(`${url}/health/live`)
  await page.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), stored)
  await page.addInitScript(watch, selector)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.clearBrowserCache')
  await line.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: down, uploadThroughput: up })
  await line.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const heard = listen(line)
  const usable = async () => {
    const found = await page.waitForFunction(() => (globalThis as unknown as { seen?: { usable?: number } }).seen?.usable, null, {
      timeout: 60_000,
    })
    return (await found.jsonValue()) as number
  }
  const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
  return { page, ...heard, usable, painted, close: () => context.close() }
}
