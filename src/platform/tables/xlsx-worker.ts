import { parentPort, workerData } from 'node:worker_threads'
import type { Table } from '#shared/table.ts'
import { tableToXlsx } from './xlsx.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

parentPort?.postMessage(await tableToXlsx(workerData as Table))
