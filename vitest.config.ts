import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'program',
          include: ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['src/testing/database.ts'],
          // Each file opens a clinic of its own; the modules of the program, which keep nothing between clinics, are loaded once.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'journeys', include: ['e2e/**/*.test.ts'], globalSetup: ['e2e/prepared-clinic.ts'] } },
    ],
    testTimeout: 20_000,
    // A second, which is usual, is less than what a call takes on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    pool: 'forks',
    // Journeys wait much (the splash, the toasts) and calculate little: three of them are what two cores bear.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
})
