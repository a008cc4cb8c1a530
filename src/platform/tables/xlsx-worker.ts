import { parentPort, workerData } from 'node:worker_threads'
import type { Table } from '#shared/table.ts'
import { tableToXlsx } from './xlsx.ts'

parentPort?.postMessage(await tableToXlsx(workerData as Table))
