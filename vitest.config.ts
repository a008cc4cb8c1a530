import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'tools/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: ['src/testing/database.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Journeys wait much (the splash, the toasts) and calculate little: three of them are what two cores bear.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
})
