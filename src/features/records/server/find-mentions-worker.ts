import { parentPort, workerData } from 'node:worker_threads'
import { findEntities, TEXT_VERSION } from '#features/clinical-text/index.ts'

const { texts } = workerData as { texts: string[] }
parentPort?.postMessage({ version: TEXT_VERSION, found: texts.map((text) => findEntities(text)) })
