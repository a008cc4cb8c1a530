import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { OrderOfFiles } from './src/testing/order-of-files.ts'

// The program, which many tests start, is read once; later starts take half as long.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compiled')

export default defineConfig({
  test: {
    // The mail servers, gateways and models of the tests listen on this machine.
    env: { KLINIKI_PRIVATE_ADDRESSES: '127.0.0.0/8 ::1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'program',
          include: ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['src/testing/databases/database.ts'],
          setupFiles: ['src/testing/calls/named-calls.ts', 'src/testing/frozen-prototypes.ts'],
          // Each file opens a clinic of its own; the modules of the program, which keep nothing between clinics, are loaded once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/prepared-clinic.ts', 'e2e/day/journeys-reporter.ts'],
          setupFiles: ['e2e/failure-pictures.ts'],
          // Each file opens a house of its own; the browser, which keeps nothing between contexts, is started once.
          isolate: false,
        },
      },
    ],
    // They only end what hangs: a machine that others use as well may be many times slower than an idle one.
    testTimeout: 60_000,
    // A second, which is usual, is less than what a call takes on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
    pool: 'forks',
    sequence: { sequencer: OrderOfFiles },
    // Journeys wait for servers and toasts: three of them are what two cores bear.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
})
