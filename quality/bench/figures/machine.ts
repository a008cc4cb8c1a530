import { cpus, totalmem } from 'node:os'

/** What was measured on. */
export interface Machine {
  cpus: number
  cpu: string
  memory_gb: number
  node: string
  postgres: string
}

/** This machine, with the version of its database. */
export const machine = (postgres: string): Machine => ({
  cpus: cpus().length,
  cpu: cpus()[0]?.model.trim() ?? '',
  memory_gb: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
  postgres,
})
