import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { OrderOfFiles } from './src/testing/order-of-files.ts'
import { manualInBrowser } from './tools/manual/manual-in-browser.ts'
import { sharedKnowledge } from './tools/shared-knowledge.ts'
import { textsInBrowser } from './tools/texts/texts-in-browser.ts'

// The program, which many tests start, is read once; later starts take half as long.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compiled')

const screens = ['src/web/**/*.test.ts', 'src/features/*/web/**/*.test.ts']

export default defineConfig({
  test: {
    // The mail servers, gateways and models of the tests listen on this machine.
    env: { KLINIKI_PRIVATE_ADDRESSES: '127.0.0.0/8 ::1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'program',
          include: ['src/**/*.test.ts', 'db/**/*.test.ts', 'tools/**/*.test.ts', 'quality/**/*.test.ts'],
          exclude: screens,
          globalSetup: ['src/testing/databases/database.ts'],
          setupFiles: [
            'src/testing/processor-time.ts',
            'src/testing/calls/named-calls.ts',
            'src/testing/frozen-prototypes.ts',
            'src/testing/texts-of-screens.ts',
          ],
          // Each file starts a server of its own; the modules of the program, which keep nothing between servers, are loaded once.
          isolate: false,
          // Node runs TypeScript by itself, as `npm start` does: nothing is transformed.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        plugins: [sharedKnowledge(), textsInBrowser(), manualInBrowser()],
        test: {
          // What the browser part is made of, as Vite builds it.
          name: 'screens',
          include: screens,
          globalSetup: ['src/testing/databases/database.ts'],
          setupFiles: ['src/testing/processor-time.ts'],
          // Modules of the browser live as long as its page and keep state, streams and the focus: each file of tests is a page of its own.
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['src/testing/databases/database.ts', 'e2e/day/journeys-reporter.ts'],
          setupFiles: ['src/testing/processor-time.ts', 'e2e/failure-pictures.ts'],
          // Each file opens a house of its own; the browser, which keeps nothing between contexts, is started once.
          isolate: false,
          experimental: { viteModuleRunner: false },
        },
      },
    ],
    // They only end what hangs: a machine that others use as well may be many times slower than an idle one.
    testTimeout: 240_000,
    // A second, which is usual, is less than what a call takes on a busy machine; what comes sooner costs nothing of it.
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
    pool: 'forks',
    sequence: { sequencer: OrderOfFiles },
    // Journeys wait for servers and toasts: three of them are what two cores bear.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
})
